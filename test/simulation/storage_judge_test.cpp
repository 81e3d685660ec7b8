#include "cmd/simulate/data_judge.hpp"
#include "cmd/simulate/storage_lives.hpp"
#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

/// Judges of storage see what they are there to see.
namespace orrery::simulate {
namespace {

store::Storage data(const std::string& unit = "web/0") {
  store::Storage storage;
  storage.name = "data";
  storage.unit = unit;
  storage.placed = true;
  return storage;
}

store::StorageAttachment held(bool attached = true) {
  store::StorageAttachment attachment;
  attachment.storage = "data/0";
  attachment.unit = "web/0";
  attachment.location = "/srv/data";
  attachment.attached = attached;
  return attachment;
}

store::Unit unit(store::Life life = store::Life::Alive) {
  store::Unit made;
  made.name = "web/0";
  made.application = "web";
  made.life = life;
  return made;
}

template <class Record>
Record dying(Record record) {
  record.life = store::Life::Dying;
  return record;
}

/// A judge of data and one of hooks that hear of the same transactions, as in a simulation.
struct JudgedStorage : Judged {
  std::uint64_t sequence = 0;
  std::set<std::string> on_host{"data/0"};
  DataJudge data_judge{findings, ledger,
                       [this](const std::string& id) { return on_host.contains(id); }};

  void apply(const std::string& cause, rules::Writes writes) {
    order.applied({++sequence, cause, writes, {}});
    data_judge.applied({sequence, cause, writes, {}});
    ledger.decided(*token(sequence, std::move(writes)));
  }
  void make_unit(bool attached = true) {
    apply("add-unit", {rules::create(unit()), rules::put(data()), rules::put(held(attached))});
  }
  void run_storage(const std::string& hook, bool success = true) {
    order.began({"web/0", hook, std::nullopt, {}, "data/0"});
    order.ended("web/0", success);
  }
  void come_up_with_storage() {
    make_unit();
    run_storage("data-storage-attached");
    come_up();
  }
};

TEST(HookOrder, P37_a_unit_that_is_not_installed_runs_its_storage_hook_and_then_install) {
  JudgedStorage judged;
  store::Unit made = unit();
  made.charm = "local:web-1";
  judged.apply("add-unit", {rules::create(made), rules::put(data()), rules::put(held())});
  judged.run_storage("data-storage-attached");
  made.charm = "local:web-2";
  judged.apply("set charm", {rules::put(made)});
  judged.order.charm_replaced("web/0");
  judged.come_up();
  EXPECT_FALSE(judged.found("(P26)"));
}

TEST(HookOrder, P37_a_storage_hook_that_fails_before_install_passes_over_no_upgrade) {
  for (const bool installed : {true, false}) {
    JudgedStorage judged;
    store::Unit made = unit();
    made.charm = "local:web-1";
    judged.apply("add-unit", {rules::create(made), rules::put(data()), rules::put(held())});
    judged.run_storage("data-storage-attached");
    if (installed)
      judged.come_up();
    judged.apply("remove-unit", {rules::put(dying(made)), rules::put(dying(held()))});
    judged.run_storage("data-storage-detaching", false);
    made = dying(made);
    made.charm = "local:web-2";
    judged.apply("set charm", {rules::put(made)});
    EXPECT_EQ(judged.found("(P32)"), installed);
  }
}

TEST(HookOrder, ST22_an_install_before_the_storage_is_found) {
  for (const bool attached : {true, false}) {
    JudgedStorage judged;
    judged.make_unit(attached);
    judged.run("install");
    EXPECT_EQ(judged.found("install of web/0 runs before storage-attached of data/0"), !attached);
  }
}

TEST(HookOrder, ST23_storage_that_comes_later_need_not_be_there_at_install) {
  JudgedStorage judged;
  judged.apply("add-unit", {rules::create(unit())});
  judged.apply("add-storage", {rules::put(data()), rules::put(held(false))});
  judged.run("install");
  EXPECT_FALSE(judged.found("runs before storage-attached"));
}

TEST(HookOrder, ST22_a_second_storage_attached_is_found_unless_it_was_taken_away_meanwhile) {
  for (const bool taken : {true, false}) {
    JudgedStorage judged;
    judged.come_up_with_storage();
    if (taken) {
      judged.apply("detach-storage", {rules::erase(held()), rules::put(data(""))});
      judged.apply("attach-storage", {rules::put(held(false)), rules::put(data())});
    }
    judged.run_storage("data-storage-attached");
    EXPECT_EQ(judged.found("data-storage-attached data/0 of web/0 runs a second time"), !taken);
  }
}

TEST(HookOrder, ST25_a_storage_detaching_without_an_attached_is_found) {
  JudgedStorage judged;
  judged.make_unit(false);
  judged.come_up();
  judged.run_storage("data-storage-detaching");
  EXPECT_TRUE(judged.found("data-storage-detaching data/0 of web/0 runs for storage that is not"));
}

TEST(HookOrder, ST25_storage_that_goes_without_its_hook_is_found) {
  for (const bool runs : {true, false}) {
    JudgedStorage judged;
    judged.come_up_with_storage();
    judged.apply("detach-storage", {rules::put(dying(held()))});
    if (runs)
      judged.run_storage("data-storage-detaching");
    judged.apply("storage detached", {rules::erase(held()), rules::put(data(""))});
    EXPECT_EQ(judged.found("web/0 lets go of data/0, and its storage-detaching has not"), !runs);
  }
}

TEST(HookOrder, ST24_a_stop_while_the_unit_has_storage_is_found) {
  for (const bool detached : {true, false}) {
    JudgedStorage judged;
    judged.come_up_with_storage();
    judged.apply("remove-unit", {rules::put(unit(store::Life::Dying)), rules::put(dying(held()))});
    judged.run_storage("data-storage-detaching");
    if (detached)
      judged.apply("storage detached", {rules::erase(held()), rules::put(data(""))});
    judged.run("stop");
    EXPECT_EQ(judged.found("stop of web/0 runs while the unit has storage data/0"), !detached);
  }
}

TEST(HookOrder, W2_a_storage_hook_that_fails_may_be_left_only_where_the_storage_goes) {
  for (const bool goes : {true, false}) {
    JudgedStorage judged;
    judged.make_unit(false);
    judged.run_storage("data-storage-attached", false);
    if (goes)
      judged.apply("detach-storage", {rules::erase(held()), rules::put(data(""))});
    judged.run("install");
    EXPECT_EQ(judged.found("begins although data-storage-attached data/0 has not succeeded"),
              !goes);
  }
}

TEST(DataJudge, ST19_data_that_goes_without_a_word_is_found) {
  struct Way {
    protocol::Command command;
    bool is_a_word;
  };
  const protocol::Removal with_data{false, 0, false, true};
  for (const Way& way : {Way{protocol::RemoveUnit{"web/0", with_data}, true},
                         Way{protocol::RemoveUnit{"web/0", {}}, false},
                         Way{protocol::RemoveUnit{"web/1", with_data}, false},
                         Way{protocol::RemoveApplication{"web", with_data}, true},
                         Way{protocol::RemoveStorage{"data/0", "web/0", true}, true},
                         Way{protocol::RemoveStorage{"data/1", "web/0", true}, false},
                         Way{protocol::DetachStorage{"data/0", "web/0", true}, false}}) {
    JudgedStorage judged;
    judged.make_unit();
    judged.data_judge.asked(1, way.command);
    judged.apply("chance", {rules::put(dying(data())), rules::put(dying(held()))});
    EXPECT_EQ(judged.found("the data of storage data/0 is to go by chance"), !way.is_a_word);
  }
}

TEST(DataJudge, ST42_a_word_that_was_refused_is_none) {
  JudgedStorage judged;
  judged.make_unit();
  judged.data_judge.asked(1, protocol::RemoveStorage{"data/0", "web/0", false});
  protocol::Answer refused;
  refused.ticket = 1;
  refused.verdict = protocol::Verdict::Refused;
  judged.data_judge.answered(refused);
  judged.apply("chance", {rules::erase(data()), rules::erase(held())});
  EXPECT_TRUE(judged.found("the data of storage data/0 is to go by chance"));
}

TEST(DataJudge, ST20_a_storage_that_was_to_go_and_stays_is_found) {
  JudgedStorage judged;
  judged.make_unit();
  judged.data_judge.asked(1, protocol::RemoveStorage{"data/0", "web/0", true});
  judged.apply("remove-storage", {rules::put(dying(data())), rules::put(dying(held()))});
  judged.apply("storage detached", {rules::put(dying(data(""))), rules::erase(held())});
  EXPECT_TRUE(judged.found("storage data/0 is Dying, and stays"));
}

TEST(DataJudge, ST19_data_that_is_destroyed_or_lost_is_found) {
  JudgedStorage judged;
  judged.make_unit();
  judged.data_judge.judge_rest();
  protocol::LeaveStorage left;
  left.storage.storage = "data/0";
  judged.data_judge.provided(left);
  EXPECT_FALSE(judged.found("the data of storage"));
  left.storage.destroy = true;
  judged.data_judge.provided(left);
  EXPECT_TRUE(judged.found("the data of storage data/0 is destroyed, and it is to stay"));
  judged.on_host.clear();
  judged.data_judge.judge_rest();
  EXPECT_TRUE(judged.found("all rests, and the data of storage data/0 is gone"));
}

TEST(DataJudge, ST15_a_number_that_is_given_twice_is_found) {
  for (const std::uint32_t next : {0U, 1U}) {
    JudgedStorage judged;
    store::Model model;
    model.next_storage = next;
    judged.apply("chance", {rules::put(model)});
    judged.make_unit();
    EXPECT_EQ(judged.found("storage data/0 gets a number that was given before"), next == 1);
  }
}

TEST(StorageLives, ST16_each_life_of_a_storage_is_a_row) {
  JudgedStorage judged;
  const auto lives = [&](const std::string& cause, const rules::Writes& writes) {
    const auto all = storage_lives({0, cause, writes, {}}, judged.ledger.contents());
    judged.apply(cause, writes);
    return all;
  };
  using Lives = std::vector<std::string>;
  EXPECT_EQ(lives("add-unit", {rules::create(unit()), rules::put(data()), rules::put(held())}),
            Lives{"storage none -> held by add-unit"});
  EXPECT_EQ(lives("storage attached", {rules::put(held())}), Lives{});
  EXPECT_EQ(lives("detach-storage", {rules::put(dying(held()))}),
            Lives{"storage held -> leaving by detach-storage"});
  EXPECT_EQ(lives("storage detached", {rules::erase(held()), rules::put(data(""))}),
            Lives{"storage leaving -> free by storage detached"});
  EXPECT_EQ(lives("remove-storage", {rules::erase(data(""))}),
            Lives{"storage free -> none by remove-storage"});
}

} // namespace
} // namespace orrery::simulate
