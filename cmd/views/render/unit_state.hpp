#pragma once

#include "cmd/views/render/index.hpp"
#include "cmd/views/render/time_format.hpp"

#include <memory>
#include <utility>

namespace orrery::render {

/// A status as it stands in the records, which nearly all do, or one that was made up in its place.
class ShownStatus {
public:
  /// @param recorded must outlive it
  ShownStatus(const store::Status& recorded) // NOLINT(google-explicit-constructor): that very one
    : status_(&recorded) {}
  ShownStatus(store::Status&& made) // NOLINT(google-explicit-constructor)
    : made_(std::make_unique<const store::Status>(std::move(made))), status_(made_.get()) {}

  const store::Status& operator*() const { return *status_; }
  const store::Status* operator->() const { return status_; }

private:
  std::unique_ptr<const store::Status> made_;
  const store::Status* status_;
};

/// A unit's two statuses, with the error or the loss of its agent worked in.
struct UnitState {
  ShownStatus workload;
  ShownStatus agent;
};

/// The statuses people see.
///
/// A failed hook makes the workload `error` and says what failed_hook() says. A lost agent makes it
/// `unknown` (W6), but leaves an error standing. Without any report: `waiting`, `allocating`; on a
/// machine that has started "installing agent". Refers to the index's contents.
[[nodiscard]] UnitState
unit_state(const Index& index, const store::Unit& unit, const TimeFormat& time);
/// @param reported the unit's own, nothing if no agent has reported
[[nodiscard]] UnitState unit_state(const Index& index,
                                   const store::Unit& unit,
                                   const store::UnitStatus* reported,
                                   const TimeFormat& time);
/// The hook that an executing agent runs (`install`), empty if none.
[[nodiscard]] std::string running_hook(const store::Status& agent);
/// The action that it runs (`backup`, A19), empty if none.
[[nodiscard]] std::string running_action(const store::Status& agent);
/// The user in whose debug session that hook, or an action, runs; empty if in none.
[[nodiscard]] std::string debugging_user(const store::Status& agent);

} // namespace orrery::render
