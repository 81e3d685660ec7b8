#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace orrery::agents {

/// Where the members that a relation shows differ from those that its charm was told of: kept as
/// they change, so that the next hook of a relation with very many members costs no look at all of
/// them.
class MemberDifferences {
public:
  using Members = std::map<std::string, std::uint64_t>; ///< With versions of their settings.
  enum class Kind : std::uint8_t { Gone, Fresh, Newer };

  /// Compares all.
  MemberDifferences(const Members& delivered, const Members& shown);
  /// Compares one, which has changed here or there.
  void look_at(const Members& delivered, const Members& shown, const std::string& member);
  /// @returns null if there is none of that kind; otherwise the first by name.
  [[nodiscard]] const std::string* first(Kind kind) const;

private:
  std::set<std::pair<Kind, std::string>> all_;
};

} // namespace orrery::agents
