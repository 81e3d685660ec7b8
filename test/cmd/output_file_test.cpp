// Output of verbs that goes into a file of whoever typed them.
#include "cmd/client/client.hpp"
#include "cmd/engine/output_file.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// A verb that writes a text and exits so.
std::function<int()> writing(const std::string& text, int exit = Exit::Fine) {
  return [text, exit] {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    return exit;
  };
}

std::ptrdiff_t files_in(const fs::path& directory) {
  return std::distance(fs::directory_iterator{directory}, fs::directory_iterator{});
}

TEST(OutputFile, CL10_is_made_private_and_replaced_as_a_whole) {
  test::Bench bench;
  const auto place = bench.directory / "out" / "status.json";
  fs::create_directories(place.parent_path());
  ASSERT_EQ(write_output_file({place}, writing("one\n")), Exit::Fine);
  EXPECT_EQ(text_of(place), "one\n");
  struct stat made {};
  ASSERT_EQ(::stat(place.c_str(), &made), 0);
  EXPECT_EQ(made.st_mode & 0777U, 0600U);
  ASSERT_EQ(write_output_file({place}, writing("2\n")), Exit::Fine);
  EXPECT_EQ(text_of(place), "2\n");
  EXPECT_EQ(files_in(place.parent_path()), 1) << "no draft is left";
}

TEST(OutputFile, CL10_of_a_verb_that_fails_has_what_it_has_written_if_that_is_anything) {
  test::Bench bench;
  const auto place = bench.directory / "out" / "run.json";
  fs::create_directories(place.parent_path());
  ASSERT_EQ(write_output_file({place}, writing("before")), Exit::Fine);
  EXPECT_EQ(write_output_file({place}, writing("", Exit::Failed)), Exit::Failed);
  EXPECT_EQ(text_of(place), "before");
  EXPECT_EQ(write_output_file({place, false}, writing("half", Exit::Failed)), Exit::Failed);
  EXPECT_EQ(text_of(place), "before") << "as of a bundle";
  EXPECT_EQ(write_output_file({place}, writing("results", Exit::Failed)), Exit::Failed);
  EXPECT_EQ(text_of(place), "results");
  EXPECT_EQ(files_in(place.parent_path()), 1);
}

TEST(OutputFile, CL10_a_link_stays_one_and_a_directory_is_refused) {
  test::Bench bench;
  const auto target = bench.directory / "target";
  std::ofstream{target} << "a longer text";
  fs::create_symlink(target, bench.directory / "link");
  ASSERT_EQ(write_output_file({bench.directory / "link"}, writing("short")), Exit::Fine);
  EXPECT_TRUE(fs::is_symlink(bench.directory / "link"));
  EXPECT_EQ(text_of(target), "short");
  EXPECT_EQ(write_output_file({bench.directory}, writing("x")), Exit::Failed);
  EXPECT_EQ(write_output_file({bench.directory / "no" / "such"}, writing("x")), Exit::Failed);
}

TEST(OutputFile, CL10_every_verb_with_a_format_has_one_and_no_script_does) {
  const auto has_flag = [](const Verb& verb, const std::string& name) {
    return std::any_of(verb.flags.begin(), verb.flags.end(),
                       [&](const Flag& flag) { return flag.name == name; });
  };
  for (const auto& verb : verbs())
    EXPECT_EQ(has_flag(verb, "output"), has_flag(verb, "format") || verb.name == "export-bundle")
      << verb.name;
  test::Bench bench;
  EXPECT_EQ(bench.verb({"status", "-o", "x"}), Exit::Failed);
  EXPECT_TRUE(test::has(bench.output.complained, "--output is for a shell"));
}

} // namespace
} // namespace orrery::cmd
