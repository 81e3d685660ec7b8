#pragma once

#include "actors/entities/messages.hpp"

#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>

#include <vector>

namespace orrery::test {

/// What a probe was told, in order.
struct Told {
  std::vector<protocol::UnitSeen> units;
  std::vector<protocol::MachineSeen> machines;
  std::vector<protocol::ApplicationSeen> applications;
  std::vector<protocol::ModelSeen> models;
  std::vector<protocol::RelationSeen> relations;
  std::vector<protocol::ScopeStirred> stirs;
  std::vector<protocol::MembersSeen> members;
  std::vector<protocol::BagSeen> bags;
  std::vector<protocol::CleanupDue> cleanups;
  std::vector<protocol::ConfigSeen> configs;
};

/// Stands for an agent: observes entities and notes what it is told.
class Probe final : public caf::event_based_actor {
public:
  Probe(caf::actor_config& config, Told& told) : event_based_actor(config), told_(told) {}

private:
  template <class Seen>
  static auto note(std::vector<Seen>& all) {
    return [&all](const Seen& seen) { all.push_back(seen); };
  }
  caf::behavior make_behavior() override {
    return {note(told_.units),   note(told_.machines),  note(told_.applications),
            note(told_.models),  note(told_.relations), note(told_.stirs),
            note(told_.members), note(told_.bags),      note(told_.cleanups),
            note(told_.configs)};
  }
  Told& told_;
};

} // namespace orrery::test
