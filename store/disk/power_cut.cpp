#include "store/disk/power_cut.hpp"

namespace orrery::store {

std::vector<PowerCut> power_cuts(std::uint64_t seed) {
  constexpr std::uint64_t ways = 8; // of each of the two that come in several
  std::vector<PowerCut> cuts{{PowerCut::Kind::KeepsAll, 0}, {PowerCut::Kind::DropsUnsynced, 0}};
  for (std::uint64_t i = 1; i <= ways; ++i)
    cuts.push_back({PowerCut::Kind::TearsTail, i});
  for (std::uint64_t i = 0; i < ways; ++i)
    cuts.push_back({PowerCut::Kind::Reorders, seed * ways + i});
  return cuts;
}

std::string to_string(const PowerCut& cut) {
  switch (cut.kind) {
  case PowerCut::Kind::KeepsAll:
    return "keeps-all";
  case PowerCut::Kind::DropsUnsynced:
    return "drops-unsynced";
  case PowerCut::Kind::TearsTail:
    return "tears-tail " + std::to_string(cut.which);
  case PowerCut::Kind::Reorders:
    return "reorders " + std::to_string(cut.which);
  }
  return {};
}

/// SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t DiskChance::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

} // namespace orrery::store
