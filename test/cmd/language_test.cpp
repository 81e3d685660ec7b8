// Words of the language: snapshots, sources, settings, what is checked before anything runs, waits
// and faults.
#include "cmd/console/checking.hpp"
#include "cmd/console/parse_only.hpp"
#include "cmd/console/parser.hpp"
#include "cmd/verbs/keywords.hpp"
#include "test/cmd/language.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using nlohmann::json;

TEST_F(Language, snapshots_are_compared) {
  EXPECT_EQ(run("save snapshot s1; diff s1 now; remove-unit db/0; add-unit db; save snapshot s2; "
                "diff s1 s2"),
            cmd::Exit::Fine)
    << output.complained;
  EXPECT_TRUE(has(output.printed, "saved snapshot s1 at seq=5\nnothing differs\n"));
  EXPECT_TRUE(has(output.printed, "~ unit db/0\n    life: \"alive\" -> \"dying\"\n"))
    << output.printed;
  EXPECT_TRUE(has(output.printed, "+ unit db/3\n")) << output.printed;
  EXPECT_TRUE(has(output.printed, "    unit_count: \"3\" -> \"4\"\n")) << output.printed;
  EXPECT_EQ(run("save snapshot a; remove-unit db/1; diff a now --format json"), cmd::Exit::Fine);
  const auto told = lines(output.printed.substr(output.printed.find('{')));
  EXPECT_EQ(told[0]["count"], 1);
  EXPECT_EQ(told[0]["differences"][0]["fields"][0]["after"], "dying");
}

TEST_F(Language, snapshots_are_bounded_and_named) {
  EXPECT_EQ(run("save snapshot now"), cmd::Exit::Misused);
  EXPECT_EQ(run("save snapshot 'a b'"), cmd::Exit::Misused);
  EXPECT_EQ(run("save snapshot first; diff firs now"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "did you mean \"first\"")) << output.complained;
  std::string script;
  for (int i = 0; i < 16; ++i)
    script += "save snapshot s" + std::to_string(i) + ";";
  EXPECT_EQ(run(script + "save snapshot s3"), cmd::Exit::Fine);
  EXPECT_EQ(run(script + "save snapshot s16"), cmd::Exit::Misused);
}

TEST_F(Language, source_looks_beside_the_file_that_names_it) {
  file("scripts/a.orrery", "source more/b.orrery");
  file("scripts/more/b.orrery", "source c.orrery");
  file("scripts/more/c.orrery", "echo here");
  EXPECT_EQ(run("source scripts/a.orrery"), cmd::Exit::Fine) << output.complained;
  cmd::console::RunOptions options;
  options.directory = "scripts/more";
  EXPECT_EQ(run("source c.orrery", options), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(output.printed, "here\n");
}

TEST_F(Language, settings_of_a_session) {
  EXPECT_EQ(run("set echo on; echo a; set echo off; echo b"), cmd::Exit::Fine);
  EXPECT_EQ(output.complained, "+ echo a\n+ set echo off\n");
  EXPECT_EQ(run("set echo of"), cmd::Exit::Misused);
  EXPECT_EQ(run("set tmeout 3s"), cmd::Exit::Misused);
  EXPECT_TRUE(has(output.complained, "did you mean \"timeout\"")) << output.complained;
}

TEST_F(Language, flags_and_conditions_are_checked_before_anything_runs) {
  const auto before = orchestrator.commands();
  for (const auto* text :
       {"add-unit db; add-unit db --nm 3", "add-unit db; repeat 2 { assert count unt == 3 }",
        "add-unit db; if any unit[ap=x] { echo a }", "add-unit db; every 1x for 3s { echo a }",
        "add-unit db; wait unit db/0 gon", "add-unit db; let x = pick uint",
        "add-unit db; for $x in uint { echo a }", "add-unit db; remove-unit"})
    EXPECT_EQ(run(text), cmd::Exit::Misused) << text;
  EXPECT_EQ(orchestrator.commands(), before);
  EXPECT_EQ(run("expect error 'flag' { add-unit db --nm 3 }"), cmd::Exit::Fine)
    << output.complained;
}

TEST_F(Language, every_words_example_is_right) {
  for (const auto& keyword : cmd::console::keywords()) {
    const auto block = cmd::console::parse(keyword.example);
    ASSERT_TRUE(block) << keyword.name << ": " << block.error().text;
    EXPECT_EQ(block->front().words[0].literal(), keyword.name);
    EXPECT_TRUE(cmd::console::check_block(*block).empty()) << keyword.name;
  }
}

TEST_F(Language, parsing_only_tells_every_error_and_reads_what_is_included) {
  const auto try_it = [&](const std::string& text) {
    output.printed.clear();
    output.complained.clear();
    return cmd::console::parse_only({"test", text, directory}, {}, output);
  };
  file("good.orrery", "echo a; echo b");
  file("bad.orrery", "ecko a");
  EXPECT_EQ(try_it("source good.orrery; source good.orrery; add-unit $x"), cmd::Exit::Fine)
    << output.complained;
  EXPECT_TRUE(has(output.printed, "test: 5 commands")) << output.printed;
  EXPECT_EQ(try_it("add-unit --nm 3\nsource bad.orrery\nremove-unit"), cmd::Exit::Misused);
  EXPECT_EQ(count(output.complained, "ERROR "), 3U) << output.complained;
  EXPECT_TRUE(has(output.complained, "bad.orrery:1:1: ")) << output.complained;
  EXPECT_EQ(try_it("source nowhere.orrery"), cmd::Exit::Misused);
}

TEST_F(Language, a_wait_that_is_in_vain_explains) {
  EXPECT_EQ(run("wait unit db/0 gone timeout=20ms"), cmd::Exit::TimedOut);
  EXPECT_TRUE(has(output.complained, "unit db/0 is alive") || has(output.complained, "Alive"))
    << output.complained;
  const auto lines_of_it = count(output.complained, "\n");
  EXPECT_GT(lines_of_it, 5U) << output.complained;
}

TEST_F(Language, wait_settled_takes_names_of_applications) {
  EXPECT_EQ(run("wait settled db"), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(run("wait settled bd"), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "application \"bd\" not found")) << output.complained;
  EXPECT_EQ(run("wait settled db/0"), cmd::Exit::Misused);
  orchestrator.unsettle();
  EXPECT_EQ(run("wait settled db timeout=20ms"), cmd::Exit::TimedOut);
}

TEST_F(Language, faults_are_refused_unless_they_are_allowed) {
  EXPECT_EQ(run("fault hook db/0 stop times=2 exit=1"), cmd::Exit::Failed);
  EXPECT_TRUE(has(output.complained, "--allow-faults")) << output.complained;
  for (const auto* text : {"fault", "fault hok db/0 stop", "fault hook db stop", "fault agent db/0",
                           "fault hook db/0 stop times=0", "fault hook db/0 stop exit=256",
                           "fault daemon crsh", "fault none of it"})
    EXPECT_EQ(run(text), cmd::Exit::Misused) << text;
}

} // namespace
} // namespace orrery::test
