#include "test/support/deterministic.hpp"
#include "test/support/probe.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// wakeups OBSERVERS JOINING
//
// So many units of one side observe a relation and have read it; so many of the other enter before
// any of them reads again. {"observers", "joined", "wakeups"}: how many messages the observers were
// woken by.
namespace orrery::test {
namespace {

World two_sides(int observers, int joining) {
  World world;
  world.application("db");
  for (int i = 0; i < observers; ++i)
    world.unit("db/" + std::to_string(i)).on_machine(1);
  world.application("web");
  for (int i = 0; i < joining; ++i)
    world.unit("web/" + std::to_string(i)).on_machine(2);
  world.relation("web:db db:server");
  for (int i = 0; i < observers; ++i)
    world.entered_by("db/" + std::to_string(i));
  return world;
}

int measure(int observers, int joining) {
  DeterministicSystem system(two_sides(observers, joining));
  std::vector<Told> told(static_cast<std::size_t>(observers));
  const caf::actor relation = system.services().directory.find(rules::relation(0));
  std::vector<caf::actor> probes;
  for (int i = 0; i < observers; ++i) {
    probes.push_back(system.system().spawn<Probe>(std::ref(told[static_cast<std::size_t>(i)])));
    const std::string unit = "db/" + std::to_string(i);
    caf::send_as(probes.back(), relation,
                 protocol::ObserveRelation{unit, store::Role::Provider, ""});
    caf::send_as(probes.back(), relation, protocol::ReadMembers{unit, 0});
  }
  system.settle();
  std::size_t before = 0;
  for (const Told& one : told)
    before += one.stirs.size() + one.relations.size();
  for (int i = 0; i < joining; ++i)
    (void)system.start(protocol::EnterScope{"web/" + std::to_string(i), 0, {}});
  system.settle();
  std::size_t after = 0;
  for (const Told& one : told)
    after += one.stirs.size() + one.relations.size();
  std::printf("{\"observers\": %d, \"joined\": %d, \"wakeups\": %zu}\n", observers, joining,
              after - before);
  return 0;
}

} // namespace
} // namespace orrery::test

int main(int count, char** words) {
  return count == 3 ? orrery::test::measure(std::atoi(words[1]), std::atoi(words[2])) : 2;
}
