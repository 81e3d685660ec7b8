#pragma once

#include "actors/entities/services.hpp"
#include "actors/protocol/observations.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <string>

namespace orrery::test {

/// Stands before an entity until one transaction of that cause has started over there too often;
/// everything else goes on to the entity.
class Contention final : public runtime::CountedActor {
public:
  /// @param ended counts the transactions that ended so.
  Contention(caf::actor_config& config,
             entities::Services& services,
             rules::Who who,
             std::string cause,
             int& ended);

private:
  caf::behavior make_behavior() override;
  void arrive(const entities::Arrive& message);
  void observe(const protocol::Observe& message);
  void unobserve(const protocol::Unobserve& message);

  entities::Services& services_;
  rules::Who who_;
  std::string cause_;
  int& ended_;
  caf::actor entity_;
  std::uint32_t tries_ = 0;
};

} // namespace orrery::test
