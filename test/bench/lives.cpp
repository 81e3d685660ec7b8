#include "test/bench/lives.hpp"

namespace orrery::bench {

namespace {

std::string application_name(std::uint32_t number) {
  return "app" + std::to_string(number);
}

} // namespace

Lives::Lives(std::uint32_t count, std::uint32_t applications)
  : applications_(applications), lives_(count) {}

test::World Lives::model(std::uint32_t applications) {
  test::World world;
  for (std::uint32_t i = 0; i < applications; ++i)
    world.application(application_name(i))
      .peering("ring", "ring")
      .relation(application_name(i) + ":ring");
  return world;
}

protocol::Command Lives::next(std::uint32_t life) const {
  const std::uint32_t application = life % applications_; // its relation has the same number
  const Life& now = lives_[life];
  switch (now.step) {
  case 0:
    return protocol::AddUnit{application_name(application), {}};
  case 1:
    return protocol::EnterScope{now.unit, application, {{"private-address", "10.0.0.1"}}};
  case 2:
    return protocol::SetUnitDying{now.unit, "remove-unit"};
  case 3:
    return protocol::LeaveScope{now.unit, application};
  case 4:
    return protocol::SetUnitDead{now.unit};
  default:
    return protocol::DeleteUnit{now.unit};
  }
}

bool Lives::advance(std::uint32_t life, const std::string& created) {
  Life& now = lives_[life];
  if (now.step == 0)
    now.unit = created;
  return ++now.step == steps;
}

} // namespace orrery::bench
