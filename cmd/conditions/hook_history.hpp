#pragma once

#include "cmd/session/arguments.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// A claim about the hooks that a unit's charm has run: `UNIT begins-with|ends-with|has
/// HOOK...`.
class HookClaim {
public:
  /// Reads words `from` up to `to`. Errors carry the word's number.
  [[nodiscard]] static tl::expected<HookClaim, UsageError>
  parse(const std::vector<std::string>& words, std::size_t from, std::size_t to);

  /// Why it is not so, a line; empty if it is.
  /// @param data the orchestrator's data directory, where the unit's log lies.
  [[nodiscard]] std::string contradiction(const std::filesystem::path& data) const;

private:
  enum class Where : std::uint8_t { Begin, End, Anywhere };

  [[nodiscard]] bool fits(const std::vector<std::string>& ran) const;

  std::string unit_;
  Where where_ = Where::End;
  std::vector<std::string> hooks_; ///< Patterns with `*` and `?`.
};

/// The hooks of a unit that have ended well, in their order, as far as its log goes back; one whose
/// end was lost with the orchestrator's stands there for each time that it ran.
[[nodiscard]] std::vector<std::string> hooks_of(const std::filesystem::path& data,
                                                const std::string& unit);

} // namespace orrery::cmd::console
