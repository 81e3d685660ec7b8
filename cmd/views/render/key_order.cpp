#include "cmd/views/render/key_order.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace orrery::render {
Document in_key_order(const Document& document, DataFormat format) {
  if (document.kind() == Document::Kind::List) {
    Document list = Document::list();
    for (std::size_t i = 0; i < document.size(); ++i)
      list.push(in_key_order(document.child(i), format));
    return list;
  }
  if (document.kind() != Document::Kind::Map)
    return document;
  std::vector<std::size_t> order(document.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const std::string& first = document.key(left);
    const std::string& second = document.key(right);
    return format == DataFormat::Json ? first < second : store::natural_less(first, second);
  });
  Document map = Document::map();
  for (const std::size_t i : order)
    map.add(document.key(i), in_key_order(document.child(i), format));
  return map;
}

} // namespace orrery::render
