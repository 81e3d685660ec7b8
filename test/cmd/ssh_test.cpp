// What ssh and scp make of their words, and when they refuse.
#include "cmd/verbs/copy_words.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/ssh_words.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

using test::has;

TEST(Ssh, CL1_flags_stand_before_the_target_and_all_behind_it_is_a_programs) {
  const auto arguments = parse_arguments(
    *find_verb("ssh"), {"ssh", "--pty=false", "-m", "default", "db/0", "ls", "-m", "--help", "--"});
  ASSERT_TRUE(arguments) << arguments.error().text;
  EXPECT_EQ(arguments->words, (std::vector<std::string>{"db/0", "ls", "-m", "--help", "--"}));
  EXPECT_EQ(arguments->text("model"), "default");
  EXPECT_TRUE(arguments->has("pty"));
  EXPECT_FALSE(arguments->on("help"));
}

TEST(Ssh, CL1_options_of_ssh_stand_between_target_and_command) {
  const auto read = read_ssh_words(
    {"ubuntu@db/0", "-q", "-o", "StrictHostKeyChecking=no", "-i", "key", "-tn", "ls", "-l"});
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->target, "db/0");
  EXPECT_EQ(read->terminal, true);
  EXPECT_TRUE(read->no_input);
  EXPECT_EQ(read->command, "ls -l");
  EXPECT_EQ(read_ssh_words({"0", "--", "-x", "y"})->command, "-x y");
  EXPECT_EQ(read_ssh_words({"db/leader"})->command, std::nullopt);
  EXPECT_EQ(read_ssh_words({"db/0", "-T"})->terminal, false);
  EXPECT_EQ(read_ssh_words({"db/0", "-nto=x", "--verbose", "-", "-n"})->command, "- -n");
  EXPECT_EQ(read_ssh_words({"db/0", "echo", "$HOME  'a"})->command, "echo $HOME  'a");
}

TEST(Ssh, CL1_words_that_mean_nothing_are_refused) {
  EXPECT_EQ(read_ssh_words({}).error(), "no target name specified");
  EXPECT_EQ(read_ssh_words({"ubuntu@"}).error(), "no target name specified");
  EXPECT_TRUE(has(read_ssh_words({"db/0", "-L8080:localhost:80"}).error(), "(-L)"));
  EXPECT_EQ(read_ssh_words({"db/0", "-o"}).error(), "option requires an argument: -o");
  EXPECT_EQ(read_ssh_words({"db/0", "-to"}).error(), "option requires an argument: -to");
  EXPECT_TRUE(has(read_ssh_words({"db/0", "-tL"}).error(), "(-L)"));
}

TEST(Ssh, CL1_what_is_not_there_is_said_and_nothing_runs) {
  test::Bench bench;
  EXPECT_EQ(bench.verb({"ssh"}), Exit::Misused);
  EXPECT_EQ(bench.output.complained, "ERROR no target name specified\n");
  EXPECT_EQ(bench.verb({"ssh", "x/9", "true"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "unit \"x/9\" not found")) << bench.output.complained;
  EXPECT_EQ(bench.verb({"ssh", "9", "true"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "machine 9 not found")) << bench.output.complained;
  EXPECT_EQ(bench.verb({"ssh", "example.org", "true"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "neither a unit")) << bench.output.complained;
}

TEST(Scp, CL3_places_are_told_apart_by_what_stands_before_the_colon) {
  const auto read = read_copy_words({"-r", "ubuntu@db/0:/var/log", "0:a:b", "db/leader:", "./x:y"});
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(read->recursive);
  EXPECT_FALSE(read->keeps);
  EXPECT_EQ(read->from,
            (std::vector<CopyPlace>{{"db/0", "/var/log"}, {"0", "a:b"}, {"db/leader", ""}}));
  EXPECT_EQ(read->to, (CopyPlace{"", "./x:y"}));
}

TEST(Scp, CL3_options_of_scp_come_anywhere_and_two_dashes_end_them) {
  const auto read =
    read_copy_words({"-3", "-rp", "-P", "22", "-o", "A=b", "x", "--", "-y", "db/0:~/z"});
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(read->recursive);
  EXPECT_TRUE(read->keeps);
  EXPECT_EQ(read->from, (std::vector<CopyPlace>{{"", "x"}, {"", "-y"}}));
  EXPECT_EQ(read->to, (CopyPlace{"db/0", "z"}));
}

TEST(Scp, CL3_a_value_takes_the_rest_of_its_word) {
  const auto read = read_copy_words({"-qoA=r", "-Frp", "x", "db/0:"});
  ASSERT_TRUE(read) << read.error();
  EXPECT_FALSE(read->recursive);
  EXPECT_FALSE(read->keeps);
}

TEST(Scp, CL3_words_that_mean_nothing_are_refused) {
  EXPECT_EQ(read_copy_words({"db/0:x"}).error(), "at least two arguments required");
  EXPECT_TRUE(has(read_copy_words({"x", "y"}).error(), "UNIT:PATH"));
  EXPECT_TRUE(has(read_copy_words({"nowhere:x", "y"}).error(), "./nowhere:x"));
  EXPECT_EQ(read_copy_words({"db/0:x", "y", "-P"}).error(), "option requires an argument: -P");
}

TEST(Scp, CL3_any_name_reaches_the_shell_as_one_word) {
  CopyWords words;
  words.from = {{"db/0", "it's; rm -r *"}};
  words.to = {"", "a & b,c"};
  EXPECT_TRUE(has(sending_command(words, words.from[0]), " scp 'it'\\''s; rm -r *' '' match"));
  EXPECT_TRUE(has(receiving_command(words, words.from[0]), " scp 'a & b,c' 'a \\& b\\,c' '' many"));
  words.from[0].path = "plain";
  EXPECT_TRUE(receiving_command(words, words.from[0]).ends_with(" '' ''"));
}

} // namespace
} // namespace orrery::cmd
