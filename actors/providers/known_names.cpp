#include "actors/providers/known_names.hpp"

#include <functional>

namespace orrery::providers {

bool KnownNames::has_all_with(const Spot& file, const Spot& directory, const std::string& name) {
  if (count_ >= most_)
    return false;
  const auto known = names_.try_emplace({file.device, file.inode}).first;
  const Inode where{directory.device, directory.inode};
  if (known->second.emplace(where, std::hash<std::string>()(name)).second)
    ++count_;
  if (known->second.size() < file.names)
    return false;
  count_ -= known->second.size();
  names_.erase(known);
  return true;
}

} // namespace orrery::providers
