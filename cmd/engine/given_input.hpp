#pragma once

#include "cmd/client/client.hpp"

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// Sends one request with that text as its standard input. @returns what to exit with.
[[nodiscard]] int ask_with_input(const std::filesystem::path& socket,
                                 wire::Request request,
                                 const std::string& input);

} // namespace orrery::cmd
