#include "cmd/client/terminal_text.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

TEST(TerminalText, lines_tabs_and_colours_stay) {
  const std::string text = "a\tb\n\x1b[31mred\x1b[0m \x1b[1;32mgreen\x1b[m \xc3\xa4\n";
  EXPECT_EQ(terminal_text(text), text);
}

TEST(TerminalText, everything_else_is_spelled_out) {
  EXPECT_EQ(terminal_text("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(terminal_text("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(terminal_text("a\rb\bc\x7f"), "a\\rb\\x08c\\x7f");
  EXPECT_EQ(terminal_text("\xc2\x9b"
                          "2J"),
            "\\x9b2J");
  EXPECT_EQ(terminal_text("\xff"), "\\xff");
  EXPECT_EQ(terminal_text("\x1b[31"), "\\x1b[31");
  EXPECT_EQ(terminal_text("\x1b"), "\\x1b");
  EXPECT_EQ(terminal_text("\xe2\x80\xae"), "\\u202e");
}

TEST(TerminalText, names_and_words_have_no_colours_either) {
  EXPECT_EQ(plain_text("a\x1b[31mb\n"), "a\\x1b[31mb\n");
  test::Bench bench;
  EXPECT_EQ(bench.verb({"add-unit", "\x1b[31mdb"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained.find('\x1b'), std::string::npos) << bench.output.complained;
  EXPECT_NE(bench.script("add-unit '\x1b[31mdb'"), Exit::Fine);
  EXPECT_EQ(bench.output.complained.find('\x1b'), std::string::npos) << bench.output.complained;
}

TEST(TerminalText, errors_are_always_safe_and_output_on_a_terminal) {
  test::Bench bench;
  EXPECT_EQ(bench.verb({"add-unit", "\x1b[2J"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained.find('\x1b'), std::string::npos) << bench.output.complained;
  bench.orchestrator.change([](store::Contents& contents) {
    contents.configs["db"].values["k"] = "\x1b[2J";
    contents.applications["db"].name = "db";
  });
  bench.session.terminal.is_tty = true;
  EXPECT_EQ(bench.script("echo '\x1b[2J'"), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "\\x1b[2J\n");
  bench.session.terminal.is_tty = false; // a program reads it
  EXPECT_EQ(bench.script("echo '\x1b[2J'"), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "\x1b[2J\n");
}

} // namespace
} // namespace orrery::cmd
