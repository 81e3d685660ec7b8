#pragma once

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Keys that a model's configuration knows (MD60-MD66). Others are kept as they are given.
namespace orrery::config {

/// One key of a model's configuration.
struct ModelKey {
  enum class Kind : std::uint8_t {
    Text,
    Boolean,
    Number,   ///< A whole one.
    Duration, ///< As Go writes it, not below zero.
    Interval, ///< The same, above zero.
    Size,     ///< `5G`: a number, then M, G, T, P or E, or nothing.
    Levels,   ///< `<root>=INFO;unit=DEBUG`
    Pool,     ///< Of storage: only_storage_pool, or nothing.
    Fixed,    ///< Cannot be set.
  };
  std::string_view name;
  Kind kind = Kind::Text;
  /// The default; nothing: a key that is not set is not shown.
  std::optional<std::string_view> usual{};
};

/// In the order of their names.
[[nodiscard]] std::span<const ModelKey> model_keys();
/// @returns null for one that is not known.
[[nodiscard]] const ModelKey* find_model_key(std::string_view name);
/// Why nothing can be kept under that name, or that value under any; nothing if it can. Values are
/// handed to programs and shown.
[[nodiscard]] std::optional<std::string> why_not_kept(std::string_view name,
                                                      std::string_view value);
/// Canonical text of what a known key is to be set to: `1` of a boolean is `true`. Errors are
/// sentences in Juju's words.
[[nodiscard]] tl::expected<std::string, std::string> canonical_model_value(const ModelKey& key,
                                                                           std::string_view text);

/// The value of a known key: as it is set, or its default, or nothing at all.
[[nodiscard]] std::string model_value(const std::map<std::string, std::string>& set,
                                      std::string_view name);
/// Returns the bytes that a value of Kind::Size means: in MiB where it has no suffix, 0 where it is
/// none.
[[nodiscard]] std::uint64_t bytes_of_size(std::string_view value);
/// Whether a failed hook is tried again by itself (automatically-retry-hooks).
[[nodiscard]] bool retries_hooks(const std::map<std::string, std::string>& set);
/// After how long the hook update-status comes again (update-status-hook-interval), at least a
/// millisecond.
[[nodiscard]] std::chrono::milliseconds
update_status_interval(const std::map<std::string, std::string>& set);

} // namespace orrery::config
