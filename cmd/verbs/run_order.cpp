#include "cmd/verbs/run_order.hpp"

#include "cmd/verbs/task_output.hpp"
#include "config/action_parameters.hpp"

#include <string_view>
#include <utility>

namespace orrery::cmd {

namespace {

constexpr std::string_view leader_suffix = "/leader";

/// A3: a leader stays what it was called.
std::string summary_of(const RunWords& words) {
  std::string receivers;
  for (const std::string& unit : words.units)
    receivers +=
      (receivers.empty() ? "" : ",") + (unit.ends_with(leader_suffix) ? unit : tag_of(unit, 0));
  return words.action + " run on " + receivers;
}

/// The action as a unit's charm has it, or why the unit cannot run it.
struct Fit {
  const store::CharmAction* action = nullptr;
  std::string charm;
  std::string parameters;
  std::string error;
};

Fit fit_of(const store::Contents& contents, const store::Unit& unit, const RunWords& words) {
  Fit fit;
  const auto application = contents.applications.find(unit.application);
  fit.charm = unit.charm;
  if (fit.charm.empty() && application != contents.applications.end())
    fit.charm = application->second.charm;
  const auto charm = contents.charms.find(fit.charm);
  if (charm == contents.charms.end() || charm->second.actions.empty()) {
    fit.error = "no actions defined on charm \"" + fit.charm + "\"";
    return fit;
  }
  const auto action = charm->second.actions.find(words.action);
  if (action == charm->second.actions.end()) {
    fit.error = "action \"" + words.action + "\" not defined on unit \"" + unit.name + "\"";
    return fit;
  }
  fit.action = &action->second;
  auto checked = config::check_parameters(action->second.schema, words.parameters);
  (checked ? fit.parameters : fit.error) = checked ? std::move(*checked) : checked.error();
  return fit;
}

/// The unit that a word means, a leader as it is now (A50); nothing, and a reason, if there is none
/// that could run anything.
const store::Unit*
find_unit(const store::Contents& contents, const std::string& word, Order& order) {
  std::string name = word;
  if (word.ends_with(leader_suffix)) {
    const auto application =
      contents.applications.find(word.substr(0, word.size() - leader_suffix.size()));
    if (application == contents.applications.end() || application->second.leader.empty()) {
      order.refuse("could not determine leader for \""
                   + word.substr(0, word.size() - leader_suffix.size()) + "\"");
      return nullptr;
    }
    name = application->second.leader;
  }
  const auto unit = contents.units.find(name);
  if (unit == contents.units.end()) {
    order.refuse("\"" + tag_of(name, 0) + "\" not found");
    return nullptr;
  }
  if (unit->second.life == store::Life::Dead) { // A9
    order.refuse("not found or dead");
    return nullptr;
  }
  return &unit->second;
}

/// The first unit that takes the action decides for the operation; others differ from it while a
/// refresh is under way.
void settle(protocol::EnqueueOperation& operation, const Fit& fit) {
  operation.parameters = fit.parameters;
  operation.parallel = fit.action->parallel;
  operation.group = fit.action->execution_group;
}

} // namespace

Order order_of(const store::Contents& contents, const RunWords& words) {
  Order order;
  order.command.summary = summary_of(words);
  order.command.action = words.action;
  order.command.parameters = words.parameters;
  bool settled = false;
  for (const std::string& word : words.units) {
    const store::Unit* unit = find_unit(contents, word, order);
    if (unit == nullptr)
      continue;
    Fit fit = fit_of(contents, *unit, words);
    if (fit.error.empty() && !settled)
      settle(order.command, fit);
    settled = settled || fit.error.empty();
    protocol::Receiver receiver;
    receiver.unit = unit->name;
    receiver.charm = unit->charm; // none yet: whatever the application has by then
    receiver.parameters = fit.error.empty() ? fit.parameters : words.parameters;
    receiver.error = fit.error;
    order.add(std::move(receiver));
  }
  for (protocol::Receiver& receiver : order.command.receivers)
    if (receiver.parameters == order.command.parameters)
      receiver.parameters.clear();
  return order;
}

} // namespace orrery::cmd
