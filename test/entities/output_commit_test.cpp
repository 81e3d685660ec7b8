#include "test/support/deterministic.hpp"
#include "test/support/probe.hpp"

#include <caf/actor_cast.hpp>
#include <caf/mailbox_element.hpp>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

/// Output commit: anything that anybody is told is on disk first.
namespace orrery::test {

using protocol::Verdict;
using store::Life;

namespace {

World shop() {
  return World{}.machine(0).managing().application("web").unit("web/0").on_machine(1);
}

} // namespace

TEST(OutputCommit, L7_nobody_is_told_anything_before_the_journal_has_synced) {
  DeterministicSystem system(shop());
  Told told;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  caf::send_as(probe, system.services().directory.find(rules::unit("web/0", false)),
               protocol::Observe{});
  system.settle();
  ASSERT_EQ(told.units.size(), 1U) << "the present state first";

  system.scheduler().withhold(system.journal());
  const auto removal = system.start(protocol::RemoveUnit{"web/0"});
  system.scheduler().run_until_quiet();
  const auto no_op = system.start(protocol::RemoveUnit{"web/0"});
  const auto refusal = system.start(protocol::DeleteUnit{"web/0"});
  system.scheduler().run_until_quiet();
  EXPECT_EQ(told.units.size(), 1U);
  EXPECT_EQ(system.answers(), 0U) << "a no-op and a refusal show the removal, too";
  EXPECT_EQ(system.contents().units.at("web/0").life, Life::Alive);

  system.scheduler().release();
  system.settle();
  ASSERT_EQ(told.units.size(), 2U);
  EXPECT_EQ(told.units.back().unit.life, Life::Dying);
  EXPECT_EQ(system.answer(removal).verdict, Verdict::Done);
  EXPECT_EQ(system.answer(no_op).verdict, Verdict::Nothing);
  EXPECT_EQ(system.answer(refusal).verdict, Verdict::Refused);
  EXPECT_EQ(system.answer(no_op).sequence, system.answer(removal).sequence)
    << "the state that it has seen";
}

TEST(OutputCommit, L7_what_is_on_disk_is_shown_at_once_and_what_is_not_when_it_is) {
  DeterministicSystem system(shop());
  const caf::actor web = system.services().directory.find(rules::application("web"));
  const auto look = [&](Told& told) {
    const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
    caf::send_as(probe, web, protocol::Observe{});
    system.scheduler().run_until_quiet();
  };
  system.scheduler().withhold(system.journal());
  Told before;
  look(before);
  ASSERT_EQ(before.applications.size(), 1U) << "the journal has nothing to do with it";
  (void)system.start(protocol::SetConfig{"web", {}, {}});
  (void)system.start(protocol::RemoveApplication{"web"});
  system.scheduler().run_until_quiet();
  Told meanwhile;
  look(meanwhile);
  EXPECT_TRUE(meanwhile.applications.empty());
  EXPECT_EQ(before.applications.size(), 1U);

  system.scheduler().release();
  system.settle();
  ASSERT_EQ(meanwhile.applications.size(), 1U);
  EXPECT_EQ(meanwhile.applications[0].application.life, Life::Dying);
  Told after;
  look(after);
  EXPECT_EQ(after.applications.size(), 1U);
}

/// Some pass the journal, and some find it with nothing to do.
TEST(OutputCommit, L10_what_an_observer_is_told_comes_in_its_order) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    DeterministicSystem system(shop(), seed);
    Told told;
    const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
    const caf::actor machine = system.services().directory.find(rules::machine(1));
    constexpr std::size_t units = 10;
    for (std::size_t i = 0; i < units; ++i) {
      (void)system.start(protocol::AddUnit{"web", 1});
      caf::send_as(probe, machine, protocol::Observe{});
      if (i % 3 == 0)
        system.settle();
    }
    system.settle();
    ASSERT_FALSE(told.machines.empty());
    for (std::size_t i = 1; i < told.machines.size(); ++i)
      EXPECT_LE(told.machines[i - 1].principals.size(), told.machines[i].principals.size())
        << "seed " << seed;
    EXPECT_EQ(told.machines.back().principals.size(), units + 1) << "seed " << seed;
  }
}

TEST(OutputCommit, L7_what_queues_during_a_sync_is_one_batch) {
  DeterministicSystem system(shop());
  system.scheduler().withhold(system.journal());
  for (int i = 0; i < 40; ++i)
    (void)system.start(protocol::AddUnit{"web", 1});
  system.scheduler().run_until_quiet();
  const std::uint64_t batches = system.database().batches();
  const std::uint64_t changes = system.database().changes();
  const std::uint64_t sequence = system.database().sequence();
  system.scheduler().release();
  system.settle();
  EXPECT_EQ(system.database().batches(), batches + 1);
  EXPECT_EQ(system.database().sequence(), sequence + 40);
  EXPECT_EQ(system.database().changes(), changes + 40 * 3 + 1)
    << "each unit, its status and its history, and the application's newest record alone";
}

TEST(OutputCommit, L7_a_journal_that_cannot_go_on_stops_the_process) {
  constexpr int software_error = 70;
  DeterministicSystem system(shop());
  system.database().break_down();
  const auto write = [&] {
    (void)system.start(protocol::RemoveUnit{"web/0"});
    system.scheduler().run_until_quiet();
  };
  EXPECT_EXIT(write(), testing::ExitedWithCode(software_error), "the journal.*the disk is broken");
}

TEST(OutputCommit, L7_after_a_failed_write_nothing_is_acknowledged_any_more) {
  DeterministicSystem system(shop());
  const auto before = dump(system.database());
  system.database().fail();
  (void)system.start(protocol::RemoveUnit{"web/0"});
  system.scheduler().run_until_quiet();
  EXPECT_EQ(system.faults(), 1U);
  (void)system.start(protocol::AddUnit{"web", {}});
  (void)system.start(protocol::RemoveUnit{"web/0"});
  system.scheduler().run_until_quiet();
  EXPECT_EQ(system.answers(), 0U);
  EXPECT_EQ(system.faults(), 1U) << "a failed write is not tried again";
  EXPECT_EQ(dump(system.database()), before);
}

TEST(OutputCommit, L10_whoever_observes_anew_is_told_the_present_state) {
  DeterministicSystem system(shop());
  Told told;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  const auto& directory = system.services().directory;
  caf::send_as(probe, directory.find(rules::machine(1)), protocol::Observe{});
  caf::send_as(probe, directory.find(rules::application("web")), protocol::Observe{});
  caf::send_as(probe, directory.find(rules::model()), protocol::Observe{});
  system.settle();
  ASSERT_EQ(told.machines.size(), 1U);
  EXPECT_EQ(told.machines[0].principals, std::vector<std::string>{"web/0"});
  ASSERT_EQ(told.applications.size(), 1U);
  EXPECT_EQ(told.applications[0].application.unit_count, 1U);
  ASSERT_EQ(told.models.size(), 1U);
  EXPECT_EQ(told.models[0].machines, (std::vector<store::MachineId>{0, 1}));

  (void)system.run(protocol::AddUnit{"web", {}});
  ASSERT_EQ(told.models.size(), 2U);
  EXPECT_EQ(told.models[1].machines, std::vector<store::MachineId>{2}) << "what is new";
  EXPECT_EQ(told.applications.size(), 1U) << "a count alone wakes nobody";
  (void)system.run(protocol::AddUnit{"web", 1});
  ASSERT_EQ(told.machines.size(), 2U);
  EXPECT_EQ(told.machines[1].principals, (std::vector<std::string>{"web/0", "web/2"}));
}

TEST(OutputCommit, L5_observers_are_told_that_an_entity_is_gone_and_can_stop_before) {
  DeterministicSystem system(shop());
  Told told;
  Told stopped;
  const caf::actor probe = system.system().spawn<Probe>(std::ref(told));
  const caf::actor other = system.system().spawn<Probe>(std::ref(stopped));
  const caf::actor unit = system.services().directory.find(rules::unit("web/0", false));
  caf::send_as(probe, unit, protocol::Observe{});
  caf::send_as(other, unit, protocol::Observe{});
  caf::send_as(other, unit, protocol::Unobserve{});
  (void)system.run(protocol::SetUnitDead{"web/0"});
  (void)system.run(protocol::DeleteUnit{"web/0"});
  ASSERT_EQ(told.units.size(), 3U);
  EXPECT_EQ(told.units[1].unit.life, Life::Dead);
  EXPECT_TRUE(told.units[2].gone);
  EXPECT_EQ(stopped.units.size(), 1U);
}

namespace {

/// Notes which units have been decided, flushes, and looks for them on disk when answered.
class Reader final : public caf::event_based_actor {
public:
  static constexpr int units = 10;

  Reader(caf::actor_config& config, DeterministicSystem& system, int& found, int& missed)
    : event_based_actor(config), system_(system), found_(found), missed_(missed) {}

  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override {
    if (element->content().match_elements<protocol::Answer>()) {
      const store::Contents contents = system_.contents();
      for (const std::string& name :
           decided_.at(element->content().get_as<protocol::Answer>(0).ticket))
        ++(contents.units.contains(name) ? found_ : missed_);
    }
    event_based_actor::enqueue(std::move(element), unit);
  }

private:
  caf::behavior make_behavior() override {
    return {[this](const protocol::Observe&) {
              std::set<std::string>& decided = decided_[++last_];
              for (int i = 1; i <= units; ++i)
                if (const std::string unit = "web/" + std::to_string(i);
                    system_.services().directory.find_unit(unit))
                  decided.insert(unit);
              system_.services().transactions.flush(caf::actor_cast<caf::actor>(this), last_);
            },
            [](const protocol::Answer&) {}};
  }

  DeterministicSystem& system_;
  int& found_;
  int& missed_;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::set<std::string>> decided_;
};

} // namespace

/// Also of what is decided by one that has lost the processor before the journal had it.
TEST(OutputCommit, C1_what_is_read_behind_a_flush_has_all_that_was_decided_before) {
  int found = 0;
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    DeterministicSystem system(shop(), seed);
    {
      const caf::actor reader =
        system.system().spawn<Reader>(std::ref(system), std::ref(found), std::ref(missed));
      for (int i = 0; i < Reader::units; ++i) {
        (void)system.start(protocol::AddUnit{"web", 1});
        caf::anon_send(reader, protocol::Observe{});
        system.settle();
      }
    }
    system.settle();
  }
  EXPECT_GT(found, 1'000);
  EXPECT_EQ(missed, 0);
}

namespace {

/// Looks at entities as soon as it is answered, and notes what they show.
class Asker final : public caf::event_based_actor {
public:
  Asker(caf::actor_config& config, std::vector<caf::actor> entities, Told& told)
    : event_based_actor(config), entities_(std::move(entities)), told_(told) {}

private:
  caf::behavior make_behavior() override {
    return {[this](const protocol::Answer&) {
              for (const caf::actor& entity : std::exchange(entities_, {}))
                send(entity, protocol::Observe{});
            },
            [this](const protocol::MachineSeen& seen) { told_.machines.push_back(seen); },
            [this](const protocol::ApplicationSeen& seen) { told_.applications.push_back(seen); }};
  }

  std::vector<caf::actor> entities_;
  Told& told_;
};

} // namespace

/// The journal may answer before those who took part know that the transaction is decided.
TEST(OutputCommit, L7_whoever_has_been_answered_is_shown_what_was_done) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    DeterministicSystem system(shop(), seed);
    const auto& directory = system.services().directory;
    Told told;
    const caf::actor asker = system.system().spawn<Asker>(
      std::vector{directory.find(rules::machine(1)), directory.find(rules::application("web"))},
      std::ref(told));
    system.services().transactions.begin(asker, 0, protocol::AddUnit{"web", 1});
    system.settle();
    ASSERT_FALSE(told.machines.empty());
    EXPECT_EQ(told.machines[0].principals, (std::vector<std::string>{"web/0", "web/1"}))
      << "seed " << seed;
    ASSERT_FALSE(told.applications.empty());
    EXPECT_EQ(told.applications[0].application.unit_count, 2U) << "seed " << seed;
  }
}

} // namespace orrery::test
