#include "config/constraints.hpp"

#include "config/boolean.hpp"
#include "config/document.hpp"
#include "config/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace orrery::config {

namespace {

/// The canonical text of a value, or what is wrong with it.
using ReadConstraint = tl::expected<std::string, std::string>;

struct KnownConstraint {
  std::string_view name;
  ConstraintKind kind = ConstraintKind::Text;
};

/// In the order in which Juju prints them.
constexpr std::array<KnownConstraint, 16> known_constraints{{
  {"arch"},
  {"container"},
  {"cores", ConstraintKind::Number},
  {"cpu-power", ConstraintKind::Number},
  {"nested-virtualization", ConstraintKind::Boolean},
  {"instance-role"},
  {"instance-type"},
  {"mem", ConstraintKind::Size},
  {"root-disk", ConstraintKind::Size},
  {"root-disk-source"},
  {"tags", ConstraintKind::List},
  {"spaces", ConstraintKind::List},
  {"virt-type"},
  {"zones", ConstraintKind::List},
  {"allocate-public-ip", ConstraintKind::Boolean},
  {"image-id"},
}};

constexpr std::string_view cores_of_old = "cpu-cores";
constexpr std::size_t constraints_max = 4096;
constexpr std::array<std::string_view, 5> known_architectures{"amd64", "arm64", "ppc64el",
                                                              "riscv64", "s390x"};
constexpr std::array<std::string_view, 3> known_containers{"none", "lxd", "kvm"};

const KnownConstraint* find_constraint(std::string_view name) {
  const auto* const found =
    std::find_if(known_constraints.begin(), known_constraints.end(),
                 [&](const KnownConstraint& known) { return known.name == name; });
  return found == known_constraints.end() ? nullptr : found;
}

ReadConstraint read_whole_constraint(std::string_view text) {
  const auto number = parse_number<std::uint64_t>(text);
  if (!number)
    return tl::unexpected(std::string("must be a non-negative integer"));
  return *number == 0 ? "" : std::to_string(*number);
}

/// Mebibytes, rounded up.
ReadConstraint read_mebibytes(std::string_view text) {
  constexpr std::string_view letters = "MGTP";
  constexpr double most = 1e15; // far beyond what there is, and a double holds it exactly
  double factor = 1;
  if (const auto letter = letters.find(text.back()); letter != std::string_view::npos) {
    factor = std::pow(1024.0, static_cast<double>(letter));
    text.remove_suffix(1);
  }
  const auto number = parse_number<double>(text);
  if (!number || !(*number >= 0) || *number * factor > most)
    return tl::unexpected(std::string("must be a non-negative float with optional M/G/T/P suffix"));
  const auto whole = static_cast<std::uint64_t>(std::ceil(*number * factor));
  return whole == 0 ? "" : std::to_string(whole);
}

bool is_space_name(std::string_view name) {
  if (name.starts_with('^')) // not that one
    name.remove_prefix(1);
  return !name.empty() && name.front() != '-' && name.back() != '-'
         && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-")
              == std::string_view::npos;
}

ReadConstraint read_constraint_spaces(std::string_view text) {
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const auto name = rest.substr(0, comma);
    if (!is_space_name(name))
      return tl::unexpected(quote(name) + " is not a valid space name");
    if (comma == std::string_view::npos)
      return std::string(text);
    rest.remove_prefix(comma + 1);
  }
}

ReadConstraint read_constraint_text(std::string_view name, std::string_view text) {
  const auto is_one_of = [&](const auto& all) {
    return std::find(all.begin(), all.end(), text) != all.end();
  };
  if (name == "arch" && !is_one_of(known_architectures))
    return tl::unexpected(quote(text) + " not recognized");
  if (name == "container" && !is_one_of(known_containers))
    return tl::unexpected("invalid container type " + quote(text));
  return std::string(text);
}

/// @param text not empty
ReadConstraint read_constraint_value(const KnownConstraint& known, std::string_view text) {
  switch (known.kind) {
  case ConstraintKind::Number:
    return read_whole_constraint(text);
  case ConstraintKind::Size:
    return read_mebibytes(text);
  case ConstraintKind::Boolean:
    if (const auto value = parse_boolean(text))
      return std::string(*value ? "true" : "false");
    return tl::unexpected(std::string("must be 'true' or 'false'"));
  case ConstraintKind::List:
    return known.name == "spaces" ? read_constraint_spaces(text) : std::string(text);
  case ConstraintKind::Text:
    break;
  }
  return read_constraint_text(known.name, text);
}

/// Splits at blanks that have no backslash before them.
std::vector<std::string> constraint_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text.substr(i, 2) == "\\ ") {
      words.back() += ' ';
      ++i;
    } else if (text[i] != ' ') {
      words.back() += text[i];
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  if (words.back().empty())
    words.pop_back();
  return words;
}

bool is_control_character(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

/// Takes in one word. @returns what is wrong with it
std::optional<std::string> take_constraint(const std::string& word, Constraints& into) {
  const auto equals = word.find('=');
  if (equals == std::string::npos || equals == 0
      || std::any_of(word.begin(), word.end(), is_control_character))
    return "malformed constraint " + quote(word);
  auto name = word.substr(0, equals);
  const auto text = std::string_view(word).substr(equals + 1);
  if (name == cores_of_old) {
    into.aliases[name] = "cores";
    name = "cores";
  }
  const KnownConstraint* const known = find_constraint(name);
  if (known == nullptr)
    return "unknown constraint " + quote(name);
  const auto bad = "bad " + quote(name) + " constraint: ";
  if (into.values.contains(name))
    return bad + "already set";
  if (text.empty() && name == "allocate-public-ip")
    return std::nullopt; // as in Juju, no word on it
  auto value = text.empty() ? ReadConstraint(known->kind == ConstraintKind::Boolean ? "false" : "")
                            : read_constraint_value(*known, text);
  if (!value)
    return bad + value.error();
  into.values[name] = std::move(*value);
  return std::nullopt;
}

/// @param in_bundle the form that bundles have
std::string constraints_text(const Constraints& constraints, bool in_bundle) {
  std::string all;
  for (const KnownConstraint& known : known_constraints) {
    const auto found = constraints.values.find(std::string(known.name));
    if (found == constraints.values.end())
      continue;
    if (!all.empty())
      all += ' ';
    all += in_bundle && known.name == "cores" ? cores_of_old : known.name;
    all += '=';
    for (const char c : found->second)
      all += c == ' ' ? std::string("\\ ") : std::string(1, c);
    if (known.kind == ConstraintKind::Size && !found->second.empty() && !in_bundle)
      all += 'M';
  }
  return all;
}

} // namespace

std::string Constraints::text() const {
  return constraints_text(*this, false);
}

std::string Constraints::bundle_text() const {
  return constraints_text(*this, true);
}

ConstraintKind constraint_kind(std::string_view name) {
  const KnownConstraint* const known = find_constraint(name);
  return known == nullptr ? ConstraintKind::Text : known->kind;
}

std::vector<std::string> constraint_names() {
  std::vector<std::string> names;
  for (const KnownConstraint& known : known_constraints)
    names.emplace_back(known.name);
  return names;
}

tl::expected<Constraints, std::string> parse_constraints(std::string_view text) {
  if (text.size() > constraints_max)
    return tl::unexpected("constraints of " + std::to_string(text.size())
                          + " bytes are too long: at most " + std::to_string(constraints_max));
  Constraints read;
  for (const std::string& word : constraint_words(text))
    if (auto why = take_constraint(word, read))
      return tl::unexpected(std::move(*why));
  return read;
}

Constraints merged(const Constraints& inherited, const Constraints& own) {
  Constraints all{own.values};
  all.values.insert(inherited.values.begin(), inherited.values.end());
  return all;
}

} // namespace orrery::config
