#include "store/disk/directory.hpp"

namespace orrery::store {

namespace {

void put(DiskDirectory::Names& names, const NameChange& change) {
  for (const auto& [name, number] : change)
    if (number)
      names[name] = *number;
    else
      names.erase(name);
}

} // namespace

void DiskDirectory::change(NameChange change) {
  put(x_now, change);
  x_pending.push_back(std::move(change));
}

void DiskDirectory::sync() {
  x_durable = x_now;
  x_pending.clear();
}

DiskDirectory::Names DiskDirectory::after(const PowerCut& cut, std::uint64_t salt) const {
  switch (cut.kind) {
  case PowerCut::Kind::KeepsAll:
  case PowerCut::Kind::TearsTail:
    return x_now;
  case PowerCut::Kind::DropsUnsynced:
    return x_durable;
  case PowerCut::Kind::Reorders:
    break;
  }
  DiskChance chance(cut.which ^ DiskChance(salt).next());
  Names names = x_durable;
  const std::uint64_t kept = chance.next() % (x_pending.size() + 1);
  for (std::uint64_t i = 0; i < kept; ++i)
    put(names, x_pending[i]);
  return names;
}

} // namespace orrery::store
