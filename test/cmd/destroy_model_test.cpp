// destroy-model: refusals, progress, and how a wait for the end may end.
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

struct DestroyBench : ModelsBench {
  DestroyBench() { models.put("test"); }
};

TEST(DestroyModel, MD10_words_that_cannot_be_meant_are_a_misuse) {
  DestroyBench bench;
  const auto misused = [&](std::vector<std::string> words, const std::string& text) {
    words.insert(words.begin(), "destroy-model");
    EXPECT_EQ(bench.verb(words), Exit::Misused) << text;
    EXPECT_EQ(bench.output.complained, "ERROR " + text + "\n");
  };
  misused({}, "no model specified");
  misused({"test", "x"}, "unrecognized args: [\"x\"]");
  misused({"test", "--destroy-storage", "--release-storage"},
          "--destroy-storage and --release-storage cannot both be specified");
  misused({"test", "-t", "10s"}, "--timeout can only be used with --force (dangerous)");
  misused({"test", "--force", "-t", "soon"},
          "invalid value \"soon\" for flag --timeout: write a duration such as 30s or 5m");
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--no-wait"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR --no-wait without --force not valid\n");
  EXPECT_FALSE(bench.models.destroyed);
}

TEST(DestroyModel, MD11_an_unknown_one_and_the_first_are_refused) {
  DestroyBench bench;
  EXPECT_EQ(bench.verb({"destroy-model", "x"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR model orrery:admin/x not found"));
  EXPECT_EQ(bench.verb({"destroy-model", "default", "--force"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR \"default\" is a controller; "));
  EXPECT_FALSE(bench.models.destroyed);
}

TEST(DestroyModel, MD11_what_the_process_refuses_is_said) {
  DestroyBench bench;
  bench.models.refusal = "the disk is full";
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR cannot destroy model: the disk is full\n");
}

TEST(DestroyModel, MD14_needs_the_right_of_an_admin) {
  DestroyBench bench;
  bench.session.right = cmd::Right::Write;
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Failed);
  EXPECT_FALSE(bench.models.destroyed);
}

TEST(DestroyModel, MD7_MD8_flags_say_how) {
  for (const auto& [words, force, max_wait, timeout] :
       std::vector<std::tuple<std::vector<std::string>, bool, std::optional<store::Milliseconds>,
                              std::optional<store::Milliseconds>>>{
         {{}, false, std::nullopt, std::nullopt},
         {{"--timeout", "-1s"}, false, std::nullopt, std::nullopt},
         {{"--force"}, true, std::nullopt, std::nullopt},
         {{"--force", "--no-wait"}, true, 0, std::nullopt},
         {{"--force", "--timeout", "10.0s"}, true, std::nullopt, 10'000},
         {{"--force", "-t", "0", "--no-prompt", "--destroy-storage"}, true, std::nullopt, 0}}) {
    DestroyBench bench;
    std::vector<std::string> typed{"destroy-model", "test"};
    typed.insert(typed.end(), words.begin(), words.end());
    ASSERT_EQ(bench.verb(typed), Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.models.destroyed->force, force);
    EXPECT_EQ(bench.models.destroyed->max_wait, max_wait);
    EXPECT_EQ(bench.models.destroyed->timeout, timeout);
  }
}

TEST(DestroyModel, MD15_a_warning_says_what_goes_and_changes_nothing) {
  DestroyBench bench;
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test"}), Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.output.complained,
            "WARNING This command will destroy the \"test\" model and affect the following "
            "resources. It cannot be stopped.\n\n"
            " - 0 application will be removed\n"
            " - 0 filesystem and 0 volume will be destroyed\n");
  bench.models.model("test").change([](store::Contents& contents) {
    contents.machines[0].instance = "process-0";
    contents.machines[10] = {};
    contents.applications["db"] = {};
    contents.storages["data/0"].name = "data";
    contents.storages["data/1"].name = "data";
  });
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test", "--force", "--destroy-storage"}),
            Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.output.complained,
            "WARNING This command will destroy the \"test\" model and affect the following "
            "resources. It cannot be stopped.\n\n"
            " - 2 machines will be destroyed\n"
            "  - machine list: \"0 (process-0)\" \"10 (pending)\"\n"
            " - 1 application will be removed\n"
            "  - application list: \"db\"\n"
            " - 2 filesystems and 0 volume will be destroyed\n");
  EXPECT_FALSE(bench.models.destroyed);
}

TEST(DestroyModel, MD15_whatever_is_refused_is_refused_before_anybody_is_asked) {
  DestroyBench bench;
  EXPECT_EQ(bench.verb({"destroy-model-warning"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test", "--no-wait"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"destroy-model-warning", "x"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR model orrery:admin/x not found"));
  EXPECT_EQ(bench.verb({"destroy-model-warning", "default"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR \"default\" is a controller; "));
  bench.models.model("test").change(
    [](store::Contents& contents) { contents.storages["data/0"].name = "data"; });
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "--destroy-storage")) << bench.output.complained;
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test", "--destroy-storage"}), Exit::Fine);
  bench.session.right = cmd::Right::Write;
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test", "--destroy-storage"}), Exit::Failed);
}

TEST(DestroyModel, MD15_of_a_model_that_cannot_be_read_nothing_is_told) {
  DestroyBench bench;
  bench.models.model("test").refuse_reads("the disk is broken");
  EXPECT_EQ(bench.verb({"destroy-model-warning", "test", "--force"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR cannot tell what goes with model \"test\": the disk is "
                                     "broken; --no-prompt destroys it without being told\n");
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--force"}), Exit::Fine)
    << bench.output.complained;
}

TEST(DestroyModel, MD12_storage_goes_only_by_its_flag) {
  DestroyBench bench;
  bench.models.model("test").change([](store::Contents& contents) {
    contents.storages["data/0"].name = "data";
    contents.storages["data/1"].name = "data";
  });
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--force"}), Exit::Failed);
  EXPECT_TRUE(bench.output.complained.starts_with(
    "ERROR cannot destroy model \"test\": the model has persistent storage remaining: 2 "
    "filesystem(s): "))
    << bench.output.complained;
  for (const char* flag : {"--destroy-storage", "--release-storage"})
    EXPECT_TRUE(has(bench.output.complained, flag)) << bench.output.complained;
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--release-storage"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "its storage (2) cannot be released"))
    << bench.output.complained;
  EXPECT_FALSE(bench.models.destroyed);
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--destroy-storage"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(bench.models.destroyed);
}

TEST(DestroyModel, MD12_one_without_storage_needs_no_flag_and_takes_either) {
  DestroyBench bench;
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--release-storage"}), Exit::Fine)
    << bench.output.complained;
}

TEST(DestroyModel, MD12_one_that_dies_already_is_waited_for_without_a_flag) {
  DestroyBench bench;
  bench.models.model("test").change(
    [](store::Contents& contents) { contents.storages["data/0"].name = "data"; });
  bench.models.let_go_after(3);
  ASSERT_TRUE(bench.models.destroy(bench.models.uuid("test"), {}));
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Fine) << bench.output.complained;
}

TEST(DestroyModel, MD16_what_is_left_is_said_until_it_has_gone) {
  DestroyBench bench;
  bench.models.model("test").change([](store::Contents& contents) {
    contents.machines[0].id = 0;
    contents.machines[1].id = 1;
    contents.applications["db"].unit_count = 1;
  });
  bench.models.let_go_after(2);
  ASSERT_EQ(bench.verb({"destroy-model", "test"}), Exit::Fine);
  EXPECT_EQ(bench.output.complained,
            "Destroying model\nWaiting for model to be removed, 2 machine(s), 1 application(s)..."
            "\nModel destroyed.\n");
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Failed) << "it has gone";
}

TEST(DestroyModel, MD9_an_interrupt_leaves_it_going) {
  DestroyBench bench;
  bench.models.model("test").change([](store::Contents& contents) { contents.machines[0].id = 0; });
  bench.models.let_go_after(1000);
  bench.output.gone = true;
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Failed);
  EXPECT_TRUE(bench.output.complained.ends_with(
    "\ndestroy model is still running in the background...\nThe following resources have not yet "
    "been removed:\n - 1 machine(s)\n"))
    << bench.output.complained;
  EXPECT_FALSE(has(bench.output.complained, "ERROR"));
  EXPECT_EQ(static_cast<int>(bench.models.all().back().life), static_cast<int>(store::Life::Dying));
}

TEST(DestroyModel, MD16_a_wait_in_vain_says_what_holds_it) {
  DestroyBench bench;
  bench.models.model("test").change([](store::Contents& contents) {
    auto& machine = contents.machines[0];
    machine.id = 0;
    machine.life = store::Life::Dying;
    contents.applications["db"].name = "db";
    contents.applications["db"].unit_count = 1;
    auto& unit = contents.units["db/0"];
    unit.name = "db/0";
    unit.application = "db";
  });
  bench.models.let_go_after(1000);
  bench.session.timeout = std::chrono::milliseconds{30};
  EXPECT_EQ(bench.verb({"destroy-model", "test"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "ERROR model \"test\" is still being removed"));
  EXPECT_TRUE(has(bench.output.complained, " - machine 0: ")) << bench.output.complained;
}

TEST(DestroyModel, MD6_one_that_is_dying_takes_another_how) {
  DestroyBench bench;
  bench.models.let_go_after(3);
  ASSERT_TRUE(bench.models.destroy(bench.models.uuid("test"), {}));
  EXPECT_EQ(bench.verb({"destroy-model", "test", "--force"}), Exit::Fine);
  EXPECT_TRUE(bench.models.destroyed->force);
}

TEST(DestroyModel, CL30_the_form_of_temporary_models) {
  DestroyBench bench;
  ASSERT_EQ(bench.verb({"add-model", "--no-switch", "jubilant-0123abcd", "--config", "a=b"}),
            Exit::Fine);
  EXPECT_EQ(bench.verb({"status", "--model", "orrery:jubilant-0123abcd", "--format", "json"}),
            Exit::Fine);
  EXPECT_EQ(bench.verb({"destroy-model", "jubilant-0123abcd", "--no-prompt", "--destroy-storage",
                        "--force"}),
            Exit::Fine);
}

} // namespace
} // namespace orrery::test
