#pragma once

#include "actors/hooks/context.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery::hooks {

/// A hook of web/0 and the settings in the model; says what the hook's tools answer.
///
/// web is related to mysql by db:1 (mysql/0, mysql/1; mysql/7 has departed) and to itself by the
/// peer relation ring:2 (web/1).
class World {
public:
  World();

  /// A hook of db:1 about mysql/0.
  World& in_relation_hook(const std::string& kind);
  World& leading();

  /// Calls a tool as a hook does: bags that it needs are fetched, input that it wants is given.
  ToolReply call(const std::vector<std::string>& arguments,
                 const std::optional<std::string>& input = std::nullopt);

  HookSight sight;
  HookState state;
  std::map<BagName, store::Settings> model; ///< What is in the store now.
  std::vector<Effect> effects;              ///< Of all calls.
  std::vector<BagName> fetched;             ///< In their order.
  store::Settings kept;                     ///< What is kept in the store now,
  Goal goal;                                ///< wanted there,
  bool trusted = false;                     ///< and allowed.
  Workloads statuses;                       ///< Of web's units there.
  std::vector<NeedStored> read;             ///< In their order.
  std::map<std::string, ResourceSight> resources;
  tl::expected<std::string, std::string> brought{}; ///< What comes of bringing one.
  std::vector<std::string> asked_for;               ///< Resources, in their order.
  std::vector<SecretSight> secrets;                 ///< In the store now, as the unit sees them.
  std::string taken_by;                             ///< SecretState::taken_by
  int new_ids = 0;                                  ///< How many were given.

private:
  void answer(const NeedSecret& need);
};

} // namespace orrery::hooks
