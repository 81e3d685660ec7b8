#include "actors/rules/dry_model.hpp"

#include "actors/protocol/command_names.hpp"
#include "actors/rules/plan.hpp"
#include "actors/rules/transaction.hpp"
#include "store/erasure.hpp"

namespace orrery::rules {

struct DryModel::Transaction {
  protocol::Answer answer;
  Context context;
  std::vector<Visit> route;
  std::size_t next = 0;
  Writes writes;
  std::uint32_t tries = 0;

  /// Ends it without changes.
  bool end(protocol::Verdict verdict, Refusal refusal) {
    answer.verdict = verdict;
    answer.code = refusal.code;
    answer.text = std::move(refusal.text);
    answer.created.clear();
    writes.clear();
    return false;
  }
};

namespace {

std::shared_ptr<const store::Charm> charm_of(const std::map<std::string, store::Charm>& charms,
                                             const std::string& url) {
  return std::make_shared<const store::Charm>(charms.at(url));
}

/// One copy of each charm for all applications that have it.
States gather_states(const store::Contents& contents) {
  std::map<std::string, std::shared_ptr<const store::Charm>> shared;
  return gather(contents, [&](const std::string& url) {
    auto& charm = shared[url];
    if (!charm)
      charm = charm_of(contents.charms, url);
    return charm;
  });
}

template <class Map, class Key>
Decision decide_in(const Map& states, const Key& key, const Visit& visit, const Context& context) {
  const auto state = states.find(key);
  return state == states.end() ? missing(visit) : decide(state->second, visit.step, context);
}

template <class Map, class Key>
void tell_in(Map& states, const Key& key, const Writes& writes) {
  const auto state = states.find(key);
  if (state == states.end())
    return;
  for (const Write& write : writes)
    absorb(state->second, write);
  if (state->second.gone)
    states.erase(state);
}

template <class State>
State with_writes(State state, const Writes& writes) {
  for (const Write& write : writes)
    absorb(state, write);
  return state;
}

} // namespace

DryModel::DryModel(store::Contents contents, store::Milliseconds now)
  : contents_(std::move(contents)), now_(now), states_(gather_states(contents_)) {}

std::optional<Who> DryModel::find_unit(const std::string& name) const {
  const auto found = states_.units.find(name);
  return found == states_.units.end() ? std::nullopt : std::optional(who(found->second.record));
}

DryModel::Ran DryModel::run(const protocol::Command& command) {
  Transaction transaction;
  transaction.answer.sequence = contents_.sequence;
  transaction.context.now = now_;
  transaction.context.cause = protocol::name_of(command);
  transaction.route = plan(command, [this](const std::string& name) { return find_unit(name); });
  transaction.writes = own_writes(command);
  while (transaction.next < transaction.route.size())
    if (!visit(transaction))
      return {std::move(transaction.answer), {}, {}};
  transaction.answer.verdict =
    transaction.writes.empty() ? protocol::Verdict::Nothing : protocol::Verdict::Done;
  std::vector<Effect> effects;
  if (!transaction.writes.empty())
    effects = commit(transaction);
  return {std::move(transaction.answer), std::move(transaction.writes), std::move(effects)};
}

Decision DryModel::decide_at(const Visit& visit, const Context& context) const {
  switch (visit.who.rank) {
  case Rank::Subordinate:
  case Rank::Principal:
    return decide_in(states_.units, visit.who.name, visit, context);
  case Rank::Machine:
    return decide_in(states_.machines, visit.who.id, visit, context);
  case Rank::Relation:
    return decide_in(states_.relations, visit.who.id, visit, context);
  case Rank::Operation:
    return decide_in(states_.operations, visit.who.id, visit, context);
  case Rank::Application:
    return decide_in(states_.applications, visit.who.name, visit, context);
  case Rank::Model:
    break;
  }
  return decide(states_.model, visit.step, context);
}

/// @returns whether the transaction goes on.
bool DryModel::visit(Transaction& transaction) const {
  transaction.context.so_far = &transaction.writes;
  Decision decision = decide_at(transaction.route[transaction.next], transaction.context);
  switch (decision.verdict) {
  case Verdict::Nothing:
    return transaction.end(protocol::Verdict::Nothing, {});
  case Verdict::Refuse:
    return transaction.end(protocol::Verdict::Refused, std::move(decision.refusal));
  case Verdict::Again:
    return start_over(transaction, std::move(decision.visits));
  case Verdict::Proceed:
    break;
  }
  for (Write& write : decision.writes)
    transaction.writes.push_back(std::move(write));
  if (!decision.created.empty())
    transaction.answer.created = std::move(decision.created);
  ++transaction.next;
  for (Visit& further : decision.visits)
    add_visit(transaction.route, transaction.next, std::move(further));
  return true;
}

/// Nobody else changes anything meanwhile, so that a second start is the last one; the bound is the
/// entities' all the same (L8).
bool DryModel::start_over(Transaction& transaction, std::vector<Visit> route) const {
  transaction.writes.clear();
  transaction.answer.created.clear();
  transaction.next = 0;
  if (++transaction.tries >= most_tries)
    return transaction.end(protocol::Verdict::Contended,
                           contended(transaction.context.cause, transaction.tries));
  transaction.route = std::move(route);
  return true;
}

std::vector<Effect> DryModel::commit(Transaction& transaction) {
  std::vector<Effect> effects = effects_of(contents_, transaction.writes);
  transaction.answer.sequence = ++contents_.sequence;
  number(transaction.writes, contents_.sequence);
  for (const Write& write : transaction.writes)
    record(write);
  for (const Visit& visit : transaction.route)
    tell(visit.who, transaction.writes);
  for (const Write& write : transaction.writes)
    if (write.created)
      begin(write, transaction.writes);
  return effects;
}

void DryModel::record(const Write& write) {
  if (write.deleted)
    store::erase(contents_, write.record);
  else
    store::insert(contents_, write.record);
}

void DryModel::tell(const Who& who, const Writes& writes) {
  switch (who.rank) {
  case Rank::Subordinate:
  case Rank::Principal:
    return tell_in(states_.units, who.name, writes);
  case Rank::Machine:
    return tell_in(states_.machines, who.id, writes);
  case Rank::Relation:
    return tell_in(states_.relations, who.id, writes);
  case Rank::Operation:
    return tell_in(states_.operations, who.id, writes);
  case Rank::Application:
    return tell_in(states_.applications, who.name, writes);
  case Rank::Model:
    for (const Write& write : writes)
      absorb(states_.model, write);
  }
}

/// An entity begins with the transaction that creates it.
void DryModel::begin(const Write& write, const Writes& writes) {
  if (const auto* machine = std::get_if<store::Machine>(&write.record))
    states_.machines.emplace(machine->id, with_writes(first_state(*machine), writes));
  else if (const auto* unit = std::get_if<store::Unit>(&write.record))
    states_.units.emplace(unit->name, with_writes(first_state(*unit), writes));
  else if (const auto* relation = std::get_if<store::Relation>(&write.record))
    states_.relations.emplace(relation->id, with_writes(first_state(*relation), writes));
  else if (const auto* operation = std::get_if<store::Operation>(&write.record))
    states_.operations.emplace(operation->id, with_writes(first_state(*operation), writes));
  else if (const auto* application = std::get_if<store::Application>(&write.record))
    states_.applications.emplace(
      application->name,
      with_writes(first_state(*application, charm_of(contents_.charms, application->charm)),
                  writes));
}

} // namespace orrery::rules
