#pragma once

#include <tl/expected.hpp>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// Files of keys that secrets are sealed with: 32 random bytes, mode 0600 (SE4). All errors are
/// sentences that name the file and the remedy.
namespace orrery::store {

/// Two keys that a key file gives: one seals, one marks. Their bytes are wiped in the end.
struct SecretKey {
  using Bytes = std::array<unsigned char, 32>;
  Bytes seals{};
  Bytes marks{};
  /// 32 hexadecimal digits, by which the file is known again. They tell nothing of the key.
  std::string name;

  SecretKey() = default;
  ~SecretKey();
  SecretKey(const SecretKey&) = delete;
  SecretKey& operator=(const SecretKey&) = delete;
};

/// Reads a key file, unless it is a link, of another user, readable by others, or of another size.
[[nodiscard]] tl::expected<std::unique_ptr<SecretKey>, std::string>
read_secret_key(const std::filesystem::path& file);

/// Makes a key in a file beside `file`, on disk when this returns.
/// @returns the path of that, which has `.new` at its end.
[[nodiscard]] tl::expected<std::filesystem::path, std::string>
make_secret_key_beside(const std::filesystem::path& file);

/// Renames a file to another of its directory, on disk when this returns.
/// @returns why not, else nothing
[[nodiscard]] std::string rename_durably(const std::filesystem::path& from,
                                         const std::filesystem::path& to);

} // namespace orrery::store
