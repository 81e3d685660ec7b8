#include "config/settings.hpp"

#include "config/fields.hpp"
#include "config/home.hpp"
#include "config/input.hpp"
#include "config/quantity.hpp"
#include "config/yaml.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

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

/// Absolute; `~/` is the user's home, anything relative belongs to the settings file's directory.
Result<std::filesystem::path> read_path(const Document& document, const Member& member) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (text->empty())
    return tl::unexpected(
      document.error(member.value, "the path is empty", "write a path or remove " + member.key));
  if (*text == "~" || text->compare(0, 2, "~/") == 0)
    return (home_directory() / text->substr(std::min<std::size_t>(2, text->size())))
      .lexically_normal();
  std::error_code failed;
  const auto file = std::filesystem::absolute(document.file(), failed);
  return (file.parent_path() / *text).lexically_normal();
}

Result<void> read_duration(const Document& document,
                           const Member& member,
                           milliseconds least,
                           milliseconds most,
                           milliseconds& into) {
  const auto& node = member.value;
  const auto value = node.kind == Node::Kind::Scalar ? parse_duration(node.scalar) : std::nullopt;
  if (!value)
    return tl::unexpected(
      document.error(node, "expected a duration, found " + describe(node),
                     "write a number and ms, s, m or h, e.g. " + member.key + ": 30s"));
  if (*value < least || *value > most)
    return tl::unexpected(document.error(node,
                                         "expected a duration from " + duration_text(least) + " to "
                                           + duration_text(most) + ", found " + describe(node),
                                         "write e.g. " + member.key + ": " + duration_text(into)));
  into = *value;
  return {};
}

Result<void> read_size(const Document& document,
                       const Member& member,
                       std::uint64_t least,
                       std::uint64_t most,
                       std::uint64_t& into) {
  const auto& node = member.value;
  const auto value = node.kind == Node::Kind::Scalar ? parse_size(node.scalar) : std::nullopt;
  if (!value)
    return tl::unexpected(
      document.error(node, "expected a size, found " + describe(node),
                     "write a number and B, KiB, MiB or GiB, e.g. " + member.key + ": 8MiB"));
  if (*value < least || *value > most)
    return tl::unexpected(document.error(node,
                                         "expected a size from " + size_text(least) + " to "
                                           + size_text(most) + ", found " + describe(node),
                                         "write e.g. " + member.key + ": 8MiB"));
  into = *value;
  return {};
}

template <class Number>
Result<void> read_number(const Document& document,
                         const Member& member,
                         std::uint32_t least,
                         std::uint32_t most,
                         Number& into) {
  const auto value = document.whole_number(member.value, member.key, least, most);
  if (!value)
    return tl::unexpected(value.error());
  into = static_cast<Number>(*value);
  return {};
}

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

bool is_model_name(const std::string& text) {
  if (text.empty() || text.size() > longest_model_name || text.front() == '-' || text.back() == '-')
    return false;
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

Result<void> read_model_name(const Document& document, const Member& member, Settings& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (!is_model_name(*text))
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

Result<void> read_data_directory(const Document& document, const Member& member, Settings& into) {
  auto path = read_path(document, member);
  if (!path)
    return tl::unexpected(std::move(path.error()));
  into.data_directory = std::move(*path);
  return {};
}

Result<void> read_socket(const Document& document, const Member& member, Settings& into) {
  auto path = read_path(document, member);
  if (!path)
    return tl::unexpected(std::move(path.error()));
  into.socket = std::move(*path);
  return {};
}

const Fields<Settings>& settings_fields() {
  static const Fields<Settings> fields{
    {"address-block",
     [](const Document& document, const Member& member, Settings& into) {
       // 127.0.0.0/16 is everybody's localhost, and the last block holds the broadcast address.
       return read_number(document, member, 1, 254, into.address_block);
     }},
    {"data-directory", read_data_directory},
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
    {"log-level", read_log_level},
    {"log-levels", read_log_levels},
    {"model-name", read_model_name},
    {"removed-unit-logs",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 0, 1'000'000, into.removed_unit_logs);
     }},
    {"retry", read_retry},
    {"sessions-max",
     [](const Document& document, const Member& member, Settings& into) {
       return read_number(document, member, 1, 4096, into.sessions_max);
     }},
    {"socket", read_socket},
    {"store-buffer",
     [](const Document& document, const Member& member, Settings& into) {
       return read_size(document, member, mebibyte, gibibyte, into.store_buffer);
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
