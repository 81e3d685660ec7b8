// What holds for every verb of the table alike: flags, formats, errors.
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace orrery::cmd {
namespace {

using test::has;

/// Verbs that people use, that are there.
std::vector<Verb> present() {
  std::vector<Verb> all;
  for (const auto& verb : verbs())
    if (!verb.later && !verb.hidden)
      all.push_back(verb);
  return all;
}

/// A word that could stand there.
std::vector<std::string> with_words(const Verb& verb, std::vector<std::string> more) {
  std::vector<std::string> words{verb.name};
  words.resize(1 + verb.words_min, "x");
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(EveryVerb, declares_a_right_without_which_it_does_nothing) {
  test::Bench bench;
  for (const auto& verb : present()) {
    ASSERT_TRUE(verb.right) << verb.name << " declares no right: nobody may use it";
    if (*verb.right == Right::Login)
      continue;
    bench.session.right = static_cast<Right>(static_cast<int>(*verb.right) - 1);
    const auto commands = bench.orchestrator.commands();
    EXPECT_EQ(bench.verb(with_words(verb, {})), Exit::Failed) << verb.name;
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << verb.name;
    EXPECT_EQ(bench.orchestrator.commands(), commands) << verb.name;
  }
}

TEST(EveryVerb, setting_needs_more_than_looking) {
  test::Bench bench;
  bench.session.right = Right::Read;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"config", "db", "port=1"}, {"config", "db", "--reset", "port"}, {"log-level", "debug"}}) {
    EXPECT_EQ(bench.verb(words), Exit::Failed) << words[0];
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << words[0];
  }
  EXPECT_EQ(bench.verb({"log-level"}), Exit::Fine);
}

TEST(EveryVerb, an_unknown_flag_is_misuse_and_the_nearest_one_is_named) {
  test::Bench bench;
  for (const auto& verb : present()) {
    EXPECT_EQ(bench.verb(with_words(verb, {"--modle", "x"})), Exit::Misused) << verb.name;
    EXPECT_EQ(bench.output.complained,
              "ERROR flag provided but not defined: --modle; did you mean \"--model\"?\n")
      << verb.name;
  }
}

TEST(EveryVerb, too_few_and_too_many_words_are_misuse) {
  test::Bench bench;
  for (const auto& verb : present()) {
    if (verb.words_min > 0) {
      EXPECT_EQ(bench.verb({verb.name}), Exit::Misused) << verb.name;
      EXPECT_TRUE(has(bench.output.complained, "missing arguments: " + verb.name)) << verb.name;
      EXPECT_TRUE(has(bench.output.complained, ": see orrery help " + verb.name)) << verb.name;
    }
    if (verb.words_max < 1000) {
      std::vector<std::string> words{verb.name};
      words.resize(2 + verb.words_max, "x");
      EXPECT_EQ(bench.verb(words), Exit::Misused) << verb.name;
      EXPECT_TRUE(has(bench.output.complained, "unrecognized argument \"x\"")) << verb.name;
    }
  }
}

TEST(EveryVerb, help_wins_over_everything_and_does_nothing) {
  test::Bench bench;
  for (const auto& verb : verbs()) {
    EXPECT_EQ(bench.verb({verb.name, "--help"}), Exit::Fine) << verb.name;
    EXPECT_TRUE(bench.output.printed.starts_with("Usage: orrery " + verb.name)) << verb.name;
    EXPECT_EQ(bench.output.complained, "") << verb.name;
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(EveryVerb, another_model_is_refused_and_nothing_is_done) {
  test::Bench bench;
  for (const auto& verb : present()) {
    if (verb.local)
      continue;
    EXPECT_EQ(bench.verb(with_words(verb, {"-m", "other"})), Exit::Failed) << verb.name;
    EXPECT_EQ(bench.output.complained,
              "ERROR model orrery:admin/other not found: there is one model, \"default\"\n")
      << verb.name;
    EXPECT_EQ(bench.output.printed, "") << verb.name;
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(EveryVerb, a_value_that_a_flag_lists_is_taken_and_any_other_is_misuse) {
  test::Bench bench;
  for (const auto& verb : present())
    for (const auto& flag : verb.flags) {
      const auto changes = !verb.flags.empty() && verb.name != "config"
                           && // its --format is its own
                           std::any_of(verb.flags.begin(), verb.flags.end(),
                                       [](const Flag& f) { return f.name == "dry-run"; });
      if (flag.argument.find('|') == std::string::npos || verb.name == "serve" || flag.ignored
          || flag.argument.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos)
        continue;
      auto words = with_words(verb, {"--" + flag.name, "nonsense"});
      if (changes)
        words.emplace_back("--dry-run");
      if (verb.name == "explain")
        words[1] = "app";
      EXPECT_EQ(bench.verb(words), Exit::Misused) << verb.name << " --" << flag.name;
      EXPECT_TRUE(has(bench.output.complained, "invalid value \"nonsense\" for flag --format"))
        << verb.name << ": " << bench.output.complained;
      for (auto rest = flag.argument; !rest.empty();) {
        const auto bar = std::min(rest.find('|'), rest.size());
        words[1 + verb.words_min + 1] = rest.substr(0, bar);
        (void)bench.verb(words); // it may want more words
        EXPECT_FALSE(has(bench.output.complained, "invalid value"))
          << verb.name << " --" << flag.name << " " << rest << ": " << bench.output.complained;
        rest.erase(0, bar + 1);
      }
    }
}

TEST(EveryVerb, a_flag_of_later_is_refused_by_name_and_nothing_is_done) {
  test::Bench bench;
  bench.charm("redis");
  for (const auto& verb : present())
    for (const auto& flag : verb.flags) {
      if (!flag.later)
        continue;
      auto words = with_words(verb, {"--" + flag.name});
      if (flag.kind != Flag::Kind::Switch)
        words.emplace_back("x");
      EXPECT_EQ(bench.verb(words), Exit::Failed) << verb.name;
      EXPECT_EQ(bench.output.complained,
                "ERROR --" + flag.name + " of \"" + verb.name + "\" comes with a later Orrery\n");
    }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(EveryVerb, a_verb_of_later_takes_any_words_and_says_so) {
  test::Bench bench;
  for (const auto& verb : verbs()) {
    if (!verb.later)
      continue;
    EXPECT_EQ(bench.verb({verb.name, "x", "--whatever", "-z"}), Exit::Failed) << verb.name;
    EXPECT_EQ(bench.output.complained, "ERROR \"" + verb.name + "\" comes with a later Orrery\n");
  }
}

TEST(EveryVerb, what_changes_the_model_can_be_tried_or_is_named_here) {
  // These run programs or keep what they run, change users' rights and contents of secrets, take a
  // whole model, or change nothing.
  const std::set<std::string> without_dry_run{"add-secret",
                                              "add-user",
                                              "backup",
                                              "bind",
                                              "cancel-task",
                                              "charm",
                                              "debug-code",
                                              "debug-hooks",
                                              "destroy-model",
                                              "disable-command",
                                              "disable-user",
                                              "enable-command",
                                              "enable-user",
                                              "exec",
                                              "fault",
                                              "grant",
                                              "rekey",
                                              "remove-user",
                                              "resume-relation",
                                              "revoke",
                                              "run",
                                              "scp",
                                              "ssh",
                                              "suspend-relation",
                                              "update-secret"};
  std::set<std::string> found;
  for (const auto& verb : present())
    if (verb.right >= Right::Write
        && std::none_of(verb.flags.begin(), verb.flags.end(),
                        [](const Flag& flag) { return flag.name == "dry-run"; }))
      found.insert(verb.name);
  EXPECT_EQ(found, without_dry_run);
}

} // namespace
} // namespace orrery::cmd
