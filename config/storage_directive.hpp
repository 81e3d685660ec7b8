#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Directives of storage, which a user gives for a storage of a charm: `rootfs,2,10G` (ST8).
namespace orrery::config {

/// All storage lies in it (ST11).
inline constexpr const char* only_storage_pool = "rootfs";

/// Says why storage cannot be of the pool, in Juju's words where it has some; an empty name leaves
/// the choice.
[[nodiscard]] std::optional<std::string> why_no_storage_pool(std::string_view pool);

struct StorageDirectiveText {
  std::string pool;           ///< Empty: nothing said.
  std::uint32_t count = 1;    ///< One where another field is given (ST9).
  std::uint64_t size_mib = 0; ///< 0: nothing said.
};

/// Reads a number and one of M G T P E Z Y, with `B` or `iB` behind it or not, in MiB; a fraction
/// counts as the next MiB (ST3). @returns nothing for other text, and where 64 bits cannot hold it.
[[nodiscard]] std::optional<std::uint64_t> parse_storage_size(std::string_view text);

/// Reads fields with commas between, in any order. Errors are in Juju's words, without its prefix
/// `cannot parse disk constraints: `.
[[nodiscard]] tl::expected<StorageDirectiveText, std::string>
parse_storage_directive(std::string_view text);

/// `NAME=DIRECTIVE`; `NAME` alone counts as one instance where `bare` allows it (ST7).
[[nodiscard]] tl::expected<std::pair<std::string, StorageDirectiveText>, std::string>
parse_named_directive(std::string_view text, bool bare);

} // namespace orrery::config
