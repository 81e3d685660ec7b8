#include "test/engine/process.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

/// Several models in one process.
namespace orrery::cmd {
namespace {

using test::named;
using test::Process;
using test::wait_until_gone;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

TEST(Models, MD34_one_is_made_used_and_there_again_after_a_start) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    if (!made)
      return made.error();
    const auto model = engine.find_model("staging", "admin");
    if (!model || model == engine.first())
      return "not found";
    const auto machine = model->run(protocol::AddMachine{});
    if (!machine.ok() || machine.created != "0")
      return "machine: " + machine.text + machine.created;
    return model->contents()->model_config.values.at("mode") == "tests" ? "" : "its settings";
  }),
            "");
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto model = engine.find_model("admin/staging", "bob");
    if (!model || engine.all().size() != 2)
      return "it is gone";
    return model->contents()->machines.size() == 1 ? "" : "its machine is gone";
  }),
            "");
}

TEST(Models, MD1_several_that_are_added_at_once_are_all_there) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    constexpr int count = 6;
    std::vector<std::string> failed(count);
    std::vector<std::thread> adding;
    for (int i = 0; i < count; ++i)
      adding.emplace_back([&engine, &failed, i] {
        if (const auto made = engine.add(named("m" + std::to_string(i))); !made)
          failed[static_cast<std::size_t>(i)] = made.error();
      });
    for (std::thread& one : adding)
      one.join();
    std::string told;
    for (const std::string& why : failed)
      told += why;
    return told.empty() && engine.all().size() != 1 + count ? "some are not there" : told;
  }),
            "");
}

TEST(Models, MD1_MD32_a_name_comes_once_and_again_when_its_model_is_gone) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    const auto again = engine.add(named("staging"));
    if (!made || again || again.error() != "model \"staging\" for admin already exists")
      return "a second one";
    const auto bad = engine.add(named("a_b"));
    if (bad || bad.error().find("not a valid name") == std::string::npos)
      return "a name that is none";
    const auto held = engine.find_model("staging", "admin");
    if (const auto ended = engine.destroy(made->uuid, {}); !ended)
      return ended.error();
    if (auto left = wait_until_gone(engine, "staging"); !left.empty())
      return left;
    if (held->contents() || held->run(protocol::AddMachine{}).ok())
      return "one that is gone answers";
    const auto later = engine.add(named("staging"));
    return later && later->uuid != made->uuid ? "" : "not made again (MD35)";
  }),
            "");
  EXPECT_EQ(process.directories(), 2U);
}

TEST(Models, SE4_no_key_of_secrets_is_made_for_one_that_has_gone) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    const auto held = engine.find_model("staging", "admin");
    if (!made || !held)
      return "not made";
    const auto vault = held->vault();
    if (!vault)
      return vault.error();
    if (const auto ended = engine.destroy(made->uuid, {}); !ended)
      return ended.error();
    if (auto left = wait_until_gone(engine, "staging"); !left.empty())
      return left;
    if ((*vault)->seal("9m4e2mr0ui3e8a215n4g", "password: hunter2\n"))
      return "sealed";
    if ((*vault)->begin_renewal())
      return "renewed";
    const auto later = held->vault();
    return later || later.error().find("destroyed") == std::string::npos ? "no word of it" : "";
  }),
            "");
}

TEST(Models, MD3_who_waits_for_a_change_of_one_that_has_gone_looks_again_at_once) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    const auto held = engine.find_model("staging", "admin");
    if (!made || !held)
      return "not made";
    const auto seen = held->wait_change(0, milliseconds{0});
    if (const auto ended = engine.destroy(made->uuid, {}); !ended)
      return ended.error();
    if (auto left = wait_until_gone(engine, "staging"); !left.empty())
      return left;
    const auto later = held->wait_change(seen, milliseconds{0});
    const auto again = held->wait_change(later, milliseconds{0});
    return later != seen && again != later ? "" : "a wait would go on";
  }),
            "");
}

TEST(Models, MD4_machines_hold_one_that_dies_until_they_are_gone) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    if (!made)
      return made.error();
    const auto model = engine.find_model("staging", "admin");
    for (int i = 0; i < 3; ++i)
      if (!model->run(protocol::AddMachine{}).ok())
        return "no machine";
    if (const auto ended = engine.destroy(made->uuid, {}); !ended)
      return ended.error();
    return wait_until_gone(engine, "staging");
  }),
            "");
  EXPECT_EQ(process.directories(), 1U);
}

TEST(Models, MD34_a_crash_while_one_dies_leaves_it_dying_and_the_next_start_buries_it) {
  const Process process;
  EXPECT_EQ(process.run(
              [](Engine& engine) -> std::string {
                const auto made = engine.add(named("staging"));
                if (!made)
                  return made.error();
                const auto model = engine.find_model("staging", "admin");
                for (int i = 0; i < 3; ++i)
                  if (!model->run(protocol::AddMachine{}).ok())
                    return "no machine";
                const auto ended = engine.destroy(made->uuid, {});
                return ended ? "" : ended.error();
              },
              Process::End::Killed),
            "");
  EXPECT_EQ(process.run([](Engine& engine) { return wait_until_gone(engine, "staging"); }), "");
  EXPECT_EQ(process.directories(), 1U);
}

TEST(Models, MD3_one_whose_programs_may_run_still_stays_until_a_start_can_end_it) {
  const Process process;
  EXPECT_EQ(process.run([&process](Engine& engine) -> std::string {
    const auto made = engine.add(named("staging"));
    const auto held = engine.find_model("staging", "admin");
    if (!made || !held)
      return "not made";
    if (!held->wait_settled(milliseconds{10'000}, [] { return false; }))
      return "not settled";
    const fs::path list = held->data_directory() / "machines";
    fs::remove_all(list);
    std::ofstream(list) << "no directory, so that machines cannot be listed";
    std::string said;
    for (int i = 0; i < 2000 && said.empty(); ++i) {
      const auto ended = engine.destroy(made->uuid, {true, {}, 0});
      said = ended ? "" : ended.error();
      std::this_thread::sleep_for(milliseconds{5});
    }
    if (said.find("start the orchestrator again") == std::string::npos || engine.all().size() != 2)
      return "it was buried: " + said;
    const auto contents = held->contents();
    if (contents || contents.error().text != said)
      return "another word where it is asked";
    std::ofstream(process.data / "list") << list.string();
    return fs::exists(list) ? "" : "its directory is gone";
  }),
            "");
  EXPECT_EQ(process.directories(), 2U);
  std::string list;
  std::getline(std::ifstream(process.data / "list"), list);
  fs::remove(list);
  EXPECT_EQ(process.run([](Engine& engine) { return wait_until_gone(engine, "staging"); }), "");
  EXPECT_EQ(process.directories(), 1U);
}

TEST(Models, MD34_one_that_was_half_made_is_taken_away) {
  const Process process;
  EXPECT_EQ(process.run(
              [](Engine& engine) -> std::string {
                if (const auto whole = engine.add(named("whole")); !whole)
                  return whole.error();
                protocol::HostModel make;
                make.model = {"0b7c6f6e-7a7b-4c54-8b0c-333333333333", "half", "admin"};
                return engine.first()->run(make).text;
              },
              Process::End::Killed),
            "");
  fs::create_directories(process.data / "models/0b7c6f6e-7a7b-4c54-8b0c-333333333333/store");
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    return engine.all().size() == 2 && engine.add(named("half")) ? "" : "its name is taken";
  }),
            "");
  EXPECT_FALSE(fs::exists(process.data / "models/0b7c6f6e-7a7b-4c54-8b0c-333333333333"));
}

TEST(Models, MD34_one_that_cannot_be_opened_keeps_no_other_from_its_work) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    return engine.add(named("staging")) && engine.add(named("other")) ? "" : "not made";
  }),
            "");
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    fs::rename(engine.find_model("staging", "admin")->data_directory() / "store",
               engine.first()->data_directory().parent_path().parent_path() / "elsewhere");
    return "";
  }),
            "");
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto model = engine.find_model("staging", "admin");
    if (!model)
      return "not shown";
    const auto contents = model->contents();
    if (contents || contents.error().text.find("cannot be served") == std::string::npos)
      return "no word of it";
    const auto vault = model->vault();
    if (vault || vault.error().find("cannot be served") == std::string::npos)
      return "no word of it where secrets are sealed";
    if (!engine.find_model("other", "admin")->contents())
      return "the other one, too";
    const ModelEnd at_once{true, {}, 0};
    const auto all = engine.all();
    for (const ModelFacts& facts : all)
      if (facts.name == "staging")
        if (const auto ended = engine.destroy(facts.uuid, at_once); !ended)
          return ended.error();
    return wait_until_gone(engine, "staging");
  }),
            "");
}

TEST(Models, MD11_the_first_one_is_not_destroyed_nor_one_that_is_not_there) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    const auto first = engine.destroy(engine.all().front().uuid, {});
    const auto none = engine.destroy("0b7c6f6e-7a7b-4c54-8b0c-333333333333", {});
    if (first || first.error().find("process's own") == std::string::npos)
      return "the first";
    return none || none.error().find("model not found") == std::string::npos ? "none" : "";
  }),
            "");
}

TEST(Models, MD34_a_directory_that_no_record_names_is_refused) {
  const Process process;
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    return engine.add(named("staging")) ? "" : "not made";
  }),
            "");
  const fs::path stranger = process.data / "models/0b7c6f6e-7a7b-4c54-8b0c-333333333333";
  fs::create_directories(stranger / "store");
  EXPECT_NE(process.run([](Engine&) { return std::string("it began"); })
              .find("is none of this orchestrator's"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(stranger / "store"));
}

} // namespace
} // namespace orrery::cmd
