#include "actors/rules/machine.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;

TEST(RetryProvisioning, M11_what_failed_or_is_lost_is_pending_again) {
  for (const char* status : {"error", "down"}) {
    const auto machine = World{}.machine(3).started_as(status).machine_state(3);
    const auto pending = changed(machine.record, [](store::Machine& record) {
      record.status = {"pending", "to be provisioned again", present};
      record.turn = {now().now, now().cause}; // its history shows it
    });
    EXPECT_EQ(decide(machine, protocol::RetryProvisioning{3}, now()), decided({put(pending)}));
    const auto kept = changed(pending, [](store::Machine& record) { record.keep_data = true; });
    EXPECT_EQ(decide(machine, protocol::RetryProvisioning{3, true}, now()), decided({put(kept)}));
  }
}

TEST(RetryProvisioning, M11_what_is_well_is_not_provisioned_again) {
  const auto machine = World{}.machine(3).started_as("started").machine_state(3);
  EXPECT_TRUE(refused(decide(machine, protocol::RetryProvisioning{3}, now()), Code::NotInError,
                      "machine 3 is started"));
}

TEST(RetryProvisioning, M8_a_lost_machine_that_is_not_alive_is_not_made_again) {
  const auto machine = World{}.machine(3).started_as("down").dying().machine_state(3);
  EXPECT_TRUE(refused(decide(machine, protocol::RetryProvisioning{3}, now()), Code::NotAlive,
                      "remove-machine 3 --force"));
}

TEST(RetryProvisioning, M11_a_dead_machine_that_is_not_released_is_tried_again) {
  const auto machine = World{}.machine(3).started_as("error").dead().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::RetryProvisioning{3}, now()).verdict,
            rules::Decision{}.verdict);
}

} // namespace orrery::test
