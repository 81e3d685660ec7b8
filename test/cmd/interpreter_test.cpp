#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

/// A bench with application db, units db/0 to db/2 and a machine each.
struct Console : testing::Test, Bench {
  Console() {
    store::Charm charm;
    charm.name = "db";
    charm.url = "local:db-0";
    (void)orchestrator.run(protocol::CreateApplication{"db", charm, {}});
    for (int i = 0; i < 3; ++i)
      (void)orchestrator.run(protocol::AddUnit{"db", std::nullopt});
  }
};

TEST_F(Console, a_change_prints_its_sequence_number) {
  EXPECT_EQ(script("add-unit db"), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "added unit db/3\nok seq=6\n");
}

TEST_F(Console, a_script_stops_at_its_first_error_and_names_the_place) {
  EXPECT_EQ(script("echo a\nadd-unit nope\necho b"), cmd::Exit::Failed);
  EXPECT_EQ(output.printed, "a\n");
  EXPECT_TRUE(has(output.complained, "test:2:1: add-unit failed\n  add-unit nope\n  ^\n"))
    << output.complained;
}

TEST_F(Console, on_error_continue_goes_on_and_keeps_the_first_code) {
  EXPECT_EQ(script("set on-error continue; add-unit nope; assert count unit == 9; echo b"),
            cmd::Exit::Failed);
  EXPECT_EQ(output.printed, "b\n");
}

TEST_F(Console, nothing_runs_of_a_script_that_does_not_parse) {
  const auto before = orchestrator.commands();
  EXPECT_EQ(script("add-unit db\nadd-unitt db"), cmd::Exit::Misused);
  EXPECT_EQ(orchestrator.commands(), before);
}

TEST_F(Console, a_usage_error_points_at_the_word) {
  EXPECT_EQ(script("add-unit db --nm 3"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "test:1:13: ")) << output.complained;
}

TEST_F(Console, variables_and_picks) {
  EXPECT_EQ(script("let a = 'x y'; let n = count unit[app=db]; echo $a ${n}!"), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "x y 3!\n");
  EXPECT_EQ(script("let name = 1; echo $nme"), cmd::Exit::Misused);
  EXPECT_TRUE(
    has(output.complained, "test:1:20: no variable $nme has been set; did you mean \"name\"?"))
    << output.complained;
  EXPECT_EQ(script("let u = pick unit[app=none]"), cmd::Exit::Failed);
}

/// `$NAME` so many times.
std::string times(const std::string& name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "$" + name;
  return text;
}

/// Three variables, of which the last is 1 MB long.
const std::string large = "let a = " + std::string(1000, 'x') + "; let b = \"" + times("a", 100)
                          + "\"; let c = \"" + times("b", 10) + "\"\n";

TEST_F(Console, variables_that_grow_together_beyond_a_bound_end_the_script_only) {
  std::string text = large;
  for (int i = 0; i < 700; ++i)
    text += "let v" + std::to_string(i) + " = $c\n";
  ASSERT_LT(text.size(), 20'000U);
  EXPECT_EQ(script(text), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "would take more than 32 MiB together")) << output.complained;
}

TEST_F(Console, words_that_variables_make_long_are_bounded_together) {
  EXPECT_EQ(script(large + "echo $c $c"), cmd::Exit::Misused);
  EXPECT_TRUE(
    has(output.complained, "test:2:9: the command is longer than 1 MiB with its variables"))
    << output.complained;
  EXPECT_EQ(script(large + "echo $c"), cmd::Exit::Fine);
}

TEST_F(Console, branches_share_the_bound_of_their_session) {
  EXPECT_EQ(script(large + "parallel 64 { let d = $c }"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "would take more than 32 MiB together")) << output.complained;
  EXPECT_EQ(script(large + "repeat 40 { parallel 2 { let d = $c } }"), cmd::Exit::Fine)
    << output.complained; // what branches took is given back
}

TEST_F(Console, a_script_has_so_many_words_and_a_word_so_many_parts) {
  std::string text = "echo";
  for (int i = 0; i < 1 << 18; ++i)
    text += " a";
  EXPECT_EQ(script(text), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "the script has more than 262144 words")) << output.complained;
  EXPECT_EQ(script("let a = 1; echo " + times("a", 10'000)), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "a word has more than 8192 parts")) << output.complained;
}

TEST_F(Console, the_same_seed_picks_the_same) {
  const std::string text = "set seed 7; repeat 20 { let u = pick unit; echo $u }";
  ASSERT_EQ(script(text), cmd::Exit::Fine);
  const auto first = output.printed;
  ASSERT_EQ(script(text), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, first);
  EXPECT_NE(first.find("db/0"), first.find("db/1"));
}

TEST_F(Console, loops) {
  EXPECT_EQ(script("for $x in unit[app=db] { echo $x }; repeat 2 { echo r }"), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "db/0\ndb/1\ndb/2\nr\nr\n");
}

TEST_F(Console, expect_error_wants_that_error) {
  EXPECT_EQ(script("expect error \"not found\" { add-unit nope }"), cmd::Exit::Fine);
  EXPECT_EQ(output.complained, "");
  EXPECT_EQ(script("expect error \"not found\" { echo a }"), cmd::Exit::AssertFailed);
  EXPECT_EQ(script("expect error \"elsewhere\" { add-unit nope }"), cmd::Exit::AssertFailed);
  EXPECT_TRUE(has(output.complained, "not found")) << output.complained;
}

TEST_F(Console, assertions) {
  for (const auto* text :
       {"assert count unit[app=db] == 3", "assert count unit >= 2", "assert none life=dying",
        "assert any unit[name=db/1]", "assert all unit[app=db] life=alive",
        "assert unit db/0 life=alive", "assert unit db/9 gone", "assert 10 > 9", "assert a == a"})
    EXPECT_EQ(script(text), cmd::Exit::Fine) << text << output.complained;
  for (const auto* text : {"assert count unit[app=db] == 4", "assert none life=alive",
                           "assert any unit.error", "assert all unit[app=db] life=dying",
                           "assert unit db/9 life=alive", "assert unit db/0 gone", "assert a == b"})
    EXPECT_EQ(script(text), cmd::Exit::AssertFailed) << text;
  for (const auto* text : {"assert count unit[ap=db] == 3", "assert cont unit == 3",
                           "assert count unit == x", "assert unit db/0 lif=x"})
    EXPECT_EQ(script(text), cmd::Exit::Misused) << text;
}

TEST_F(Console, a_wait_that_holds_already_returns_at_once) {
  EXPECT_EQ(script("wait settled; wait unit db/9 gone; wait count unit == 3 unless any unit.error"),
            cmd::Exit::Fine)
    << output.complained;
}

TEST_F(Console, a_wait_in_vain_says_what_is_missing) {
  EXPECT_EQ(script("wait unit db/0 gone timeout=20ms"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(output.complained, "timed out waiting for unit db/0 gone")) << output.complained;
  EXPECT_TRUE(has(output.complained, "unit db/0 is there, alive")) << output.complained;
  EXPECT_EQ(script("set timeout 20ms; wait app db status=active"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(output.complained, "wanted status=active")) << output.complained;
  orchestrator.unsettle();
  EXPECT_EQ(script("wait settled timeout=20ms"), cmd::Exit::TimedOut);
  EXPECT_EQ(verb({"wait", "unit", "db/0", "gone", "--timeout", "20ms"}), cmd::Exit::Failed);
}

TEST_F(Console, unless_ends_a_wait_early) {
  orchestrator.change([](store::Contents& model) {
    model.statuses["db/0"].unit = "db/0";
    model.statuses["db/0"].error.hook = "install";
  });
  EXPECT_EQ(script("wait unit db/0 gone unless any unit.error timeout=1h"), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "stopped waiting: any unit.error")) << output.complained;
  orchestrator.unsettle();
  EXPECT_EQ(script("wait settled unless any unit.error timeout=1h"), cmd::Exit::Failed);
}

TEST_F(Console, a_client_that_goes_ends_the_wait_and_the_script) {
  output.gone = true;
  EXPECT_EQ(script("wait unit db/0 gone timeout=1h"), cmd::Exit::Failed);
}

TEST_F(Console, source_runs_a_file_and_bounds_its_depth) {
  file("common.orrery", "let x = 5\n");
  EXPECT_EQ(script("source common.orrery; echo $x"), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "5\n");
  file("loop.orrery", "source loop.orrery");
  EXPECT_EQ(script("source loop.orrery"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "deeper than 16")) << output.complained.substr(0, 300);
  file("bad.orrery", "echo a\nnope");
  EXPECT_EQ(script("source bad.orrery"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "bad.orrery:2:1: ")) << output.complained;
}

TEST_F(Console, doubling_a_variable_is_bounded) {
  EXPECT_EQ(script("let x = aaaaaaaaaaaaaaaa; repeat 40 { let x = $x$x }"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "longer than 1 MiB"));
}

} // namespace
} // namespace orrery::test
