#include "actors/workflow/relation_hooks.hpp"

#include <utility>

namespace orrery::agents {
namespace {

using Members = MemberDifferences::Members;
using Kind = MemberDifferences::Kind;

Hook hook_of(const RelationProgress& progress, const SeenRelation& remote, HookKind kind) {
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
next_relation_hook(const RelationProgress& progress, const SeenRelation& remote, bool ending) {
  const auto hook = [&](HookKind kind) { return hook_of(progress, remote, kind); };
  const std::string& pending = progress.changed_pending;

  if (progress.broken)
    return std::nullopt;
  if (!pending.empty()) // H1
    return about(hook(HookKind::RelationChanged), pending,
                 newest_version(progress.members, remote.members, pending));
  if (ending && !progress.members.empty())
    return about(hook(HookKind::RelationDeparted), progress.members.begin()->first, 0); // S6
  if (ending)
    return hook(HookKind::RelationBroken); // S6
  if (!remote.differences) {
    SeenRelation compared = remote;
    compared.differences.emplace(progress.members, remote.members);
    return next_relation_hook(progress, compared, false);
  }
  const MemberDifferences& differences = *remote.differences;
  if (const std::string* gone = differences.first(Kind::Gone))
    return about(hook(HookKind::RelationDeparted), *gone, 0); // H3
  if (remote.application_version > 0 && remote.application_version != progress.application_version)
    return about(hook(HookKind::RelationChanged), {}, remote.application_version);
  if (const std::string* fresh = differences.first(Kind::Fresh))
    return about(hook(HookKind::RelationJoined), *fresh, remote.members.at(*fresh)); // H1
  if (const std::string* newer = differences.first(Kind::Newer))
    return about(hook(HookKind::RelationChanged), *newer, remote.members.at(*newer)); // H2
  return std::nullopt;
}

} // namespace orrery::agents
