#pragma once

#include <string>
#include <string_view>
#include <utility>

/// Ids of storages: `data/0`.
namespace orrery::agents {

/// Returns the name that a charm gives its storage: `data` of `data/0`.
[[nodiscard]] inline std::string storage_name(const std::string& id) {
  return id.substr(0, id.rfind('/'));
}

/// Orders ids by name, then by number (ST23).
struct StorageOrder {
  bool operator()(std::string_view left, std::string_view right) const {
    const auto [left_name, left_number] = parts(left);
    const auto [right_name, right_number] = parts(right);
    if (left_name != right_name)
      return left_name < right_name;
    if (left_number.size() != right_number.size())
      return left_number.size() < right_number.size();
    return left_number < right_number;
  }

private:
  /// @returns name and digits, which have no leading zero
  static std::pair<std::string_view, std::string_view> parts(std::string_view id) {
    const auto slash = id.rfind('/');
    if (slash == std::string_view::npos)
      return {id, {}};
    return {id.substr(0, slash), id.substr(slash + 1)};
  }
};

} // namespace orrery::agents
