#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// A user's means to log in for the first time, as add-user hands them out (UR6).
struct Registration {
  std::string user;
  std::vector<std::string> addresses; ///< Endpoints: `unix:/path` of the orchestrator's socket.
  std::string secret;                 ///< 32 bytes, which set the password once.
  std::string controller;
  bool operator==(const Registration&) const = default;
};

inline constexpr std::size_t registration_secret_bytes = 32;

/// Returns it as the word behind `register`.
[[nodiscard]] std::string encode_registration(const Registration& registration);
/// @returns nothing for any other text: no base64, cut short, another structure.
[[nodiscard]] std::optional<Registration> decode_registration(std::string_view text);

} // namespace orrery::cmd
