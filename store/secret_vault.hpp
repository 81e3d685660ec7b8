#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace orrery::store {

/// The key of a model's secrets, and what is done with it: contents are sealed before they go into
/// a command, a record or a message, and opened where they are shown (SE4).
///
/// The key is a file of 32 bytes in the model's directory, of mode 0600, made with the first
/// secret. The vault reads that file once, at its first use. Thread-safe.
class SecretVault {
public:
  /// @param key_file lies in the model's directory, beside its store.
  /// @param has_secrets whether something is sealed already: no second key is made then.
  SecretVault(std::filesystem::path key_file, std::function<bool()> has_secrets);
  ~SecretVault();
  SecretVault(const SecretVault&) = delete;
  SecretVault& operator=(const SecretVault&) = delete;

  /// A content that is sealed, and its mark.
  struct Sealed {
    std::string bytes;
    std::string fingerprint; ///< Keyed: equal for equal contents, and tells nothing else of them.
  };
  /// Seals a content for the secret of that id, and makes the key if the model has none.
  /// @returns else a sentence that names the file and the remedy, and nothing of the content.
  [[nodiscard]] tl::expected<Sealed, std::string> seal(std::string_view id,
                                                       std::string_view content);
  /// Opens what was sealed for that secret. Errors: as seal; the key is another's, or bytes differ.
  [[nodiscard]] tl::expected<std::string, std::string> open(std::string_view id,
                                                            std::string_view sealed);

  /// The file's name in a model's directory.
  static constexpr std::string_view file_name = "secrets.key";

private:
  struct Key;
  [[nodiscard]] tl::expected<const Key*, std::string> key(bool may_make);
  [[nodiscard]] tl::expected<void, std::string> read_key();
  [[nodiscard]] tl::expected<void, std::string> make_key();

  std::mutex mutex_;
  std::filesystem::path file_;
  std::function<bool()> has_secrets_;
  std::unique_ptr<Key> key_; ///< Null until it is read.
};

/// Returns a new id of a secret: 20 random characters, `[0-9a-v]`; empty if there is no source of
/// random bytes.
[[nodiscard]] std::string new_secret_id();

} // namespace orrery::store
