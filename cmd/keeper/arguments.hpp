#pragma once

#include "cmd/keeper/hook_process.hpp"
#include "cmd/keeper/request.hpp"

#include <cstdint>

namespace orrery::keeper {

/// A request to a keeper, as main.cpp and actors/hooks/start_request.hpp list it: pointers into its
/// texts.
struct Arguments {
  const char* data = "";
  std::uint32_t machine = 0;
  const char* unit = "";
  HookProgram program;
};

/// @returns false if the request is not as agreed.
[[nodiscard]] bool parse(Request& request, Arguments& arguments);

} // namespace orrery::keeper
