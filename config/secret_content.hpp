#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

/// The content of a secret, as people and charms give and get it (SE3 to SE6).
namespace orrery::config {

/// Values by key, each in base64 of its bytes.
using SecretContent = std::map<std::string, std::string>;

/// Bytes of a file, of an encoded value, and of all encoded values together (SE5).
inline constexpr std::size_t secret_size_max = 1'000'000;

/// Whether a key is one (SE3).
[[nodiscard]] bool is_secret_key(std::string_view key);

/// An argument `KEY=VALUE`, `KEY#base64=VALUE` or `KEY#file=PATH`.
struct SecretArgument {
  enum class Kind { Text, Encoded, File };
  std::string key;
  Kind kind = Kind::Text;
  std::string value; ///< Of a File its path.
};

/// Takes an argument apart. Errors: a sentence in Juju's words. Those show an argument that is no
/// pair, as Juju does, but never a value.
[[nodiscard]] tl::expected<SecretArgument, std::string>
parse_secret_argument(const std::string& argument);

/// Adds a value. @param argument of a file with what the file holds in place of its path.
/// Errors: too large, no base64; the value is not in them.
[[nodiscard]] tl::expected<void, std::string> add_secret_value(SecretContent& content,
                                                               const SecretArgument& argument);

/// Reads a YAML or JSON mapping of keys, which may end in `#base64`, to values.
/// Errors: with the file's name and place, never a value.
[[nodiscard]] tl::expected<SecretContent, std::string> read_secret_file(const std::string& text,
                                                                        const std::string& name);

/// Refuses what is too large in all (SE5).
[[nodiscard]] tl::expected<void, std::string> check_secret_size(const SecretContent& content);

/// Returns the content as one JSON map, which is what is sealed.
[[nodiscard]] std::string secret_text(const SecretContent& content);
/// Reads what secret_text() has made.
[[nodiscard]] SecretContent parse_secret_text(std::string_view text);
/// SHA-256 of that text, in hexadecimal digits (SE6).
[[nodiscard]] std::string secret_checksum(const SecretContent& content);

} // namespace orrery::config
