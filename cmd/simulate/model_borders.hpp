#pragma once

#include <caf/fwd.hpp>

#include <map>
#include <vector>

namespace orrery::runtime {
class UnderWay;
}

namespace orrery::simulate {

class World;

/// Holds against MD50 that models of a process have nothing to do with one another: what an actor
/// of one sends to an actor of another is a finding of that one's. So a hook's end or a provider's
/// answer that lands in the wrong model is found where it comes in. An actor belongs to the model
/// in whose activity it counts; those that serve all models count in none. Messages in nobody's
/// name tell nothing: what they change is for the other judges.
class ModelBorders {
public:
  /// Takes the models of a process that has begun, for as long as it runs.
  explicit ModelBorders(const std::vector<World*>& models);
  /// A message is about to be handled.
  void operator()(const caf::abstract_actor& receiver, const caf::mailbox_element& message) const;

private:
  [[nodiscard]] World* model_of(const caf::abstract_actor& actor) const;

  std::map<const runtime::UnderWay*, World*> models_;
};

} // namespace orrery::simulate
