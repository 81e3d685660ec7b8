#include "actors/hooks/hook_output.hpp"
#include "actors/hooks/unit_log.hpp"
#include "config/printable.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace orrery::hooks {
namespace {

using Stream = HookOutput::Stream;

TEST(Printable, escapes_what_a_terminal_would_obey) {
  EXPECT_EQ(config::printable("plain\ttext"), "plain\ttext");
  EXPECT_EQ(config::printable("\x1b[2J\x7f\r"), "\\x1b[2J\\x7f\\x0d");
  EXPECT_EQ(config::printable("\xc2\x9b"
                              "31m"),
            "\\xc2\\x9b31m")
    << "a control character of two bytes";
}

TEST(Printable, keeps_characters_and_escapes_bytes_that_are_none) {
  EXPECT_EQ(config::printable("Zürich € 😀"), "Zürich € 😀");
  EXPECT_EQ(config::printable("\xff|\xc3|\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80"),
            "\\xff|\\xc3|\\xc0\\xaf|\\xed\\xa0\\x80|\\xf4\\x90\\x80\\x80");
}

/// An output with a log of its own.
struct Output {
  explicit Output(std::uint64_t limit = 1 << 20, HookOutput::Levels levels = {})
    : log(box.root() / "unit.log", 8 << 20), output(log, "install", limit, std::move(levels)) {}
  [[nodiscard]] std::size_t lines() const {
    const std::string text = box.log();
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
  Sandbox box;
  UnitLog log;
  HookOutput output;
};

TEST(HookOutput, joins_lines_that_come_in_pieces_and_keeps_streams_apart) {
  Output hook;
  hook.output.take(Stream::Out, "one li");
  hook.output.take(Stream::Err, "bad ");
  hook.output.take(Stream::Out, "ne\r\nlast");
  hook.output.take(Stream::Err, "thing\n");
  hook.output.end();
  const std::string log = hook.box.log();
  EXPECT_NE(log.find("INFO install: one line\n"), std::string::npos) << log;
  EXPECT_NE(log.find("WARNING install: bad thing\n"), std::string::npos) << log;
  EXPECT_NE(log.find("INFO install: last\n"), std::string::npos) << log;
  EXPECT_EQ(hook.output.stderr_tail(), "bad thing");
}

TEST(HookOutput, A26_has_the_levels_that_it_is_given_and_leaves_out_a_stream_without_one) {
  Output task(1 << 20, {"DEBUG", ""});
  task.output.take(Stream::Out, "said\n");
  task.output.take(Stream::Err, "wrong\n");
  task.output.end();
  EXPECT_NE(task.box.log().find("DEBUG install: said\n"), std::string::npos) << task.box.log();
  EXPECT_EQ(task.lines(), 1U);
  EXPECT_EQ(task.output.stderr_tail(), "wrong");
}

TEST(HookOutput, cuts_a_line_that_never_ends) {
  Output hook;
  hook.output.take(Stream::Out, std::string(40'000, 'x'));
  hook.output.end();
  EXPECT_EQ(hook.lines(), 3U) << "16384 + 16384 + 7232";
}

TEST(HookOutput, bounds_the_log_even_when_lines_are_empty) {
  Output hook(1'000);
  hook.output.take(Stream::Out, std::string(100'000, '\n'));
  hook.output.end();
  EXPECT_LE(hook.box.log().size(), 1'200U);
  EXPECT_NE(hook.box.log().find("output beyond 1000 bytes dropped"), std::string::npos);
}

TEST(HookOutput, keeps_the_last_twenty_lines_of_standard_error) {
  Output hook;
  for (int i = 1; i <= 30; ++i)
    hook.output.take(Stream::Err, std::to_string(i) + "\n");
  const std::string tail = hook.output.stderr_tail();
  EXPECT_EQ(tail.substr(0, 6), "11\n12\n");
  EXPECT_EQ(tail.substr(tail.size() - 3), "\n30");
}

TEST(HookOutput, keeps_at_most_four_kilobytes_of_standard_error) {
  Output hook;
  hook.output.take(Stream::Err, std::string(5'000, '\x01') + "\n");
  EXPECT_GT(hook.output.stderr_tail().size(), 1'000U) << "the end of a line too long";
  hook.output.take(Stream::Err, std::string(5'000, 'x') + "ü: no such file\n");
  EXPECT_TRUE(hook.output.stderr_tail().ends_with("xü: no such file"));
  for (int i = 0; i < 20; ++i)
    hook.output.take(Stream::Err, std::string(1'000, 'y') + "\n");
  const std::size_t size = hook.output.stderr_tail().size();
  EXPECT_LE(size, 4'096U);
  EXPECT_GT(size, 3'000U);
}

TEST(UnitLog, is_renamed_once_when_it_is_full) {
  Sandbox box;
  const auto path = box.root() / "logs" / "unit.log";
  UnitLog log(path, 10);
  ASSERT_EQ(log.open(), "");
  log.append("first line\n");
  log.append("second line\n");
  EXPECT_EQ(read_file(path), "second line\n");
  EXPECT_EQ(read_file(path.string() + ".1"), "first line\n");
  log.append("third line\n");
  EXPECT_EQ(read_file(path), "third line\n");
  EXPECT_EQ(read_file(path.string() + ".1"), "second line\n") << "two files at most";
}

TEST(UnitLog, is_opened_with_its_first_line_and_no_longer_than_its_limit) {
  Sandbox box;
  const auto path = box.root() / "logs" / "unit.log";
  {
    UnitLog log(path, 10);
    log.append("");
    EXPECT_FALSE(std::filesystem::exists(path.parent_path()));
    log.append("first line\n");
  }
  UnitLog(path, 10).append("second line\n");
  EXPECT_EQ(read_file(path), "second line\n");
  EXPECT_EQ(read_file(path.string() + ".1"), "first line\n");
  UnitLog("", 10).append("nowhere\n");
}

TEST(UnitLog, follows_who_else_has_renamed_it) {
  Sandbox box;
  const auto path = box.root() / "unit.log";
  UnitLog one(path, 10);
  UnitLog other(path, 10);
  EXPECT_EQ(one.open() + other.open(), "");
  one.append("first line\n");
  other.append("second line\n");
  one.append("third\n");
  EXPECT_EQ(read_file(path.string() + ".1"), "first line\n") << "not lost to a second renaming";
  EXPECT_EQ(read_file(path), "second line\nthird\n");
}

TEST(UnitLog, does_not_follow_a_symlink) {
  Sandbox box;
  std::filesystem::create_symlink(box.root() / "elsewhere", box.root() / "unit.log");
  UnitLog log(box.root() / "unit.log", 10);
  const std::string why = log.open();
  EXPECT_NE(why.find("unit.log cannot be opened"), std::string::npos) << why;
  EXPECT_FALSE(std::filesystem::exists(box.root() / "elsewhere"));
}

} // namespace
} // namespace orrery::hooks
