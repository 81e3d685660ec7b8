#pragma once

#include "store/secret_key.hpp"

#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::store {

/// The key of a model's secrets, and what is done with it: contents are sealed before they go into
/// a command, a record or a message, and opened where they are shown (SE4).
///
/// The key is a file of 32 bytes in the model's directory, of mode 0600, made with the first
/// secret. Each use looks whether the file is as it was, and reads it only when it has changed. A
/// key counts once it has opened something that is sealed; nothing is sealed unless it lies there
/// then, while what was read goes on opening (decision 245). Thread-safe.
///
/// A renewal of the key puts a new one in its place and keeps the former one beside it, which opens
/// what was sealed before and seals nothing. The former key goes when nothing is sealed with it any
/// more (decision 198).
class SecretVault {
public:
  /// Something that is sealed already, by which the model's key is known from others.
  struct Sample {
    bool any = false; ///< Whether something is sealed: no second key is made then.
    std::string id;
    std::string sealed; ///< Empty where it cannot be read.
  };

  /// @param key_file lies in the model's directory, beside its store.
  /// @param sample shows any one content.
  SecretVault(std::filesystem::path key_file, std::function<Sample()> sample);
  ~SecretVault();
  SecretVault(const SecretVault&) = delete;
  SecretVault& operator=(const SecretVault&) = delete;

  /// A content that is sealed, and its mark.
  struct Sealed {
    std::string bytes;
    std::string fingerprint; ///< Keyed: equal for equal contents, and tells nothing else of them.
  };
  /// Seals a content for the secret of that id, and makes the key if the model has none. Errors: a
  /// sentence that names the file and the remedy, and nothing of the content; the key is gone, is
  /// another's, or others may read it.
  [[nodiscard]] tl::expected<Sealed, std::string> seal(std::string_view id,
                                                       std::string_view content);
  /// Opens what was sealed for that secret. Errors: as seal; the key is another's, or bytes differ.
  [[nodiscard]] tl::expected<std::string, std::string> open(std::string_view id,
                                                            std::string_view sealed);

  /// Says why nothing can be sealed now, as seal() does; empty: it can be.
  [[nodiscard]] std::string trouble();

  /// Keeps the keys as they are while it lives: for who seals something that is not in the store
  /// yet, and for who copies store and keys.
  using Hold = std::shared_lock<std::shared_timed_mutex>;
  [[nodiscard]] Hold hold() const { return Hold(held_); }

  /// Returns an id for a new secret: new_secret_id(), unless something else decides it.
  [[nodiscard]] std::string new_id() const;
  /// Has ids decided by that: where nothing may be by chance (a simulation).
  void set_ids(std::function<std::string()> next) { next_id_ = std::move(next); }

  enum class Renewal {
    NothingSealed, ///< There is no key yet, and no secret: nothing was done.
    Begun,         ///< The key is a new one.
    GoesOn         ///< One that was begun earlier is not over: the key is the one of then.
  };
  /// Keeps every other renewal of the key away while it is held; one that another holds is not
  /// waited for. Whoever calls the three below has it.
  [[nodiscard]] std::unique_lock<std::mutex> claim_renewal() {
    return std::unique_lock(renewing_, std::try_to_lock);
  }
  /// Puts a new key in the place of the present one, unless a renewal is under way already. Waits
  /// ten seconds for those who hold the keys. Errors: as seal; the keys are as they were.
  [[nodiscard]] tl::expected<Renewal, std::string> begin_renewal();
  /// Seals anew what the former key has sealed.
  /// @returns nothing if the present one has sealed it. Errors: as open.
  [[nodiscard]] tl::expected<std::optional<Sealed>, std::string> reseal(std::string_view id,
                                                                        std::string_view sealed);
  /// Whether this process may have sealed with the former key what is not in the store yet.
  [[nodiscard]] bool has_sealed_with_former() const;
  /// Deletes the former key.  @pre nothing is sealed with it any more
  [[nodiscard]] tl::expected<void, std::string> end_renewal();

  /// Names of the files in a model's directory: the key, and during a renewal the former one.
  static constexpr std::string_view file_name = "secrets.key";
  static constexpr std::string_view former_file_name = "secrets.key.former";

private:
  /// The key that seals, and during a renewal the one that still opens.
  struct Keys {
    std::unique_ptr<SecretKey> present;
    std::unique_ptr<SecretKey> former;
  };
  /// Tells that a file was changed: where it lies, its times, size, mode and owner. Zeros: none.
  using FileFacts = std::array<std::int64_t, 7>;
  struct Looks {
    FileFacts present{};
    FileFacts former{};
    bool operator==(const Looks&) const = default;
  };
  using MaybeKeys = tl::expected<std::shared_ptr<const Keys>, std::string>;
  [[nodiscard]] MaybeKeys keys_that_seal(bool may_make);
  [[nodiscard]] MaybeKeys keys_that_open();
  [[nodiscard]] MaybeKeys keys_on_disk(bool may_make);
  [[nodiscard]] MaybeKeys read_keys() const;
  [[nodiscard]] Looks look() const;
  [[nodiscard]] std::string make_first_key() const;
  [[nodiscard]] static std::optional<std::string>
  opened(const Keys& keys, std::string_view id, std::string_view sealed);
  [[nodiscard]] std::string put_new_key() const;
  [[nodiscard]] std::filesystem::path former_file() const;

  std::mutex renewing_;                  ///< Before held_, where both are taken,
  mutable std::shared_timed_mutex held_; ///< and this before mutex_.
  mutable std::mutex mutex_;
  std::filesystem::path file_;
  std::function<Sample()> sample_;
  std::shared_ptr<const Keys> keys_;     ///< Null until they are read, and known to be the model's.
  Looks looked_{};                       ///< How their files were then.
  bool has_sealed_with_former_ = false;  ///< Until the renewal that this process began is over.
  std::function<std::string()> next_id_; ///< Empty: they are by chance.
};

/// Returns a new id of a secret: 20 random characters, `[0-9a-v]`; empty if there is no source of
/// random bytes.
[[nodiscard]] std::string new_secret_id();

} // namespace orrery::store
