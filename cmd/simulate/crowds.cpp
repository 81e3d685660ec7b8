#include "cmd/simulate/crowds.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace orrery::simulate {

namespace {

using Members = std::map<std::string, std::uint64_t>; ///< Units of each application.

/// Units and relations that a command would add to the model.
struct Added {
  std::string unit_of; ///< An application that gets a unit.
  store::Relation relation{};
  std::string peers; ///< An application that gets a peer relation.
};

const store::CharmEndpoint* endpoint_of(const store::Contents& contents,
                                        const std::string& application,
                                        const std::string& name) {
  const auto found = contents.applications.find(application);
  if (found == contents.applications.end())
    return nullptr;
  const auto charm = contents.charms.find(found->second.charm);
  if (charm == contents.charms.end())
    return nullptr;
  const auto& all = charm->second.endpoints;
  const auto endpoint =
    std::find_if(all.begin(), all.end(), [&](const auto& e) { return e.name == name; });
  return endpoint == all.end() ? nullptr : &*endpoint;
}

bool is_in_container(const store::Contents& contents,
                     const std::string& application,
                     const std::string& endpoint) {
  const store::CharmEndpoint* found = endpoint_of(contents, application, endpoint);
  return found != nullptr && found->scope == store::ScopeKind::Container;
}

Added added_by(const store::Contents& contents, const protocol::Command& command) {
  Added added;
  if (const auto* unit = std::get_if<protocol::AddUnit>(&command))
    added.unit_of = unit->application;
  if (const auto* asked = std::get_if<protocol::AddRelation>(&command)) {
    const bool container =
      is_in_container(contents, asked->application, asked->endpoint)
      || is_in_container(contents, asked->other_application, asked->other_endpoint);
    added.relation.scope = container ? store::ScopeKind::Container : store::ScopeKind::Global;
    added.relation.ends = {{asked->application, {}, {}}, {asked->other_application, {}, {}}};
  }
  return added;
}

class Counted {
public:
  Counted(const store::Contents& contents, const Added& added) : contents_(contents) {
    for (const auto& [id, relation] : contents.relations)
      add(relation);
    if (!added.relation.ends.empty())
      add(added.relation);
    for (const auto& [name, application] : contents.applications)
      if (!application.subordinate)
        units_[name] = application.unit_count + (name == added.unit_of ? 1U : 0U);
    count_subordinates();
    if (!added.peers.empty())
      seen_ += units_[added.peers] * units_[added.peers];
    for (const store::Relation* relation : global_)
      seen_ += seen_in(*relation);
  }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }

private:
  void add(const store::Relation& relation) {
    (relation.scope == store::ScopeKind::Container ? container_ : global_).push_back(&relation);
  }
  /// A principal has at most one unit of each subordinate, whichever relations ask for it.
  void count_subordinates() {
    std::set<std::pair<std::string, std::string>> counted;
    for (const store::Relation* relation : container_)
      for (const auto& [name, other] : both_ways(*relation))
        if (is_subordinate(name) && !is_subordinate(other) && counted.insert({name, other}).second)
          units_[name] += units_[other];
    for (const auto& [name, application] : contents_.applications) // others are still going
      if (application.subordinate)
        units_[name] = std::max<std::uint64_t>(units_[name], application.unit_count);
  }
  static std::vector<std::pair<std::string, std::string>>
  both_ways(const store::Relation& relation) {
    const std::string& one = relation.ends.front().application;
    const std::string& other = relation.ends.back().application;
    return {{one, other}, {other, one}};
  }
  [[nodiscard]] bool is_subordinate(const std::string& name) const {
    const auto found = contents_.applications.find(name);
    return found != contents_.applications.end() && found->second.subordinate;
  }
  std::uint64_t seen_in(const store::Relation& relation) {
    const std::uint64_t one = units_[relation.ends.front().application];
    if (relation.ends.size() == 1)
      return one * one;
    return 2 * one * units_[relation.ends.back().application];
  }

  const store::Contents& contents_;
  std::vector<const store::Relation*> global_;
  std::vector<const store::Relation*> container_;
  Members units_;
  std::uint64_t seen_ = 0;
};

} // namespace

bool has_room_for(const store::Contents& contents, const protocol::Command& command) {
  const Added added = added_by(contents, command);
  if (added.unit_of.empty() && added.relation.ends.empty())
    return true;
  return Counted(contents, added).seen() <= most_seen;
}

bool has_room_for_peers(const store::Contents& contents, const std::string& application) {
  return Counted(contents, {{}, {}, application}).seen() <= most_seen;
}

} // namespace orrery::simulate
