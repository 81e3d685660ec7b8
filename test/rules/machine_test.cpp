#include "actors/rules/machine.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;

TEST(HostUnit, U2_an_alive_machine_takes_a_principal) {
  const auto machine = World{}.machine(3).machine_state(3);
  EXPECT_EQ(decide(machine, rules::HostUnit{}, now()), rules::proceed());
}

TEST(HostUnit, U2_a_dying_or_dead_machine_takes_none) {
  const auto dying = World{}.machine(3).dying().machine_state(3);
  EXPECT_TRUE(refused(decide(dying, rules::HostUnit{}, now()), Code::NotAlive, "takes no units:"));
  const auto dead = World{}.machine(3).dead().machine_state(3);
  EXPECT_TRUE(refused(decide(dead, rules::HostUnit{}, now()), Code::NotAlive, "takes no units:"));
}

TEST(HostUnit, M2_a_machine_without_the_job_takes_none) {
  const auto machine = World{}.machine(3).hosting_nothing().machine_state(3);
  EXPECT_TRUE(
    refused(decide(machine, rules::HostUnit{}, now()), Code::NotAlive, "takes no units:"));
}

TEST(HostUnit, M10_a_draining_machine_takes_none) {
  const auto machine = World{}.machine(3).draining().machine_state(3);
  EXPECT_TRUE(refused(decide(machine, rules::HostUnit{}, now()), Code::NotAlive, "machine 3"));
}

TEST(RemoveMachine, M3_an_empty_machine_goes_dying) {
  const auto machine = World{}.machine(3).machine_state(3);
  EXPECT_EQ(decide(machine, protocol::RemoveMachine{3}, now()),
            decided({put(dying(machine.record))}));
}

TEST(RemoveMachine, L3_one_that_is_not_alive_is_a_no_op) {
  for (const auto& machine :
       {World{}.machine(3).dying().machine_state(3), World{}.machine(3).dead().machine_state(3)})
    EXPECT_EQ(decide(machine, protocol::RemoveMachine{3}, now()), rules::nothing());
}

TEST(RemoveMachine, M3_assigned_principals_are_named_in_the_error) {
  const auto machine = World{}
                         .application("web")
                         .unit("web/0")
                         .on_machine(3)
                         .unit("web/1")
                         .on_machine(3)
                         .machine_state(3);
  EXPECT_TRUE(refused(decide(machine, protocol::RemoveMachine{3}, now()), Code::HasAssignedUnits,
                      "web/0, web/1 assigned"));
}

TEST(RemoveMachine, M3_a_manager_asks_the_model_whether_it_is_the_last) {
  const auto machine = World{}.machine(0).managing().machine_state(0);
  EXPECT_EQ(decide(machine, protocol::RemoveMachine{0}, now()),
            decided({put(dying(machine.record))}, {{rules::model(), rules::ReleaseManager{0}}}));
}

namespace {

/// Dead now, and says so.
store::Machine stopped(const store::Machine& machine) {
  return changed(dead(machine), [](store::Machine& record) {
    record.status = {"stopped", "", present};
  });
}

} // namespace

TEST(SetMachineDead, M4_a_dying_machine_goes_dead) {
  const auto machine = World{}.machine(3).dying().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::SetMachineDead{3}, now()),
            decided({put(stopped(machine.record))}));
}

TEST(SetMachineStatus, M4_a_dead_machine_is_neither_lost_nor_found) {
  const auto machine = World{}.machine(3).started_as("stopped").dead().machine_state(3);
  for (const char* late : {"started", "down"})
    EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {late, "", present}}, now()),
              rules::nothing());
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"error", "cannot stop", present}}, now())
              .verdict,
            rules::Verdict::Proceed);
}

TEST(SetMachineDead, L2_dead_stays_dead) {
  const auto machine = World{}.machine(3).dead().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::SetMachineDead{3}, now()), rules::nothing());
}

TEST(SetMachineDead, M4_not_while_a_principal_is_assigned) {
  const auto machine =
    World{}.application("web").unit("web/0").on_machine(3).machine(3).dying().machine_state(3);
  EXPECT_TRUE(
    refused(decide(machine, protocol::SetMachineDead{3}, now()), Code::HasAssignedUnits, "web/0"));
}

TEST(SetMachineDead, M3_a_manager_that_skips_dying_asks_the_model_too) {
  const auto machine = World{}.machine(0).managing().machine_state(0);
  EXPECT_EQ(decide(machine, protocol::SetMachineDead{0}, now()),
            decided({put(stopped(machine.record))}, {{rules::model(), rules::ReleaseManager{0}}}));
}

TEST(DeleteMachine, M7_only_a_dead_machine) {
  const auto alive = World{}.machine(3).machine_state(3);
  EXPECT_TRUE(
    refused(decide(alive, protocol::DeleteMachine{3}, now()), Code::NotDead, "alive, only a Dead"));
  const auto dying = World{}.machine(3).dying().machine_state(3);
  EXPECT_TRUE(refused(decide(dying, protocol::DeleteMachine{3}, now()), Code::NotDead,
                      "only a Dead machine"));
}

TEST(DeleteMachine, M6_a_dead_machine_goes) {
  const auto machine = World{}.machine(3).dead().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::DeleteMachine{3}, now()),
            decided({rules::erase(machine.record)}));
}

TEST(DeleteMachine, M6_the_model_learns_of_a_manager_that_goes) {
  const auto machine = World{}.machine(3).managing().dead().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::DeleteMachine{3}, now()),
            decided({rules::erase(machine.record)}, {{rules::model(), rules::Witness{}}}));
}

TEST(SetInstance, M8_the_provider_has_made_it) {
  const auto machine = World{}.machine(3).machine_state(3);
  const auto started = changed(machine.record, [](store::Machine& record) {
    record.instance = "process-3";
    record.address = "127.0.0.1";
    record.status = {"started", "", present};
  });
  EXPECT_EQ(decide(machine, protocol::SetInstance{3, "process-3", "127.0.0.1"}, now()),
            decided({put(started)}));
  auto with_instance = machine;
  with_instance.record = started;
  EXPECT_EQ(decide(with_instance, protocol::SetInstance{3, "process-3", "127.0.0.1"}, now()),
            rules::nothing());
}

TEST(SetInstance, M8_a_dead_machine_gets_none) {
  const auto machine = World{}.machine(3).dead().machine_state(3);
  EXPECT_TRUE(refused(decide(machine, protocol::SetInstance{3, "i", "a"}, now()), Code::NotAlive,
                      "machine 3"));
}

TEST(SetMachineStatus, M11_is_shown_as_it_was_said_and_once) {
  const auto machine = World{}.machine(3).machine_state(3);
  const store::Status error{"error", "no such image", 70};
  const auto failed =
    changed(machine.record, [&](store::Machine& record) { record.status = error; });
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, error}, now()), decided({put(failed)}));
  auto after = machine;
  after.record = failed;
  EXPECT_EQ(
    decide(after, protocol::SetMachineStatus{3, {"error", "no such image", present}}, now()),
    rules::nothing())
    << "since when it holds is not news";
}

TEST(SetMachineStatus, M4_a_message_alone_finds_no_machine_that_was_lost) {
  auto machine = World{}.machine(3).machine_state(3);
  const protocol::SetMachineStatus said{3, {"", "what is left of web/0 is not removed", 70}};
  machine.record.status = {"started", "", 60};
  store::Machine told = machine.record;
  told.status.message = said.status.message;
  EXPECT_EQ(decide(machine, said, now()), decided({put(told)}));
  machine.record = told;
  EXPECT_EQ(decide(machine, said, now()), rules::nothing());
  machine.record.status = {"down", "gone", 60};
  EXPECT_EQ(decide(machine, said, now()), rules::nothing());
}

TEST(SetMachineStatus, M11_who_says_that_it_is_lost_may_have_seen_it_before_it_was_made_again) {
  for (const char* being_made : {"pending", "error"})
    for (const char* late : {"down", "started"}) {
      const auto machine = World{}.machine(3).started_as(being_made).machine_state(3);
      EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {late, "", 70}}, now()),
                rules::nothing());
    }
}

TEST(SetMachineDying, M11_one_that_was_to_be_made_again_is_down_for_it_is_not_made_again) {
  for (const char* being_made : {"pending", "error"})
    for (const bool abandoned : {false, true}) {
      const auto with_host = World{}.machine(3).started_as(being_made);
      const auto machine = (abandoned ? World{with_host}.abandoned() : with_host).machine_state(3);
      const auto down = changed(dying(machine.record), [](store::Machine& record) {
        record.status = {"down", "it was lost, and is not made again any more", present};
        record.address.clear(); // its notes may be forgotten: it is not found again
      });
      EXPECT_EQ(decide(machine, protocol::SetMachineDying{3}, now()), decided({put(down)}));
      EXPECT_EQ(decide(machine, protocol::RemoveMachine{3, {}, false}, now()),
                decided({put(down)}));
    }
}

/// Units that had run on the lost host stay until they are forced; nothing is pending then.
TEST(SetMachineDying, M8_one_without_an_instance_that_has_units_does_not_wait_for_one) {
  World world;
  world.machine(3).started_as("pending").abandoned().draining();
  world.application("web").unit("web/0").on_machine(3).dying();
  auto machine = world.machine_state(3);
  machine.record.instance.clear();
  const auto shown = changed(dying(machine.record), [](store::Machine& record) {
    record.status = {"error", "it is dying, and is not made any more", present};
  });
  EXPECT_EQ(decide(machine, protocol::SetMachineDying{3}, now()), decided({put(shown)}));
  machine.record = shown;
  EXPECT_TRUE(refused(decide(machine, protocol::RetryProvisioning{3}, now()),
                      protocol::Code::NotAlive, "not made again"));
}

TEST(SetMachineStatus, M11_a_dying_machine_that_is_down_is_not_provisioned_any_more) {
  const auto machine = World{}.machine(3).started_as("down").dying().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"error", "cannot stop", 70}}, now()),
            rules::nothing())
    << "whoever had made it again has failed";
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"started", "", 70}}, now()).verdict,
            rules::Verdict::Proceed)
    << "it is found again";
}

TEST(SetMachineStatus, M11_a_host_that_was_let_go_of_is_not_found_again) {
  const auto machine = World{}.machine(3).started_as("down").dying().abandoned().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"started", "", 70}}, now()),
            rules::nothing());
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"down", "gone", 70}}, now()).verdict,
            rules::Verdict::Proceed);
}

/// Such records were written before a machine that turned Dying was shown as down.
TEST(SetMachineStatus, M11_a_dying_machine_that_is_lost_is_down_though_it_was_to_be_made_again) {
  const auto machine = World{}.machine(3).started_as("pending").dying().machine_state(3);
  EXPECT_EQ(decide(machine, protocol::SetMachineStatus{3, {"down", "gone", 70}}, now()).verdict,
            rules::Verdict::Proceed);
}

TEST(AbandonInstance, M11_first_its_agent_lets_go_then_the_instance_goes) {
  const auto machine = World{}.machine(3).started_as("pending").machine_state(3);
  ASSERT_TRUE(rules::is_renewed(machine.record));
  EXPECT_EQ(decide(machine, protocol::ClearInstance{3}, now()), rules::nothing());
  auto left = machine;
  left.record.address.clear();
  EXPECT_EQ(decide(machine, protocol::AbandonInstance{3}, now()), decided({put(left.record)}));
  EXPECT_EQ(decide(left, protocol::AbandonInstance{3}, now()), rules::nothing());
  auto cleared = left;
  cleared.record.instance.clear();
  EXPECT_EQ(decide(left, protocol::ClearInstance{3}, now()), decided({put(cleared.record)}));
  EXPECT_EQ(decide(cleared, protocol::ClearInstance{3}, now()), rules::nothing());
}

TEST(AbandonInstance, M11_only_of_a_machine_to_be_made_again) {
  for (const char* status : {"started", "down"}) {
    const auto machine = World{}.machine(3).started_as(status).machine_state(3);
    EXPECT_EQ(decide(machine, protocol::AbandonInstance{3}, now()), rules::nothing());
    EXPECT_EQ(decide(machine, protocol::ClearInstance{3}, now()), rules::nothing());
  }
}

TEST(MachineState, L5_principals_reference_it_and_subordinates_do_not) {
  const auto machine = World{}
                         .application("web")
                         .unit("web/0")
                         .on_machine(3)
                         .subordinate("logging")
                         .unit("logging/0")
                         .subordinate_to("web/0")
                         .machine_state(3);
  EXPECT_EQ(machine.principals, std::set<std::string>{"web/0"});
}

TEST(MachineState, L5_a_principal_that_is_deleted_references_it_no_more) {
  const auto world = World{}.application("web").unit("web/0").on_machine(3);
  auto machine = world.machine_state(3);
  EXPECT_TRUE(rules::absorb(machine, rules::erase(world.contents().units.at("web/0"))));
  EXPECT_TRUE(machine.principals.empty());
}

} // namespace orrery::test
