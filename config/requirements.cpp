#include "config/requirements.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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

/// A part of `assumes`: `juju >= 3.1`, `juju>=3.1` or only a name.
struct Assumption {
  std::string_view feature;
  std::string_view compared; ///< Empty if there is no version.
  std::string_view version;
};

std::string_view assumption_word(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

Assumption assumption_of(std::string_view text) {
  const auto begin = std::min(text.find_first_of("<>="), text.size());
  const auto end = std::min(text.find_first_not_of("<>=", begin), text.size());
  return {assumption_word(text.substr(0, begin)), text.substr(begin, end - begin),
          assumption_word(text.substr(end))};
}

std::optional<std::string> unmet_feature(const std::string& wanted) {
  const auto [feature, compared, number] = assumption_of(wanted);
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

std::vector<Error> unmet_assumptions(const Document& document, const Node& node);

std::vector<Error> unmet_of_all(const Document& document, const Node& list) {
  std::vector<Error> unmet;
  for (const Node& item : list.items) {
    auto of_item = unmet_assumptions(document, item);
    std::move(of_item.begin(), of_item.end(), std::back_inserter(unmet));
  }
  return unmet;
}

std::vector<Error> unmet_of_any(const Document& document, const Node& list) {
  std::vector<Error> last;
  for (const Node& item : list.items) {
    last = unmet_assumptions(document, item);
    if (last.empty())
      return {};
  }
  return last;
}

std::vector<Error> unmet_assumptions(const Document& document, const Node& node) {
  if (node.kind == Node::Kind::Scalar) {
    const auto unmet = unmet_feature(node.scalar);
    return unmet ? std::vector<Error>{document.error(node, *unmet, "")} : std::vector<Error>{};
  }
  std::vector<Error> unmet = unmet_of_all(document, node);
  for (const Member& member : node.members) {
    auto of_member = member.key == "any-of" ? unmet_of_any(document, member.value)
                                            : unmet_of_all(document, member.value);
    std::move(of_member.begin(), of_member.end(), std::back_inserter(unmet));
  }
  return unmet;
}

bool is_filled(const Member* member) {
  return member != nullptr && !(member->value.members.empty() && member->value.items.empty());
}

} // namespace

void read_requirements(const Document& document, Findings& findings) {
  const Node& root = document.root();
  const auto lacking = [&](const auto& at, const std::string& what) {
    findings.lacking(document.error(at, what, ""));
  };
  constexpr std::pair<const char*, const char*> sections[] = {{"devices", "device"},
                                                              {"payloads", "payload"}};
  for (const auto& [key, name] : sections)
    if (const Member* section = root.find(key))
      for (const Member& member : section->value.members)
        lacking(member, std::string{name} + " " + quote(member.key));
  if (const Member* terms = root.find("terms"))
    for (const Node& term : terms->value.items)
      lacking(term, "terms " + quote(term.scalar));
  if (const Member* user = root.find("charm-user"))
    lacking(*user, "charm-user " + quote(user->value.scalar));
  if (const Member* containers = root.find("containers"); is_filled(containers))
    findings.unmet(
      document.error(*containers, "it runs in containers of Kubernetes (containers)", ""));
  if (const Member* assumes = root.find("assumes"))
    for (Error& unmet : unmet_assumptions(document, assumes->value))
      findings.unmet(std::move(unmet));
  if (const Member* least = root.find("min-juju-version")) {
    const auto version = parse_version(least->value.scalar);
    if (version && *version > own_version)
      findings.unmet(document.error(least->value,
                                    "it needs Juju " + least->value.scalar
                                      + " (min-juju-version), and this is as Juju "
                                      + own_version_text,
                                    ""));
  }
}

} // namespace orrery::config
