#pragma once

#include "cmd/session/session.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace orrery::cmd {

/// Names the client's standard input in messages.
inline constexpr const char* standard_input_name = "standard input";

/// Everything on the client's standard input, which it reads to its end only now; waits for that. A
/// command can have it once.
/// @returns an error if there is none (a script's commands have none), or more than `bytes_max`
[[nodiscard]] tl::expected<std::string, std::string> read_given_input(const Session& session,
                                                                      std::uint64_t bytes_max);

/// A text that a user named, and what to call it where it is wrong.
struct GivenText {
  std::string text;
  std::string name; ///< The file's whole path, or `standard input`.
};

/// Reads a file of the client, or its standard input where the file is called `-`. Bounds and
/// errors are those of read_clients_file().
[[nodiscard]] tl::expected<GivenText, std::string>
read_given_text(const Session& session, const std::string& file, std::uint64_t bytes_max);

} // namespace orrery::cmd
