#include "cmd/simulate/several_models.hpp"

#include <gtest/gtest.h>

/// Models that share one simulated process.
namespace orrery::simulate {
namespace {

using Models = std::vector<std::unique_ptr<Simulation>>;

Outcome play_several(std::uint64_t seed,
                     std::size_t models,
                     std::function<void(Models&)> begun = {},
                     std::uint64_t steps = 600) {
  SeveralOptions options;
  options.seed = seed;
  options.steps = steps;
  options.models = models;
  options.begun = std::move(begun);
  return SeveralModels(std::move(options)).run();
}

bool any_has(const std::vector<std::string>& findings, const std::string& words) {
  for (const std::string& text : findings)
    if (text.find(words) != std::string::npos)
      return true;
  return false;
}

/// Two models in one process, without anybody who draws.
struct TwoModels {
  World first;
  World second;

  explicit TwoModels(std::uint32_t idle_agents = 4096)
    : first(options(nullptr, idle_agents)), second(options(&first, idle_agents)) {
    first.begin();
  }
  static WorldOptions options(World* first, std::uint32_t idle_agents) {
    WorldOptions options;
    options.idle_agents = idle_agents;
    options.shared_host = true;
    options.first = first;
    return options;
  }
  void expect_clean() {
    EXPECT_EQ(first.findings().kept(), std::vector<std::string>{});
    EXPECT_EQ(second.findings().kept(), std::vector<std::string>{});
  }
};

TEST(SeveralModels, MD50_whatever_goes_wrong_three_models_go_once_all_is_removed) {
  std::uint64_t crashes = 0;
  std::uint64_t hooks = 0;
  constexpr std::uint64_t first = 2'000;
  constexpr std::uint64_t runs = 10;
  for (std::uint64_t seed = first; seed < first + runs && !HasFailure(); ++seed) {
    const Outcome outcome = play_several(seed, 3);
    EXPECT_EQ(outcome.findings, std::vector<std::string>{})
      << "orrery simulate --models 3 --steps 600 --seed " << seed << " --replay";
    crashes += outcome.crashes;
    hooks += outcome.hooks;
  }
  EXPECT_GT(crashes, runs);
  EXPECT_GT(hooks, 20 * runs);
}

TEST(SeveralModels, L10_the_same_seed_gives_the_same_run) {
  const Outcome once = play_several(7, 2, {}, 300);
  EXPECT_GT(once.events, 500U);
  EXPECT_EQ(once.digest, play_several(7, 2, {}, 300).digest);
  EXPECT_NE(once.digest, play_several(7, 3, {}, 300).digest);
}

TEST(SeveralModels, MD50_a_finding_names_the_model_in_which_it_is) {
  const Outcome outcome = play_several(1, 2, [](Models& models) {
    store::Machine ghost;
    ghost.id = 99;
    models[1]->world().crash_and_put({ghost});
  });
  ASSERT_FALSE(outcome.findings.empty());
  for (const std::string& text : outcome.findings)
    EXPECT_EQ(text.find("model simulated-2: after a crash key"), 0U) << text;
}

TEST(SeveralModels, MD50_a_hook_that_runs_in_another_model_is_found_there) {
  TwoModels models;
  models.second.agents().host.hooks = models.first.agents().host.hooks;
  models.second.deploy(make_charm("web"), "web");
  models.second.run();
  EXPECT_TRUE(any_has(models.first.findings().kept(),
                      "MD50: an actor of the model simulated-2 sends this one "
                      "orrery.protocol.RunHook"));
}

TEST(SeveralModels, MD50_a_task_that_a_provider_of_another_model_gets_is_found) {
  const Outcome outcome = play_several(1, 2, [](Models& models) {
    models[0]->world().agents().host.providers = models[1]->world().agents().host.providers;
  });
  EXPECT_TRUE(any_has(outcome.findings,
                      "model simulated-2: MD50: an actor of the model simulated sends this one"));
}

TEST(SeveralModels, MD34_the_record_of_a_model_that_is_not_there_is_found) {
  const Outcome outcome = play_several(
    1, 2,
    [](Models& models) {
      protocol::HostModel command;
      command.model.uuid = "7e0c1f3a-0000-4000-8000-000000000000";
      command.model.name = "ghost";
      command.model.owner = "admin";
      (void)models[0]->world().run(command);
    },
    20);
  EXPECT_TRUE(any_has(outcome.findings, "MD34: 0 models are there beside the first"));
}

TEST(SeveralModels, MD50_a_model_settles_while_a_hook_of_another_hangs) {
  TwoModels models;
  models.first.hooks().hold("web/0", "install");
  models.first.deploy(make_charm("web"), "web");
  models.second.deploy(make_charm("web"), "web");
  EXPECT_TRUE(models.second.calm(60'000));
  EXPECT_TRUE(models.second.is_well("web/0")) << "of the same name, and its own";
  EXPECT_EQ(models.second.activity(), 0);
  EXPECT_GT(models.first.activity(), 0);
  EXPECT_EQ(models.first.hooks_of("web/0"), std::vector<std::string>{"install"});
  models.first.hooks().release("web/0");
  models.first.settle();
  EXPECT_TRUE(models.first.is_well("web/0"));
  models.expect_clean();
}

TEST(SeveralModels, MD50_a_model_whose_unit_waits_for_a_place_of_another_has_not_settled) {
  TwoModels models(0);
  store::Charm charm = make_charm("web");
  charm.options["size"] = {store::OptionType::Int, "", true, "1"};
  models.second.deploy(charm, "web");
  models.second.settle();
  ASSERT_TRUE(models.second.rests("web/0"));
  models.first.beginnings().set_most(1);
  ASSERT_TRUE(models.first.beginnings().take_place(models.first.roster(), "db/0", {}, false));
  EXPECT_TRUE(models.second.run(protocol::SetConfig{"web", {{"size", "2"}}, {}}).ok());
  EXPECT_TRUE(models.second.rests("web/0")) << "there is no place";
  EXPECT_GT(models.second.activity(), 0);
  EXPECT_EQ(models.first.activity(), 0);
  models.first.beginnings().give_back(models.first.roster(), "db/0");
  models.second.settle();
  EXPECT_EQ(models.second.activity(), 0);
  EXPECT_EQ(models.second.hooks_of("web/0").back(), "config-changed");
  models.expect_clean();
}

TEST(SeveralModels, MD50_hooks_without_end_leave_another_model_the_next_place) {
  TwoModels models;
  constexpr std::size_t waiting = 4;
  const std::size_t places = models.first.process().services().settings.hook_parallelism;
  models.first.deploy(make_charm("web"), "web", 0);
  for (std::size_t i = 0; i < places + waiting; ++i) {
    models.first.hooks().hold("web/" + std::to_string(i), "install");
    (void)models.first.add_unit("web");
  }
  models.first.run();
  const auto begun = [&] {
    std::vector<std::string> units;
    for (std::size_t i = 0; i < places + waiting; ++i)
      if (std::string unit = "web/" + std::to_string(i); !models.first.hooks_of(unit).empty())
        units.push_back(std::move(unit));
    return units;
  };
  ASSERT_EQ(begun().size(), places) << "all places are taken";
  models.second.deploy(make_charm("web"), "web");
  models.second.run();
  EXPECT_TRUE(models.second.hooks_of("web/0").empty()) << "no hook is ended for it";
  models.first.hooks().release(begun().front());
  models.first.run();
  EXPECT_FALSE(models.second.hooks_of("web/0").empty());
  for (std::size_t i = 0; i < places + waiting; ++i)
    models.first.hooks().release("web/" + std::to_string(i));
  models.first.settle();
  models.second.settle();
  models.expect_clean();
}

TEST(SeveralModels, MD50_a_crash_takes_all_models_and_each_goes_on_from_its_own_stores) {
  constexpr std::uint64_t most_effects = 12;
  for (std::uint64_t effects = 0; effects < most_effects && !HasFailure(); ++effects) {
    TwoModels models;
    models.first.deploy(make_charm("web"), "web", 0);
    models.second.deploy(make_charm("db"), "db", 0);
    models.first.crash_after(effects);
    (void)models.first.start(protocol::AddUnit{"web", {}});
    (void)models.second.start(protocol::AddUnit{"db", {}});
    models.first.settle();
    EXPECT_EQ(models.second.crashes(), 1) << effects;
    const std::string unit = models.first.add_unit("web");
    const std::string other = models.second.add_unit("db");
    models.second.settle();
    EXPECT_TRUE(models.first.is_well(unit)) << effects;
    EXPECT_TRUE(models.second.is_well(other)) << effects;
    EXPECT_FALSE(models.first.contents().applications.contains("db"));
    EXPECT_FALSE(models.second.contents().applications.contains("web"));
    models.expect_clean();
  }
}

} // namespace
} // namespace orrery::simulate
