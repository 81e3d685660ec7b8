#include "config/requirements.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

namespace orrery::config {

namespace {

using Version = std::array<int, 3>;

constexpr Version own_version{3, 6, 1}; ///< What hooks are told as JUJU_VERSION.
constexpr const char* own_version_text = "3.6.1";

/// `3.1`, `2.9.33` and `4.0-beta1`: what is not written is 0.
std::optional<Version> parse_version(std::string_view text) {
  Version version{};
  for (int& part : version) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), part);
    if (read.ec != std::errc{})
      return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (!text.starts_with('.'))
      return text.empty() || text.front() == '-' ? std::optional{version} : std::nullopt;
    text.remove_prefix(1);
  }
  return version;
}

std::optional<std::string> unmet_feature(const std::string& wanted) {
  std::istringstream words{wanted};
  std::string feature;
  std::string compared;
  std::string number;
  words >> feature >> compared >> number;
  const auto version = parse_version(number);
  const bool holds =
    feature == "juju"
    && (compared.empty() || (compared == ">=" && version && own_version >= *version)
        || (compared == "<" && version && own_version < *version));
  if (holds)
    return std::nullopt;
  return "it assumes " + quote(wanted)
         + (feature == "juju" ? std::string{", and this is as Juju "} + own_version_text
                              : std::string{", which Orrery does not have"});
}

std::optional<std::string> unmet_assumption(const Node& node);

std::optional<std::string> unmet_of_all(const Node& list) {
  for (const Node& item : list.items)
    if (auto unmet = unmet_assumption(item))
      return unmet;
  return std::nullopt;
}

std::optional<std::string> unmet_of_any(const Node& list) {
  std::optional<std::string> last;
  for (const Node& item : list.items) {
    last = unmet_assumption(item);
    if (!last)
      return std::nullopt;
  }
  return last;
}

std::optional<std::string> unmet_assumption(const Node& node) {
  if (node.kind == Node::Kind::Scalar)
    return unmet_feature(node.scalar);
  for (const Member& member : node.members)
    if (auto unmet =
          member.key == "any-of" ? unmet_of_any(member.value) : unmet_of_all(member.value))
      return unmet;
  return unmet_of_all(node);
}

bool is_filled(const Member* member) {
  return member != nullptr && !(member->value.members.empty() && member->value.items.empty());
}

} // namespace

void read_requirements(const Document& document, CharmDeclaration& into) {
  const Node& root = document.root();
  constexpr std::pair<const char*, const char*> sections[] = {{"storage", "storage"},
                                                              {"resources", "resource"},
                                                              {"devices", "device"},
                                                              {"payloads", "payload"}};
  for (const auto& [key, name] : sections)
    if (const Member* section = root.find(key))
      for (const Member& member : section->value.members)
        into.lacking.push_back(std::string{name} + " " + quote(member.key));
  if (const Member* terms = root.find("terms"))
    for (const Node& term : terms->value.items)
      into.lacking.push_back("terms " + quote(term.scalar));
  if (const Member* user = root.find("charm-user"))
    into.lacking.push_back("charm-user " + quote(user->value.scalar));
  if (is_filled(root.find("containers")))
    into.unmet.emplace_back("it runs in containers of Kubernetes (containers)");
  if (const Member* assumes = root.find("assumes"))
    if (auto unmet = unmet_assumption(assumes->value))
      into.unmet.push_back(std::move(*unmet));
  if (const Member* least = root.find("min-juju-version")) {
    const auto version = parse_version(least->value.scalar);
    if (version && *version > own_version)
      into.unmet.push_back("it needs Juju " + least->value.scalar + " (min-juju-version), and this "
                           + "is as Juju " + own_version_text);
  }
}

} // namespace orrery::config
