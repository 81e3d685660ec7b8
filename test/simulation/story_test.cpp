#include "cmd/simulate/asked.hpp"
#include "cmd/simulate/shrink.hpp"
#include "cmd/simulate/simulation.hpp"
#include "cmd/simulate/told.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

/// Runs as texts: written down, read, played again, made smaller.
namespace orrery::simulate {
namespace {

Outcome drawn(std::uint64_t seed, std::uint64_t steps) {
  SimulationOptions options;
  options.seed = seed;
  options.steps = steps;
  return Simulation(std::move(options)).run();
}

Outcome played(const Story& story) {
  SimulationOptions options;
  options.story = &story;
  return Simulation(std::move(options)).run();
}

tl::expected<Story, std::string> read(const std::string& text) {
  std::istringstream stream(text);
  return read_story(stream);
}

TEST(Story, L10_a_run_that_is_written_down_and_played_is_the_same_to_the_byte) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const Outcome first = drawn(seed, 300);
    const std::string text = to_text(first.story);
    const auto story = read(text);
    ASSERT_TRUE(story) << story.error();
    EXPECT_EQ(to_text(*story), text);
    EXPECT_EQ(played(*story).digest, first.digest);
  }
}

TEST(Story, what_cannot_be_read_is_named_by_its_line) {
  const auto wrong = [](const std::string& text) {
    const auto story = read(text);
    return story ? std::string() : story.error();
  };
  EXPECT_EQ(wrong("# a word\n\nseed 7\nidle-agents 0\n1 rest waking\n2 lose machine 3\n"), "");
  EXPECT_EQ(wrong("seed seven\n"), "line 1: one whole number is wanted after seed");
  EXPECT_EQ(wrong("seed 7\nrest\n"), "line 2: a step begins with its number, e.g. 17 rest");
  for (const char* step : {"sing", "ask", "ask sing", "ask add-unit web to x", "handle", "handle x",
                           "pass", "set clock", "set clock x", "set running 5", "set running clock",
                           "cut power 1 2", "fail", "lose", "lose machine x", "rest now"})
    EXPECT_NE(wrong(std::string("1 ") + step).find("is no step"), std::string::npos) << step;
}

TEST(Story, every_command_of_an_operator_is_read_as_it_was_told) {
  std::size_t kinds = 0;
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    for (const Step& step : drawn(seed, 200).story.steps)
      if (const auto* ask = std::get_if<steps::Ask>(&step.doing)) {
        const auto again = command_of(told(ask->command));
        ASSERT_TRUE(again) << told(ask->command);
        EXPECT_EQ(told(*again), told(ask->command));
        kinds += seen.insert(ask->command.index()).second ? 1 : 0;
      }
  EXPECT_GE(kinds, 12U);
}

/// Numbers shift where steps are left out: what a command had made is still meant by its name.
TEST(Story, names_mean_what_the_commands_that_are_left_have_made) {
  const auto story = read("seed 1\nmost-beginning 1\nhistory-kept 100\n"
                          "1 ask deploy web local:web-1\n2 handle 500\n"
                          "5 ask add-unit web => web/3 on 9\n6 rest\n"
                          "7 ask remove-unit web/3\n8 rest\n");
  ASSERT_TRUE(story) << story.error();
  const Outcome outcome = played(*story);
  EXPECT_EQ(outcome.findings, std::vector<std::string>{});
  EXPECT_EQ(outcome.answers[static_cast<std::size_t>(protocol::Verdict::Refused)], 0U);
}

/// Three refreshes: to less, to more, and back to the files of the first.
TEST(Story, P24_units_take_up_what_their_application_is_refreshed_to) {
  const auto story = read("seed 1\nmost-beginning 1\nhistory-kept 100\n"
                          "1 ask deploy mysql local:mysql-1\n2 rest\n3 ask add-unit mysql\n"
                          "4 ask add-unit mysql\n5 rest\n6 refresh mysql\n7 rest\n"
                          "8 refresh mysql force-units\n9 handle 40\n10 crash 3\n11 rest\n"
                          "12 refresh mysql\n13 handle 300\n14 refresh mysql\n15 rest\n");
  ASSERT_TRUE(story) << story.error();
  const Outcome outcome = played(*story);
  EXPECT_EQ(outcome.findings, std::vector<std::string>{});
  EXPECT_EQ(outcome.answers[static_cast<std::size_t>(protocol::Verdict::Refused)], 2U)
    << "machines with units are not removed in the end, and nothing else is refused";
}

/// Storage that a unit came with is meant by its name, and what add-storage made by its number.
TEST(Story, ST39_storage_means_what_the_commands_that_are_left_have_made) {
  const auto story = read("seed 1\nmost-beginning 1\nhistory-kept 100\n"
                          "1 ask deploy keeper local:keeper-1\n2 handle 500\n"
                          "3 ask add-unit keeper => keeper/3 on 9\n4 rest\n"
                          "5 ask add-storage keeper/3 logs=2 => logs/8,logs/9\n6 rest\n"
                          "7 ask detach-storage logs/9 of keeper/3\n8 rest\n"
                          "9 ask attach-storage keeper/3 logs/9\n10 crash 5\n11 rest\n"
                          "12 ask detach-storage logs/8 of keeper/3 force\n13 rest waking\n"
                          "14 ask remove-storage logs/8\n15 rest\n"
                          "16 ask remove-storage data/7 of keeper/3 force\n17 rest\n"
                          "18 ask detach-storage logs/9 of keeper/3\n19 rest\n"
                          "20 ask add-unit keeper with logs/9 => keeper/4 on 10\n21 rest\n"
                          "22 ask remove-unit keeper/3 destroy-storage\n23 rest\n");
  ASSERT_TRUE(story) << story.error();
  const Outcome outcome = played(*story);
  EXPECT_EQ(outcome.findings, std::vector<std::string>{});
  EXPECT_EQ(outcome.answers[static_cast<std::size_t>(protocol::Verdict::Refused)], 2U)
    << "the unit keeps its only data (ST18), and a machine with a unit is not removed in the end";
}

TEST(Shrink, leaves_what_a_finding_needs_and_little_else) {
  const auto judge = [](const store::Contents& contents) {
    const bool going = std::any_of(contents.units.begin(), contents.units.end(), [](const auto& u) {
      return u.second.application == "mysql" && u.second.life != store::Life::Alive;
    });
    return std::string(going ? "a unit of mysql goes" : "");
  };
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SimulationOptions options;
    options.seed = seed;
    options.steps = 600;
    options.judge = judge;
    Outcome outcome = Simulation(std::move(options)).run();
    if (outcome.findings.empty() || outcome.story.steps.size() < 200)
      continue;
    std::size_t told = outcome.story.steps.size();
    const Shrunk shrunk = shrink(
      std::move(outcome.story),
      [&told](std::size_t left) {
        EXPECT_LE(left, told);
        told = left;
      },
      judge);
    EXPECT_EQ(shrunk.finding, "a unit of mysql goes");
    EXPECT_LE(shrunk.story.steps.size(), 20U) << to_text(shrunk.story);
    return;
  }
  FAIL() << "no run was long enough";
}

TEST(Shrink, findings_of_one_kind_differ_in_names_and_numbers_alone) {
  EXPECT_EQ(kind_of_finding("check: unit audit/85: records: relation 278 (audit:others): audit/86"),
            kind_of_finding("check: unit web/1: records: relation 3 (web:db): mysql/0"));
  EXPECT_NE(kind_of_finding("install of web/3 runs in a unit that is installed (W1)"),
            kind_of_finding("start of web/3 runs in a unit that is started (W1)"));
}

/// What was found once, made small: each file of stories/ is played.
TEST(Story, L10_what_was_found_once_is_not_found_again) {
  for (const auto& file : std::filesystem::directory_iterator(STORIES)) {
    SCOPED_TRACE(file.path());
    std::ifstream text(file.path());
    const auto story = read_story(text);
    ASSERT_TRUE(story) << story.error();
    EXPECT_EQ(played(*story).findings, std::vector<std::string>{});
  }
}

} // namespace
} // namespace orrery::simulate
