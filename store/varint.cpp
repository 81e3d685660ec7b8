#include "store/varint.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery::store {

Varint take_varint(std::string_view& bytes) {
  constexpr std::size_t longest = 10; // of 7 bits each
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < std::min(bytes.size(), longest); ++i) {
    const auto next = static_cast<std::uint8_t>(bytes[i]);
    if (i + 1 == longest && next > 1)
      break;
    number |= static_cast<std::uint64_t>(next & 0x7f) << (7 * i);
    if ((next & 0x80) != 0)
      continue;
    if (next == 0 && i > 0)
      return {0, VarintFault::Padded};
    bytes.remove_prefix(i + 1);
    return {number, VarintFault::None};
  }
  return {0, bytes.size() < longest ? VarintFault::Cut : VarintFault::TooLong};
}

} // namespace orrery::store
