#include "actors/hooks/tools/action_results.hpp"

#include "actors/hooks/tools/format.hpp"
#include "config/names.hpp"
#include "config/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace orrery::hooks {
namespace {

constexpr std::size_t results_limit = std::size_t{1} << 20; ///< Bytes, as JSON.
constexpr std::size_t most_parts = 64; ///< Of a key; each is a level of the map.

/// Keys under which a task's output is shown.
bool is_reserved_part(std::string_view part) {
  static constexpr std::array<std::string_view, 4> reserved{"stdout", "stdout-encoding", "stderr",
                                                            "stderr-encoding"};
  return std::find(reserved.begin(), reserved.end(), part) != reserved.end();
}

std::vector<std::string> parts_of(std::string_view key) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t dot = key.find('.');
    parts.emplace_back(key.substr(0, dot));
    if (dot == std::string_view::npos)
      return parts;
    key.remove_prefix(dot + 1);
  }
}

/// Makes maps on the way as they are needed.
void put(nlohmann::json& results, const ActionResult& result) {
  nlohmann::json* at = &results;
  for (const std::string& part : result.path) {
    if (!at->is_object())
      *at = nlohmann::json::object();
    at = &(*at)[part];
  }
  *at = result.value;
}

} // namespace

tl::expected<std::vector<ActionResult>, ToolDone>
parse_results(const std::vector<std::string>& arguments) {
  std::vector<ActionResult> results;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos)
      return tl::unexpected(
        misused("argument " + in_quotes(argument) + " must be of the form key...=value"));
    std::vector<std::string> path = parts_of(std::string_view(argument).substr(0, equals));
    for (const std::string& part : path) {
      if (!config::is_action_name(part))
        return tl::unexpected(misused("key " + in_quotes(part)
                                      + " must start and end with lowercase alphanumeric, and "
                                        "contain only lowercase alphanumeric and hyphens"));
      if (is_reserved_part(part))
        return tl::unexpected(misused("cannot set reserved action key " + in_quotes(part)));
    }
    results.push_back({std::move(path), argument.substr(equals + 1)});
  }
  return results;
}

tl::expected<std::string, std::string> with_results(const std::string& results,
                                                    const std::vector<ActionResult>& added) {
  nlohmann::json all = nlohmann::json::parse(results, nullptr, false);
  if (!all.is_object())
    all = nlohmann::json::object();
  for (const ActionResult& result : added) {
    if (result.path.size() > most_parts)
      return tl::unexpected("a key has more than " + std::to_string(most_parts) + " parts");
    if (!config::is_utf8(result.value))
      return tl::unexpected("the value of " + in_quotes(result.path.back())
                            + " is not UTF-8 text: encode it, for instance with base64");
    put(all, result);
  }
  std::string text = all.dump();
  if (text.size() > results_limit)
    return tl::unexpected(
      std::string("they are longer than 1 MiB in all: write what is long to a file"));
  return text;
}

} // namespace orrery::hooks
