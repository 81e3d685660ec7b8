#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Public ssh keys, as lines of authorized_keys: `[OPTIONS] TYPE BASE64 [COMMENT]` (CL4).
namespace orrery::config {

inline constexpr std::size_t ssh_key_max = std::size_t{8} << 10; ///< Bytes of a line.

struct SshKey {
  std::string line; ///< As it was given, without blanks at its ends.
  std::string comment;
  std::string fingerprint; ///< Of MD5: 16 pairs of hexadecimal digits, `45:7f:...`
};

/// @returns nothing for what is none: more than one line, no type that OpenSSH knows, bytes that do
/// not begin with that type, more than ssh_key_max bytes.
[[nodiscard]] std::optional<SshKey> parse_ssh_key(std::string_view line);

/// Takes a model's keys apart: a line each; what is none is kept as a line without a fingerprint.
[[nodiscard]] std::vector<SshKey> parse_ssh_keys(std::string_view lines);

/// Whether Juju's own programs use the key: it is not shown, and cannot be added or removed.
[[nodiscard]] bool is_internal(const SshKey& key);

} // namespace orrery::config
