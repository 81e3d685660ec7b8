#include "actors/workflow/member_differences.hpp"

namespace orrery::agents {

MemberDifferences::MemberDifferences(const Members& delivered, const Members& shown) {
  for (const auto& [member, version] : delivered)
    look_at(delivered, shown, member);
  for (const auto& [member, version] : shown)
    look_at(delivered, shown, member);
}

void MemberDifferences::look_at(const Members& delivered,
                                const Members& shown,
                                const std::string& member) {
  for (const Kind kind : {Kind::Gone, Kind::Fresh, Kind::Newer})
    all_.erase({kind, member});
  const auto ours = delivered.find(member);
  const auto theirs = shown.find(member);
  if (ours == delivered.end() && theirs == shown.end())
    return;
  if (theirs == shown.end())
    all_.emplace(Kind::Gone, member);
  else if (ours == delivered.end())
    all_.emplace(Kind::Fresh, member);
  else if (ours->second != theirs->second)
    all_.emplace(Kind::Newer, member);
}

const std::string* MemberDifferences::first(Kind kind) const {
  const auto at = all_.lower_bound({kind, {}});
  return at == all_.end() || at->first != kind ? nullptr : &at->second;
}

} // namespace orrery::agents
