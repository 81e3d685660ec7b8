#include "actors/rules/unit_charms.hpp"

#include "actors/rules/storage_refresh.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery::rules {

std::vector<std::string> charms_of(const store::Application& application) {
  std::vector<std::string> urls{application.charm};
  for (const auto& [url, count] : application.older_charms)
    urls.push_back(url);
  return urls;
}

std::uint32_t units_of_newest(const store::Application& application) {
  std::uint32_t units = application.unit_count;
  for (const auto& [url, count] : application.older_charms)
    units -= count;
  return units;
}

std::string give_charm(store::Application& application, const std::string& url) {
  if (application.charm == url)
    return {};
  const std::uint32_t units = units_of_newest(application);
  std::string before = std::exchange(application.charm, url);
  application.older_charms.erase(url); // who has it already has the newest
  if (units == 0)
    return before;
  application.older_charms[before] = units;
  return {};
}

void drop_charm(Decision& decision, store::Application& application, const std::string& url) {
  const auto older = application.older_charms.find(url);
  if (older == application.older_charms.end() || --older->second > 0)
    return;
  application.older_charms.erase(older);
  decision.visits.push_back({model(), ForgetApplications{{}, {{application.name, url}}}});
}

namespace {

MoveUnit move_of(const UnitState& unit, const protocol::SetUnitCharm& wanted) {
  MoveUnit move{unit.record.charm, wanted.charm};
  if (unit.record.life == store::Life::Alive) {
    move.unit = unit.record.name;
    move.owned = owned_storage(unit);
  }
  return move;
}

/// Has the model number what the unit lacks of the charm's storage (ST48). The model is visited
/// once, so that it lets go of the charm before in the same step.
void add_storage_of_charm(Decision& decision,
                          const ApplicationState& application,
                          const MoveUnit& move) {
  NumberStorage wanted{move.unit, storage_of_charm(application, move.owned), {}};
  if (move.unit.empty() || wanted.more.empty())
    return;
  wanted.before = move.from;
  wanted.drops = !decision.visits.empty();
  decision.visits.assign({{model(), std::move(wanted)}});
}

} // namespace

Decision set_charm(const UnitState& unit, const protocol::SetUnitCharm& wanted) {
  store::Unit after = unit.record;
  after.charm = wanted.charm;
  after.charm_changes = wanted.charm_changes;
  after.skipped_upgrade = wanted.skips_hook ? wanted.charm : std::string();
  if (after == unit.record)
    return nothing(); // it was asked before a crash, whatever is the newest by now
  if (unit.record.life == store::Life::Dead)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("unit {} is dead and gets no charm", unit.record.name));
  Decision decision;
  if (after.charm != unit.record.charm)
    decision.visits.push_back({application(unit.record.application), move_of(unit, wanted)});
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

Decision move_unit(const ApplicationState& application, const MoveUnit& move) {
  if (move.to != application.record.charm)
    return refuse(protocol::Code::Contention,
                  fmt::format("application \"{}\" has charm {} by now: its units take that one",
                              application.record.name, application.record.charm));
  store::Application after = application.record;
  Decision decision;
  drop_charm(decision, after, move.from);
  decision.writes.push_back(put(std::move(after)));
  add_storage_of_charm(decision, application, move);
  return decision;
}

} // namespace orrery::rules
