#include "config/model_keys.hpp"

#include "config/boolean.hpp"
#include "config/document.hpp"
#include "config/go_duration.hpp"
#include "config/log_levels.hpp"
#include "config/number.hpp"
#include "config/storage_directive.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

namespace orrery::config {

namespace {

using Kind = ModelKey::Kind;

constexpr const char* local_addresses = "127.0.0.1,localhost,::1";
constexpr const char* everywhere = "0.0.0.0/0,::/0";

constexpr ModelKey all_model_keys[] = {
  {"agent-metadata-url", Kind::Text, ""},
  {"agent-stream", Kind::Text, "released"},
  {"agent-version", Kind::Fixed},
  {"apt-ftp-proxy", Kind::Text, ""},
  {"apt-http-proxy", Kind::Text, ""},
  {"apt-https-proxy", Kind::Text, ""},
  {"apt-mirror", Kind::Text, ""},
  {"apt-no-proxy", Kind::Text, ""},
  {"authorized-keys", Kind::Fixed},
  {"automatically-retry-hooks", Kind::Boolean, "true"},
  {"backup-dir", Kind::Text, ""},
  {"charmhub-url", Kind::Fixed},
  {"cloudinit-userdata", Kind::Text, ""},
  {"container-image-metadata-defaults-disabled", Kind::Boolean, "false"},
  {"container-image-metadata-url", Kind::Text, ""},
  {"container-image-stream", Kind::Text, "released"},
  {"container-inherit-properties", Kind::Text, ""},
  {"container-networking-method", Kind::Text, ""},
  {"default-base", Kind::Text, ""},
  {"default-series", Kind::Text, ""},
  {"default-space", Kind::Text, ""},
  {"development", Kind::Boolean, "false"},
  {"disable-network-management", Kind::Boolean, "false"},
  {"disable-telemetry", Kind::Boolean, "false"},
  {"disabled-commands-all", Kind::Fixed},
  {"disabled-commands-destroy-model", Kind::Fixed},
  {"disabled-commands-remove-object", Kind::Fixed},
  {"egress-subnets", Kind::Text, ""},
  {"enable-os-refresh-update", Kind::Boolean, "true"},
  {"enable-os-upgrade", Kind::Boolean, "true"},
  {"extra-info", Kind::Text, ""},
  {"fan-config", Kind::Text, ""},
  {"firewall-mode", Kind::Fixed, "instance"},
  {"ftp-proxy", Kind::Text, ""},
  {"http-proxy", Kind::Text, ""},
  {"https-proxy", Kind::Text, ""},
  {"ignore-machine-addresses", Kind::Boolean, "false"},
  {"image-metadata-defaults-disabled", Kind::Boolean, "false"},
  {"image-metadata-url", Kind::Text, ""},
  {"image-stream", Kind::Text, "released"},
  {"juju-ftp-proxy", Kind::Text, ""},
  {"juju-http-proxy", Kind::Text, ""},
  {"juju-https-proxy", Kind::Text, ""},
  {"juju-no-proxy", Kind::Text, local_addresses},
  {"logforward-enabled", Kind::Boolean, "false"},
  {"logging-config", Kind::Levels, "<root>=INFO"},
  {"logging-output", Kind::Text, ""},
  {"lxd-snap-channel", Kind::Text, "5.0/stable"},
  {"max-action-results-age", Kind::Duration, "336h"},
  {"max-action-results-size", Kind::Size, "5G"},
  {"max-status-history-age", Kind::Duration, "336h"},
  {"max-status-history-size", Kind::Size, "5G"},
  {"mode", Kind::Text, "requires-prompts"},
  {"name", Kind::Fixed},
  {"net-bond-reconfigure-delay", Kind::Number, "17"},
  {"no-proxy", Kind::Text, local_addresses},
  {"num-container-provision-workers", Kind::Number, "4"},
  {"num-provision-workers", Kind::Number, "16"},
  {"provisioner-harvest-mode", Kind::Text, "destroyed"},
  {"proxy-ssh", Kind::Boolean, "false"},
  {"resource-tags", Kind::Text, ""},
  {"saas-ingress-allow", Kind::Text, everywhere},
  {"secret-backend", Kind::Text, "auto"},
  {"snap-http-proxy", Kind::Text, ""},
  {"snap-https-proxy", Kind::Text, ""},
  {"snap-store-assertions", Kind::Text, ""},
  {"snap-store-proxy", Kind::Text, ""},
  {"snap-store-proxy-url", Kind::Text, ""},
  {"ssh-allow", Kind::Text, everywhere},
  {"ssl-hostname-verification", Kind::Boolean, "true"},
  {"storage-default-block-source", Kind::Pool},
  {"storage-default-filesystem-source", Kind::Pool},
  {"syslog-ca-cert", Kind::Text},
  {"syslog-client-cert", Kind::Text},
  {"syslog-client-key", Kind::Text},
  {"syslog-host", Kind::Text},
  {"test-mode", Kind::Boolean, "false"},
  {"transmit-vendor-metrics", Kind::Boolean, "true"},
  {"type", Kind::Fixed},
  {"update-status-hook-interval", Kind::Interval, "5m"},
  {"uuid", Kind::Fixed},
};

using Checked = tl::expected<std::string, std::string>;

Checked boolean_value(std::string_view name, std::string_view text) {
  if (const auto value = parse_boolean(text))
    return *value ? "true" : "false";
  return tl::unexpected(std::string(name) + ": expected bool, got string(" + quote(text) + ")");
}

Checked number_value(std::string_view name, std::string_view text) {
  if (const auto value = parse_number<std::int64_t>(text))
    return std::to_string(*value);
  return tl::unexpected(std::string(name) + ": expected number, got string(" + quote(text) + ")");
}

/// `update status hook interval`
std::string spoken(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

Checked duration_value(const ModelKey& key, std::string_view text) {
  const std::string wrong = "invalid " + spoken(key.name) + " in model configuration: ";
  const auto value = parse_go_duration(text);
  if (!value)
    return tl::unexpected(wrong + "time: invalid duration " + quote(text));
  if (value->count() < 0 || (value->count() == 0 && key.kind == Kind::Interval))
    return tl::unexpected(wrong + std::string(text)
                          + " is not more than nothing: write, for example, "
                          + std::string(*key.usual));
  return std::string(text);
}

/// A number and how many bytes its suffix makes of 1.
std::optional<double> size_in_bytes(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  const std::string_view suffix(read.ptr, static_cast<std::size_t>(end - read.ptr));
  constexpr std::string_view suffixes = "MGTPE";
  const std::size_t power = suffix.empty() ? 0 : suffixes.find(suffix.front());
  if (read.ec != std::errc{} || !std::isfinite(value) || value < 0 || suffix.size() > 1
      || power == suffixes.npos)
    return std::nullopt;
  return std::ldexp(value, 20 + 10 * static_cast<int>(power));
}

Checked size_value(const ModelKey& key, std::string_view text) {
  if (size_in_bytes(text))
    return std::string(text);
  return tl::unexpected("invalid " + spoken(key.name)
                        + " in model configuration: expected a non-negative number with optional "
                          "multiplier suffix (M/G/T/P/E), got "
                        + quote(text));
}

constexpr std::size_t longest_key = 256;
constexpr std::size_t largest_value = std::size_t{64} << 10;

} // namespace

std::optional<std::string> why_not_kept(std::string_view name, std::string_view value) {
  const auto fits = [](char c) { return c > ' ' && c < 0x7f && c != ',' && c != '='; };
  if (name.empty() || name.size() > longest_key || !std::all_of(name.begin(), name.end(), fits))
    return quote(name) + " is no name of a key: use at most 256 letters, digits and hyphens";
  if (value.size() > largest_value)
    return std::string(name) + " would have more than 64 KiB: write a shorter value";
  if (!is_utf8(value) || value.find('\0') != std::string_view::npos)
    return std::string(name)
           + " would be no text in UTF-8: write its bytes in another way, as base64";
  return std::nullopt;
}

std::span<const ModelKey> model_keys() {
  return all_model_keys;
}

const ModelKey* find_model_key(std::string_view name) {
  const auto* const found = std::lower_bound(
    std::begin(all_model_keys), std::end(all_model_keys), name,
    [](const ModelKey& key, std::string_view wanted) { return key.name < wanted; });
  return found != std::end(all_model_keys) && found->name == name ? found : nullptr;
}

tl::expected<std::string, std::string> canonical_model_value(const ModelKey& key,
                                                             std::string_view text) {
  switch (key.kind) {
  case Kind::Boolean:
    return boolean_value(key.name, text);
  case Kind::Number:
    return number_value(key.name, text);
  case Kind::Duration:
  case Kind::Interval:
    return duration_value(key, text);
  case Kind::Size:
    return size_value(key, text);
  case Kind::Levels:
    if (const auto levels = parse_log_levels(text); !levels)
      return tl::unexpected(levels.error());
    return std::string(text);
  case Kind::Pool:
    if (auto why = why_no_storage_pool(text))
      return tl::unexpected(std::string(key.name) + ": " + *why);
    break;
  case Kind::Text:
  case Kind::Fixed:
    break;
  }
  return std::string(text);
}

std::string model_value(const std::map<std::string, std::string>& set, std::string_view name) {
  if (const auto found = set.find(std::string(name)); found != set.end())
    return found->second;
  const ModelKey* const key = find_model_key(name);
  return key != nullptr && key->usual ? std::string(*key->usual) : std::string();
}

std::uint64_t bytes_of_size(std::string_view value) {
  constexpr double most = 9.2e18;
  return static_cast<std::uint64_t>(std::clamp(size_in_bytes(value).value_or(0), 0.0, most));
}

bool retries_hooks(const std::map<std::string, std::string>& set) {
  return model_value(set, "automatically-retry-hooks") == "true";
}

std::chrono::milliseconds update_status_interval(const std::map<std::string, std::string>& set) {
  constexpr std::chrono::minutes usual{5};
  const auto interval = parse_go_duration(model_value(set, "update-status-hook-interval"));
  return std::max(std::chrono::milliseconds{1},
                  std::chrono::duration_cast<std::chrono::milliseconds>(interval.value_or(usual)));
}

} // namespace orrery::config
