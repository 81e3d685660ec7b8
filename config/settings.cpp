#include "config/settings.hpp"

#include "config/fields.hpp"
#include "config/model_name.hpp"
#include "config/quantity.hpp"
#include "config/setting_values.hpp"
#include "config/yaml.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace orrery::config {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds least_deadline{100};
constexpr milliseconds most_deadline = std::chrono::hours{168};
constexpr milliseconds least_delay{1};
constexpr milliseconds most_delay = std::chrono::hours{24};
constexpr std::uint64_t kibibyte = 1U << 10U;
constexpr std::uint64_t mebibyte = 1U << 20U;
constexpr std::uint64_t gibibyte = 1U << 30U;
constexpr std::size_t longest_model_name = 64;

Result<std::string> read_level(const Document& document, const Node& node) {
  const std::vector<std::string> levels{"trace", "debug", "info", "warning", "error"};
  for (const auto& level : levels)
    if (node.kind == Node::Kind::Scalar && node.scalar == level)
      return level;
  return tl::unexpected(document.error(node, "expected a log level, found " + describe(node),
                                       "write one of trace, debug, info, warning, error"));
}

Result<void> read_log_level(const Document& document, const Member& member, Settings& into) {
  auto level = read_level(document, member.value);
  if (!level)
    return tl::unexpected(std::move(level.error()));
  into.log_level = std::move(*level);
  return {};
}

Result<void> read_log_levels(const Document& document, const Member& member, Settings& into) {
  if (member.value.kind != Node::Kind::Mapping)
    return tl::unexpected(document.error(member.value,
                                         "expected a mapping, found " + describe(member.value),
                                         "write e.g. log-levels: {agent: debug}"));
  for (const Member& component : member.value.members) {
    auto level = read_level(document, component.value);
    if (!level)
      return tl::unexpected(std::move(level.error()));
    into.log_levels[component.key] = std::move(*level);
  }
  return {};
}

Result<void> read_group_access(const Document& document, const Member& member, Settings& into) {
  constexpr std::array<std::string_view, 5> levels{"login", "read", "write", "admin", "superuser"};
  const Node& node = member.value;
  if (node.kind != Node::Kind::Scalar
      || std::find(levels.begin(), levels.end(), node.scalar) == levels.end())
    return tl::unexpected(document.error(node,
                                         "expected a level of access, found " + describe(node),
                                         "write one of login, read, write, admin, superuser"));
  into.group_access = node.scalar;
  return {};
}

Result<void> read_model_name(const Document& document, const Member& member, Settings& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (!is_model_name(*text) || text->size() > longest_model_name || text->back() == '-')
    return tl::unexpected(document.error(
      member.value, quote(*text) + " is no model name",
      "use at most 64 lower-case letters, digits and inner dashes, e.g. model-name: default"));
  into.model_name = std::move(*text);
  return {};
}

const Fields<RetryPolicy>& retry_fields() {
  static const Fields<RetryPolicy> fields{
    {"attempts",
     [](const Document& document, const Member& member, RetryPolicy& into) {
       return read_number(document, member, 1, 1000, into.attempts);
     }},
    {"first-delay",
     [](const Document& document, const Member& member, RetryPolicy& into) {
       return read_duration(document, member, least_delay, most_delay, into.first_delay);
     }},
    {"longest-delay",
     [](const Document& document, const Member& member, RetryPolicy& into) {
       return read_duration(document, member, least_delay, most_delay, into.longest_delay);
     }},
  };
  return fields;
}

Result<void> read_retry(const Document& document, const Member& member, Settings& into) {
  auto& retry = into.retry;
  if (auto read =
        read_fields(document, member.value, member.key, retry_fields(), UnknownKeys::Refuse, retry);
      !read)
    return read;
  if (retry.longest_delay >= retry.first_delay)
    return {};
  return tl::unexpected(document.error(member,
                                       "longest-delay (" + duration_text(retry.longest_delay)
                                         + ") is shorter than first-delay ("
                                         + duration_text(retry.first_delay) + ")",
                                       "raise longest-delay or lower first-delay"));
}

template <std::filesystem::path Settings::*into_member>
Result<void> read_path_setting(const Document& document, const Member& member, Settings& into) {
  auto path = read_path(document, member);
  if (!path)
    return tl::unexpected(std::move(path.error()));
  into.*into_member = std::move(*path);
  return {};
}

Result<void>
read_no_new_privileges(const Document& document, const Member& member, Settings& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.no_new_privileges = *value;
  return {};
}

Result<void> read_run_as(const Document& document, const Member& member, Settings& into) {
  const Node& node = member.value;
  const std::string word = node.kind == Node::Kind::Scalar ? node.scalar : "";
  if (word != "orchestrator" && word != "unit")
    return tl::unexpected(document.error(node,
                                         "expected whom hooks run as, found " + describe(node),
                                         "write run-as: unit, or run-as: orchestrator"));
  into.run_as_unit = word == "unit";
  return {};
}

Result<void> read_run_as_range(const Document& document, const Member& member, Settings& into) {
  const Node& node = member.value;
  const auto range = node.kind == Node::Kind::Scalar ? parse_user_range(node.scalar) : std::nullopt;
  if (!range)
    return tl::unexpected(document.error(
      node, "expected users from 1000 to 4294967293 by number, found " + describe(node),
      "write e.g. run-as-range: 2000000000-2000065535"));
  into.run_as_range = *range;
  return {};
}

const Fields<Settings>& settings_fields() {
  static const Fields<Settings> fields{
    {"address-block",
     [](const Document& document, const Member& member, Settings& into) {
       // 127.0.0.0/16 is everybody's localhost, and the last block holds the broadcast address.
       return read_number(document, member, 1, 254, into.address_block);
     }},
    {"data-directory", read_path_setting<&Settings::data_directory>},
    {"group-access", read_group_access},
    {"history-kept",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 1'000, 1'000'000'000, into.history_kept);
     }},
    {"hook-deadline",
     [](const Document& document, const Member& member, Settings& into) {
       return read_duration(document, member, least_deadline, most_deadline, into.hook_deadline);
     }},
    {"hook-output-limit",
     [](const Document& document, const Member& member, Settings& into) {
       return read_size(document, member, 4 * kibibyte, gibibyte, into.hook_output_limit);
     }},
    {"hook-parallelism",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 1, 1024, into.hook_parallelism);
     }},
    {"idle-agents",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 0, 100'000'000, into.idle_agents);
     }},
    {"juju-tools", read_path_setting<&Settings::juju_tools>},
    {"log-level", read_log_level},
    {"log-levels", read_log_levels},
    {"model-name", read_model_name},
    {"no-new-privileges", read_no_new_privileges},
    {"removed-unit-logs",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 0, 1'000'000, into.removed_unit_logs);
     }},
    {"retry", read_retry},
    {"run-as", read_run_as},
    {"run-as-range", read_run_as_range},
    {"sessions-max",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 1, 4096, into.sessions_max);
     }},
    {"socket", read_path_setting<&Settings::socket>},
    {"store-buffer",
     [](const Document& document, const Member& member, Settings& into) {
       return read_size(document, member, mebibyte, gibibyte, into.store_buffer);
     }},
    {"unit-memory",
     [](const Document& document, const Member& member, Settings& into) {
       return read_size(document, member, 16 * mebibyte, mebibyte * gibibyte, into.unit_memory);
     }},
    {"unit-processes",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 16, 4'194'304, into.unit_processes);
     }},
    {"unit-log-limit",
     [](const Document& document, const Member& member, Settings& into) {
       return read_size(document, member, 4 * kibibyte, 1024 * gibibyte, into.unit_log_limit);
     }},
  };
  return fields;
}

} // namespace

Result<Settings> load_settings(const std::filesystem::path& file) {
  const auto document = read_yaml(file);
  if (!document)
    return tl::unexpected(document.error());
  auto settings = default_settings();
  settings.socket.clear();
  if (auto read = read_fields(*document, document->root(), "the settings file", settings_fields(),
                              UnknownKeys::Refuse, settings);
      !read)
    return tl::unexpected(std::move(read.error()));
  if (settings.socket.empty())
    settings.socket = settings.data_directory / "orrery.socket";
  return settings;
}

} // namespace orrery::config
