#pragma once

#include "cmd/charms/bindings.hpp"
#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/charm_source.hpp"
#include "cmd/charms/resource_files.hpp"
#include "cmd/session/session.hpp"

#include <map>
#include <optional>
#include <string>

namespace orrery::cmd {

/// A wish to give an application another charm.
struct Refreshing {
  std::string application;
  OptionWords options; ///< As the user wrote them (P6).
  Bound bindings;      ///< That the user named.
  Bound bound;         ///< What can be bound of the charm that it has.
  std::optional<bool> trusted;
  ResourceWords resources;                                  ///< Files that the user gives (RS12).
  bool force = false;                                       ///< Past limits of relations (P11).
  bool force_units = false;                                 ///< Also units in error, at once (P31).
  std::map<std::string, store::StorageDirective> storage{}; ///< In place of what was given (ST7).
  bool is_dry = false; ///< Nothing is numbered or said: the model is a copy.
};

/// Gives an application the charm, which has been read and checked: numbers it (P3, P4), keeps its
/// files, then changes the application in one transaction. A number is used up, and the files stay
/// until the next start, if that is refused.
///
/// Standard error says the charm's revision, what becomes of bindings (P3), then each unit that
/// keeps its older charm for now and what helps (P31).
/// @returns an Exit; refusals are printed with Juju's words (P8-P12).
[[nodiscard]] int refresh(Session& session, const CharmSource& source, const Refreshing& wanted);

} // namespace orrery::cmd
