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
  put(now_, change);
  pending_.push_back(std::move(change));
}

void DiskDirectory::sync() {
  durable_ = now_;
  pending_.clear();
}

DiskDirectory::Names DiskDirectory::after(const PowerCut& cut, std::uint64_t salt) const {
  switch (cut.kind) {
  case PowerCut::Kind::KeepsAll:
  case PowerCut::Kind::TearsTail:
    return now_;
  case PowerCut::Kind::DropsUnsynced:
    return durable_;
  case PowerCut::Kind::Reorders:
    break;
  }
  DiskChance chance(cut.which ^ DiskChance(salt).next());
  Names names = durable_;
  const std::uint64_t kept = chance.next() % (pending_.size() + 1);
  for (std::uint64_t i = 0; i < kept; ++i)
    put(names, pending_[i]);
  return names;
}

} // namespace orrery::store
