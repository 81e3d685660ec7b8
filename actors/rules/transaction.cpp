#include "actors/rules/transaction.hpp"

#include "actors/rules/relation.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

std::string describe(const Who& who) {
  switch (who.rank) {
  case Rank::Subordinate:
  case Rank::Principal:
    return fmt::format("unit \"{}\"", who.name);
  case Rank::Machine:
    return fmt::format("machine {}", who.id);
  case Rank::Relation:
    return fmt::format("relation {}", who.id);
  case Rank::Operation:
    return fmt::format("operation {}", who.id);
  case Rank::Application:
    return fmt::format("application \"{}\"", who.name);
  case Rank::Model:
    return "the model";
  }
  return "entity";
}

/// A life that turned in this transaction has no number yet.
struct Stamp {
  std::uint64_t sequence;
  void turn(store::Turn& turn) const {
    if (turn.sequence == 0)
      turn.sequence = sequence;
  }
  void operator()(store::Machine& record) const { turn(record.turn); }
  void operator()(store::Unit& record) const { turn(record.turn); }
  void operator()(store::Application& record) const { turn(record.turn); }
  void operator()(store::Relation& record) const { turn(record.turn); }
  void operator()(store::Storage& record) const { turn(record.turn); }
  template <class Other>
  void operator()(Other&) const {}
};

} // namespace

Writes own_writes(const protocol::Command& command) {
  Writes writes;
  if (const auto* forget = std::get_if<protocol::ForgetHistory>(&command)) {
    for (const store::LifeStep& step : forget->steps)
      writes.push_back(erase(step));
    for (const store::Ended& ended : forget->ended)
      writes.push_back(erase(ended));
  }
  if (const auto* forget = std::get_if<protocol::ForgetOperations>(&command)) {
    for (const store::Operation& operation : forget->operations)
      writes.push_back(erase(operation));
    for (const store::Task& task : forget->tasks)
      writes.push_back(erase(task));
    for (const store::TaskLine& line : forget->lines)
      writes.push_back(erase(line));
  }
  const auto* clean = std::get_if<protocol::DeleteBags>(&command);
  if (clean == nullptr)
    return writes;
  for (const std::string& owner : clean->owners)
    writes.push_back(erase(store::Bag{clean->relation, owner, 0, {}}));
  if (clean->last)
    writes.push_back(erase(store::Cleanup{clean->relation, 0}));
  return writes;
}

void number(Writes& writes, std::uint64_t sequence) {
  for (Write& write : writes)
    std::visit(Stamp{sequence}, write.record);
}

Decision missing(const Visit& visit) {
  if (const auto* removal = std::get_if<RemoveWith>(&visit.step))
    return look_again(*removal); // it was only in the way (A3)
  if (const auto* with = std::get_if<RefreshWith>(&visit.step);
      with != nullptr && visit.who.rank == Rank::Relation)
    return look_again(*with);
  if (std::holds_alternative<LoseScope>(visit.step)
      || std::holds_alternative<ReleaseSecrets>(visit.step))
    return proceed(); // it has none
  const Refusal refusal = not_found(visit.who);
  return refuse(refusal.code, refusal.text);
}

Refusal not_found(const Who& who) {
  return {protocol::Code::NotFound, describe(who) + " not found"};
}

Refusal contended(const std::string& cause, std::uint32_t tries) {
  return {protocol::Code::Contention,
          fmt::format("excessive contention: {} changed {} times while it was tried: try again",
                      cause, tries)};
}

} // namespace orrery::rules
