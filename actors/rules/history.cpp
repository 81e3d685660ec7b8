#include "actors/rules/history.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

using store::EntityKind;

/// Gathers one step an entity: what its last write says.
class Steps {
public:
  Steps(const Context& context, std::uint64_t sequence) : context_(context), sequence_(sequence) {}

  void take_in(const Write& write) {
    deleted_ = write.deleted;
    std::visit(*this, write.record);
  }
  void operator()(const store::Machine& machine) { step(store::machine_ref(machine.id), machine); }
  void operator()(const store::Unit& unit) { step(store::unit_ref(unit.name), unit); }
  void operator()(const store::Application& application) {
    step(store::application_ref(application.name), application);
  }
  void operator()(const store::Relation& relation) {
    step({EntityKind::Relation, relation.id, relation.key}, relation);
  }
  template <class Other>
  void operator()(const Other&) {}

  [[nodiscard]] std::vector<store::Record> records() && {
    std::vector<store::Record> all;
    for (store::LifeStep& step : steps_) {
      if (step.removed)
        all.emplace_back(store::Ended{sequence_, step.entity});
      all.emplace_back(std::move(step));
    }
    return all;
  }

private:
  template <class Record>
  void step(store::EntityRef entity, const Record& record) {
    const store::Turn turn{context_.now, context_.cause, sequence_};
    if (!deleted_ && record.turn != turn)
      return; // it had this life before
    store::LifeStep step{std::move(entity), record.life, deleted_, turn};
    const auto same = std::ranges::find(steps_, step.entity, &store::LifeStep::entity);
    if (same == steps_.end())
      steps_.push_back(std::move(step));
    else
      *same = std::move(step);
  }

  const Context& context_;
  std::uint64_t sequence_;
  bool deleted_ = false;
  std::vector<store::LifeStep> steps_;
};

} // namespace

std::vector<store::Record>
history_of(const Writes& writes, const Context& context, std::uint64_t sequence) {
  Steps steps(context, sequence);
  for (const Write& write : writes)
    steps.take_in(write);
  return std::move(steps).records();
}

} // namespace orrery::rules
