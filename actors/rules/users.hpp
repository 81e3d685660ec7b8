#pragma once

#include "actors/rules/model.hpp"

#include <cstddef>
#include <optional>
#include <string>

/// The rules of users and their rights (UR1-UR17). The first model has the records of both.
namespace orrery::rules {

/// Users that an orchestrator has at most, removed ones among them.
inline constexpr std::size_t users_max = 10'000;
/// How late a user's last connection may be told (UR17).
inline constexpr store::Milliseconds connection_noted_after = 3'600'000;

/// Decides a command about users; nothing for any other command.
[[nodiscard]] std::optional<Decision>
decide_access(const ModelState& model, const protocol::Command& command, const Context& context);

/// The refusal of a registration that was used, or never was one of that user's (UR8).
[[nodiscard]] std::string no_registration(const std::string& user);

/// Takes away whatever rights users have on a model that goes (MD3).
void erase_grants_on(Decision& decision, const ModelState& model, const std::string& target);

} // namespace orrery::rules
