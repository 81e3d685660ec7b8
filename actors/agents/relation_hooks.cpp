#include "actors/agents/relation_hooks.hpp"

#include <utility>

namespace orrery::agents {
namespace {

using Members = std::map<std::string, std::uint64_t>;

/// The first of `ours` that is not among `theirs`; one walk along both, as members may be
/// thousands.
Members::const_iterator first_missing(const Members& ours, const Members& theirs) {
  auto there = theirs.begin();
  for (auto here = ours.begin(); here != ours.end(); ++here) {
    while (there != theirs.end() && there->first < here->first)
      ++there;
    if (there == theirs.end() || there->first != here->first)
      return here;
  }
  return ours.end();
}

/// The first of `theirs` whose version is another than the one delivered.  @pre both hold the same
/// names.
Members::const_iterator first_different(const Members& ours, const Members& theirs) {
  auto there = theirs.begin();
  for (auto here = ours.begin(); here != ours.end(); ++here, ++there)
    if (here->second != there->second)
      return there;
  return theirs.end();
}

Hook hook_of(const RelationProgress& progress, const RelationRemote& remote, HookKind kind) {
  Hook hook;
  hook.kind = kind;
  hook.relation = remote.id;
  hook.endpoint = progress.endpoint;
  hook.remote_application = progress.remote_application;
  return hook;
}

Hook about(Hook hook, const std::string& member, std::uint64_t version) {
  hook.remote_unit = member;
  hook.version = version;
  return hook;
}

/// The newest version of a member's settings; the one delivered if it is gone.
std::uint64_t
newest_version(const Members& known, const Members& shown, const std::string& member) {
  if (const auto found = shown.find(member); found != shown.end())
    return found->second;
  const auto found = known.find(member);
  return found == known.end() ? 0 : found->second;
}

} // namespace

std::optional<Hook>
next_relation_hook(const RelationProgress& progress, const RelationRemote& remote, bool ending) {
  const auto hook = [&](HookKind kind) { return hook_of(progress, remote, kind); };
  const Members nobody;
  const Members& shown = ending ? nobody : remote.members;
  const std::string& pending = progress.changed_pending;

  if (progress.broken)
    return std::nullopt;
  if (!pending.empty()) // H1
    return about(hook(HookKind::RelationChanged), pending,
                 newest_version(progress.members, remote.members, pending));
  if (const auto gone = first_missing(progress.members, shown); gone != progress.members.end())
    return about(hook(HookKind::RelationDeparted), gone->first, 0); // H3
  if (ending)
    return hook(HookKind::RelationBroken); // S6
  if (remote.application_version > 0 && remote.application_version != progress.application_version)
    return about(hook(HookKind::RelationChanged), {}, remote.application_version);
  if (const auto fresh = first_missing(shown, progress.members); fresh != shown.end())
    return about(hook(HookKind::RelationJoined), fresh->first, fresh->second); // H1
  if (const auto newer = first_different(progress.members, shown); newer != shown.end())
    return about(hook(HookKind::RelationChanged), newer->first, newer->second); // H2
  return std::nullopt;
}

} // namespace orrery::agents
