#include "store/records.hpp"

#include "store/compiled_once_here.hpp"

namespace orrery::store {

std::size_t size_of(const Settings& settings) {
  std::size_t size = 0;
  for (const auto& [name, value] : settings)
    size += name.size() + value.size();
  return size;
}

} // namespace orrery::store

template struct orrery::store::CompiledOnce<orrery::store::Record::Variant>;
