#pragma once

#include "actors/entities/token.hpp"
#include "actors/protocol/agents.hpp"
#include "store/database.hpp"
#include "store/records.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The words of a golden life for what agents do. They hold no transaction numbers and no absolute
/// times, for both depend on what else happens.
namespace orrery::test::golden {

/// Returns what was noted, with its key: `lweb/0:u = installed, config 0, leader-settings 0`.
[[nodiscard]] std::string words_of_note(const store::Change& change, store::Milliseconds now);
/// Returns what a transaction did, or why it did nothing: `enter scope: +scope 0 web/0`.
[[nodiscard]] std::string words_of(const entities::Token& token);
/// Returns what a report says of the unit that it is about.
[[nodiscard]] std::string words_of(const store::UnitStatus& status, store::Milliseconds now);
/// Returns the hook with all that its environment tells it.
[[nodiscard]] std::string words_of(const protocol::RunHook& order);
[[nodiscard]] std::string words_of(const hooks::HookEnd& end);

/// The unit that a note is about; for a note of a deployed unit, that unit.
[[nodiscard]] std::string unit_of_note(std::string_view key);
/// Whether a note tells that a unit is deployed, and not what its agent has done.
[[nodiscard]] bool is_deployers(std::string_view key);

} // namespace orrery::test::golden
