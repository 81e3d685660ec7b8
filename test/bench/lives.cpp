#include "test/bench/lives.hpp"

namespace orrery::bench {

namespace {

std::string application_name(std::uint32_t number) {
  return "app" + std::to_string(number);
}

std::string unit_name(const std::string& application, std::uint32_t number) {
  return application + "/" + std::to_string(number);
}

} // namespace

Lives::Lives(std::uint32_t count,
             std::uint32_t applications,
             std::uint32_t clients,
             std::uint32_t apart)
  : count_(count), applications_(applications), apart_(apart), lives_(clients) {}

test::World Lives::model(std::uint32_t applications, std::uint32_t units) {
  test::World world;
  for (std::uint32_t i = 0; i < applications; ++i) {
    const std::string name = application_name(i);
    world.application(name).peering("ring", "ring");
    for (std::uint32_t j = 0; j < units; ++j) {
      const store::MachineId machine = i * units + j + 1;
      world.machine(machine).unit(unit_name(name, j)).on_machine(machine);
    }
    world.relation(name + ":ring");
    for (std::uint32_t j = 0; j < units; ++j)
      world.entered_by(unit_name(name, j));
  }
  return world;
}

std::optional<protocol::Command> Lives::next(std::uint32_t client, const protocol::Answer* before) {
  Life& life = lives_[client];
  if (before != nullptr) {
    if (life.step == 0)
      life.unit = before->created;
    ++life.step;
  }
  if (life.step == steps) {
    if (begun_ == count_)
      return std::nullopt;
    life = {begun_++, 0, {}};
  }
  return command(life);
}

protocol::Command Lives::command(const Life& life) const {
  // Its relation has the same number.
  const std::uint32_t application = life.number % applications_ * apart_;
  switch (life.step) {
  case 0:
    return protocol::AddUnit{application_name(application), {}};
  case 1:
    return protocol::EnterScope{life.unit, application, {{"private-address", "10.0.0.1"}}};
  case 2:
    return protocol::SetUnitDying{life.unit, "remove-unit"};
  case 3:
    return protocol::LeaveScope{life.unit, application};
  case 4:
    return protocol::SetUnitDead{life.unit};
  default:
    return protocol::DeleteUnit{life.unit};
  }
}

} // namespace orrery::bench
