#include "config/bundle_references.hpp"

#include "config/bundle_application.hpp"
#include "config/counted.hpp"
#include "config/names.hpp"
#include "config/number.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

namespace orrery::config {

namespace {

/// Names that placements and relations may use.
struct Declared {
  std::unordered_map<std::string, std::size_t> applications; ///< Their places in the bundle.
  std::unordered_set<std::string> machines;

  explicit Declared(const Bundle& bundle)
    : machines(bundle.machines.begin(), bundle.machines.end()) {
    for (std::size_t i = 0; i < bundle.applications.size(); ++i)
      applications.emplace(bundle.applications[i].name, i);
  }
};

/// Remedy for a name that is not declared: the nearest one that is, or all advice there is.
std::string suggestion(const Bundle& bundle, const std::string& name, std::string otherwise) {
  // A bundle of thousands is not searched: the advice is enough then.
  constexpr std::size_t most_searched = 1000;
  if (bundle.applications.size() > most_searched)
    return otherwise;
  std::vector<std::string> names;
  for (const auto& application : bundle.applications)
    names.push_back(application.name);
  const auto nearest = nearest_name(name, names);
  return nearest.empty() ? otherwise : "did you mean " + nearest + "?";
}

std::optional<std::uint32_t> unit_number(std::string_view text) {
  const bool padded = text.size() > 1 && text.front() == '0';
  return padded ? std::nullopt : parse_number<std::uint32_t>(text);
}

/// Brings one application's placements to their final form.
class Resolver {
public:
  Resolver(const Document& document, const Bundle& bundle, const Declared& declared)
    : document_(document), bundle_(bundle), declared_(declared) {}

  /// @returns the placement, and the application it waits for if there is one.
  Result<std::string> resolve(const Node& node, const std::string& own, const std::string& to);

  /// Applications whose machines the resolved placements need.
  [[nodiscard]] const std::set<std::size_t>& needs() const { return needs_; }

private:
  [[nodiscard]] Error unknown(const Node& node, const std::string& to) const;

  const Document& document_;
  const Bundle& bundle_;
  const Declared& declared_;
  std::set<std::size_t> needs_;
  std::map<std::string, std::uint32_t> turns_;
};

Error Resolver::unknown(const Node& node, const std::string& to) const {
  if (to.find(':') != std::string::npos)
    return document_.error(node, "the placement " + quote(to) + " asks for a container",
                           "Orrery places units on machines: name one without the prefix");
  if (unit_number(to))
    return document_.error(node, "machine " + quote(to) + " is not declared",
                           "add it: machines: {\"" + to + "\": {}}");
  return document_.error(
    node, "the placement " + quote(to) + " is neither a machine nor an application of the bundle",
    suggestion(bundle_, to.substr(0, to.find('/')), "declare it, or write new"));
}

Result<std::string>
Resolver::resolve(const Node& node, const std::string& own, const std::string& to) {
  if (to == "new" || declared_.machines.count(to) != 0)
    return to;
  const auto slash = to.find('/');
  const auto name = to.substr(0, slash);
  const auto found = declared_.applications.find(name);
  if (found == declared_.applications.end())
    return tl::unexpected(unknown(node, to));
  if (name == own)
    return tl::unexpected(document_.error(node,
                                          "application " + quote(own) + " is placed on itself",
                                          "name a machine or another application"));
  const auto units = bundle_.applications[found->second].units;
  const auto number = slash == std::string::npos
                        ? std::optional{units == 0 ? 0 : turns_[name]++ % units}
                        : unit_number(std::string_view{to}.substr(slash + 1));
  if (!number)
    return tl::unexpected(
      document_.error(node, quote(to) + " is no unit", "write e.g. " + name + "/0"));
  if (*number >= units)
    return tl::unexpected(
      document_.error(node,
                      "the bundle deploys " + counted(units, "unit") + " of " + name
                        + ", so none is " + quote(name + "/" + std::to_string(*number)),
                      "units count from 0: raise num_units of " + name + " or name a lower one"));
  needs_.insert(found->second);
  return name + "/" + std::to_string(*number);
}

/// Whether a placement means an application's units in turn.
bool takes_turns(const Declared& declared, const std::string& to) {
  return declared.machines.count(to) == 0 && declared.applications.count(to) != 0;
}

/// Index of an application that waits for itself through others; nothing if there is none.
std::optional<std::size_t> find_circle(const std::vector<std::set<std::size_t>>& needs) {
  std::vector<std::size_t> open(needs.size());
  std::vector<std::vector<std::size_t>> needed_by(needs.size());
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    open[i] = needs[i].size();
    for (const auto need : needs[i])
      needed_by[need].push_back(i);
    if (open[i] == 0)
      ready.push_back(i);
  }
  while (!ready.empty()) {
    const auto done = ready.back();
    ready.pop_back();
    for (const auto waiting : needed_by[done])
      if (--open[waiting] == 0)
        ready.push_back(waiting);
  }
  // What waits for a circle is left open too: walk along the needs until one comes back.
  const auto left = std::find_if(open.begin(), open.end(), [](auto count) { return count > 0; });
  if (left == open.end())
    return std::nullopt;
  std::vector<bool> seen(needs.size(), false);
  auto at = static_cast<std::size_t>(left - open.begin());
  while (!seen[at]) {
    seen[at] = true;
    at =
      *std::find_if(needs[at].begin(), needs[at].end(), [&](auto need) { return open[need] > 0; });
  }
  return at;
}

/// Whether an end of the relation is such an application.
bool has_end_of(const Node& pair, const std::set<std::string, std::less<>>& applications) {
  return std::any_of(pair.items.begin(), pair.items.end(), [&](const Node& end) {
    return applications.contains(std::string_view{end.scalar}.substr(0, end.scalar.find(':')));
  });
}

struct EndpointText {
  std::string application;
  std::string text;
};

Result<EndpointText> read_endpoint_text(const Document& document,
                                        const Node& node,
                                        const Bundle& bundle,
                                        const Declared& declared) {
  auto text = document.text(node, "endpoint");
  if (!text)
    return tl::unexpected(std::move(text.error()));
  const auto colon = text->find(':');
  const auto name = text->substr(0, colon);
  if (declared.applications.count(name) == 0)
    return tl::unexpected(
      document.error(node, "the bundle has no application " + quote(name),
                     suggestion(bundle, name, "declare it under applications")));
  if (colon != std::string::npos && !is_endpoint_name(text->substr(colon + 1)))
    return tl::unexpected(document.error(node,
                                         quote(text->substr(colon + 1)) + " is no endpoint name",
                                         "write e.g. " + name + ":db, or only " + name));
  return EndpointText{name, std::move(*text)};
}

} // namespace

Result<void>
resolve_placements(const Document& document, const Node& applications, Bundle& bundle) {
  const Declared declared{bundle};
  std::vector<std::set<std::size_t>> needs;
  std::size_t placements = 0;
  for (std::size_t i = 0; i < bundle.applications.size(); ++i) {
    auto& application = bundle.applications[i];
    Resolver resolver{document, bundle, declared};
    const auto* member = applications.members[i].value.find("to");
    if (!application.to.empty() && takes_turns(declared, application.to.back()))
      placements += application.units;
    if (placements > most_bundle_units)
      return tl::unexpected(document.error(
        *member, "the bundle places more than " + std::to_string(most_bundle_units) + " units",
        "place fewer units on those of other applications"));
    if (!application.to.empty() && takes_turns(declared, application.to.back()))
      application.to.resize(application.units, application.to.back());
    for (std::size_t k = 0; k < application.to.size(); ++k) {
      const auto& value = member->value;
      const auto& node =
        value.items.empty() ? value : value.items[std::min(k, value.items.size() - 1)];
      auto resolved = resolver.resolve(node, application.name, application.to[k]);
      if (!resolved)
        return tl::unexpected(std::move(resolved.error()));
      application.to[k] = std::move(*resolved);
    }
    needs.push_back(resolver.needs());
  }
  const auto circle = find_circle(needs);
  if (!circle)
    return {};
  return tl::unexpected(document.error(*applications.members[*circle].value.find("to"),
                                       "the placements of application "
                                         + quote(bundle.applications[*circle].name)
                                         + " lead back to itself through other applications",
                                       "place one of them on a machine or new"));
}

Result<void> read_relations(const Document& document,
                            const Member& relations,
                            const std::set<std::string, std::less<>>& elsewhere,
                            Bundle& bundle) {
  if (auto sequence = document.expect_sequence(relations.value, relations.key); !sequence)
    return sequence;
  const Declared declared{bundle};
  std::map<std::pair<std::string, std::string>, int> lines;
  for (const auto& pair : relations.value.items) {
    if (pair.kind != Node::Kind::Sequence || pair.items.size() != 2)
      return tl::unexpected(document.error(pair, "a relation is a list of two endpoints",
                                           "write e.g. - [web:db, mysql:server]"));
    if (has_end_of(pair, elsewhere))
      continue;
    auto left = read_endpoint_text(document, pair.items[0], bundle, declared);
    if (!left)
      return tl::unexpected(std::move(left.error()));
    auto right = read_endpoint_text(document, pair.items[1], bundle, declared);
    if (!right)
      return tl::unexpected(std::move(right.error()));
    if (left->application == right->application)
      return tl::unexpected(document.error(pair, "a relation is between two different applications",
                                           "remove it: peer relations come by themselves"));
    const auto [earlier, is_new] = lines.emplace(std::minmax(left->text, right->text), pair.line);
    if (!is_new)
      return tl::unexpected(document.error(pair,
                                           "this relation is here a second time, first at line "
                                             + std::to_string(earlier->second),
                                           "remove one of the two"));
    bundle.relations.emplace_back(std::move(left->text), std::move(right->text));
    bundle.relation_lines.push_back(pair.line);
  }
  return {};
}

} // namespace orrery::config
