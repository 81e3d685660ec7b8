#include "test/support/simulated_world.hpp"

#include "store/operations.hpp"
#include "test/support/contention.hpp"
#include "test/support/linked_model.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace orrery::test {

namespace {

simulate::WorldOptions options(std::uint64_t seed) {
  simulate::WorldOptions options;
  options.seed = seed;
  if (const char* kind = std::getenv("ORRERY_TEST_LINK"))
    options.between = [seed, is_cut = std::string_view(kind) == "cut"](
                        agents::ModelServices& agents, entities::Services& services) {
      auto link =
        std::make_shared<LinkedModel>(agents.local_model, services, agents.roster, seed, is_cut);
      agents.model = link.get();
      services.transactions.set_post(link.get());
      return [link] { link->end(); };
    };
  options.listener = [seed](const std::string& finding) {
    ADD_FAILURE() << finding << "\nseed " << seed;
  };
  return options;
}

simulate::WorldOptions options(std::uint64_t seed,
                               std::uint64_t history_kept,
                               std::uint32_t idle_agents,
                               bool update_status) {
  simulate::WorldOptions made = options(seed);
  made.history_kept = history_kept;
  made.idle_agents = idle_agents;
  made.update_status = update_status;
  return made;
}

simulate::WorldOptions
options(store::SimulatedDisk& disk, const SimulatedWorld* before, std::uint64_t seed) {
  simulate::WorldOptions made = options(seed);
  made.disk = &disk;
  made.before = before;
  return made;
}

} // namespace

SimulatedWorld::SimulatedWorld(std::uint64_t seed,
                               std::uint64_t history_kept,
                               std::uint32_t idle_agents,
                               bool update_status)
  : World(options(seed, history_kept, idle_agents, update_status)) {
  begin();
}

SimulatedWorld::SimulatedWorld(store::SimulatedDisk& disk,
                               const SimulatedWorld* before,
                               std::uint64_t seed)
  : World(options(disk, before, seed)) {
  begin_process();
}

store::Task SimulatedWorld::task(std::uint64_t ticket) const {
  const protocol::Answer* const made = answer(ticket);
  const auto id = made == nullptr ? std::nullopt : store::parse_id(made->created);
  const auto seen = store::read_operation(*database().snapshot(), id.value_or(0));
  if (!seen || !*seen || (*seen)->tasks.empty()) {
    ADD_FAILURE() << "no operation was made";
    return {};
  }
  return (*seen)->tasks.front().task;
}

bool SimulatedWorld::has_ended(std::uint64_t ticket) const {
  return answer(ticket) != nullptr && answer(ticket)->ok() && store::is_final(task(ticket).status);
}

std::string SimulatedWorld::end_of(std::uint64_t ticket) const {
  const store::Task seen = task(ticket);
  return std::string(store::to_string(seen.status))
         + (seen.message.empty() ? "" : ": " + seen.message);
}

void SimulatedWorld::contend(const rules::Who& who, const std::string& cause) {
  ASSERT_TRUE(services().directory.find(who)) << "there is no such entity";
  system().spawn<Contention>(std::ref(services()), who, cause, std::ref(contended_));
  run();
}

void SimulatedWorld::fail_agent(const std::string& task) {
  ASSERT_TRUE(World::fail_agent(task)) << "no agent asked for " << task;
}

void SimulatedWorld::fail_janitor() {
  caf::anon_send_exit(services().servants.janitor(), caf::exit_reason::kill);
}

void SimulatedWorld::fail_forcer() {
  caf::anon_send_exit(services().servants.forcer(), caf::exit_reason::kill);
}

void SimulatedWorld::expect_nothing_left() const {
  EXPECT_EQ(leftovers(), std::vector<std::string>{});
}

} // namespace orrery::test
