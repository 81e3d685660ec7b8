#pragma once

#include "actors/hooks/runner.hpp"

#include <string>

namespace orrery::simulate {

/// Says what is wrong with the environment that a hook's program gets: every hook knows its model;
/// a relation hook knows its endpoint, its relation and the other side (H3), whatever force has
/// taken away meanwhile; a storage hook, and no other, its storage (ST29).
/// @param model the UUID of that model
/// @returns empty if nothing is
[[nodiscard]] std::string fault_of_environment(const hooks::HookJob& job, const std::string& model);

} // namespace orrery::simulate
