#include "cmd/logs/log_files.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace orrery::test {

namespace {

/// Logs of two units and of the orchestrator.
class Logs {
public:
  Logs() {
    bench_.file("data/logs/unit-db-0.log", "2026-11-21T05:00:01Z INFO install: one\n"
                                           "2026-11-21T05:00:03Z ERROR start: three\n"
                                           "more\n");
    bench_.file("data/logs/unit-my-web-0.log", "2026-11-21T05:00:02Z INFO juju-log: two\x1b[31m\n");
    bench_.file("data/logs/orrery.log",
                "2026-11-21T05:00:04.125Z warning agent: hook failed unit=db/0\n"
                "2026-11-21T05:00:05.000Z info serve: ready\n");
  }
  std::string shown(std::vector<std::string> words) {
    words.insert(words.begin(), {"debug-log", "--utc"});
    EXPECT_EQ(bench_.verb(words), cmd::Exit::Fine) << bench_.output.complained;
    return bench_.output.printed;
  }
  cmd::Terminal& terminal() { return bench_.session.terminal; }
  void show_in(cmd::Output& output) { bench_.session.output = &output; }
  int code(const std::vector<std::string>& words) { return bench_.verb(words); }
  /// Standard error of all that was called.
  [[nodiscard]] const std::string& complained() const { return bench_.output.complained; }

private:
  Bench bench_;
};

constexpr const char* one = "unit-db-0: 05:00:01 INFO unit.db/0.install one\n";
constexpr const char* two = "unit-my-web-0: 05:00:02 INFO unit.my-web/0.juju-log two\\x1b[31m\n";
constexpr const char* three = "unit-db-0: 05:00:03 ERROR unit.db/0.start three\n";
constexpr const char* more = "unit-db-0: 05:00:03 more\n";
constexpr const char* failed = "orrery: 05:00:04.125 WARNING orrery.agent hook failed unit=db/0\n";

} // namespace

TEST(DebugLog, logs_of_units_are_merged_by_time_and_filtered) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--replay"}), std::string(one) + two + three + more);
  EXPECT_EQ(logs.shown({"--include", "my-web/0"}), two);
  EXPECT_EQ(logs.shown({"--exclude", "db"}), two);
  EXPECT_EQ(logs.shown({"--include", "unit-*-0", "-n", "9"}),
            std::string(one) + two + three + more);
  EXPECT_EQ(logs.shown({"--level", "error", "-n", "5"}), three);
  EXPECT_EQ(logs.shown({"-n", "1"}), more);
}

TEST(DebugLog, the_last_lines_are_counted_among_those_that_are_wanted) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--level", "error", "-n", "1"}), three) << "the last line is another";
  EXPECT_EQ(logs.shown({"--include", "db/0", "--include-module", "install", "-n", "1"}), one);
  EXPECT_EQ(logs.shown({"--exclude-module", "start", "--exclude", "db", "-n", "1"}), two);
}

TEST(DebugLog, a_limit_is_of_the_last_lines_and_ends) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--limit", "1"}), more);
  EXPECT_EQ(logs.shown({"--limit", "1", "--level", "error"}), three);
  EXPECT_EQ(logs.shown({"--limit", "1", "--replay"}), one);
  EXPECT_EQ(logs.shown({"-n", "2", "--limit", "1"}), three);
  logs.terminal().is_tty = true;
  EXPECT_EQ(logs.shown({"--limit", "9"}), std::string(one) + two + three + more)
    << "does not wait for a ninth";
  EXPECT_EQ(logs.code({"debug-log", "--limit", "100001"}), cmd::Exit::Misused);
  EXPECT_EQ(logs.code({"debug-log", "--limit", "100001", "--replay"}), cmd::Exit::Fine);
}

TEST(DebugLog, what_follows_ends_where_nothing_more_is_taken) {
  class Full final : public cmd::Output {
  public:
    void out(std::string_view) override { ++written; }
    void err(std::string_view) override {}
    bool is_cut() override { return written > 0; }
    bool cancelled() override { return ++looks > 20; }
    int written = 0;
    int looks = 0; ///< Whether somebody has given up; only a failing test comes to 20.
  };
  Full full;
  Logs logs;
  logs.show_in(full);
  EXPECT_EQ(logs.code({"debug-log", "--tail"}), cmd::Exit::Fine);
  EXPECT_GT(full.written, 0);
  EXPECT_LT(full.looks, 20);
}

TEST(DebugLog, what_juju_takes_is_taken) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--retry", "--retry-delay", "2s", "--limit", "1"}), more);
  EXPECT_NE(logs.complained().find("--retry has no effect here"), std::string::npos);
}

TEST(DebugLog, an_entity_that_is_not_there_is_said) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--include", "db/0", "--include-module", "none"}), "");
  EXPECT_EQ(logs.complained(), "");
  EXPECT_EQ(logs.shown({"--include", "nobody"}), "");
  EXPECT_NE(logs.complained().find("no entity that fits --include has a log"), std::string::npos)
    << logs.complained();
}

TEST(DebugLog, the_orchestrators_own_log_is_shown_where_it_is_included) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--include", "orrery", "--level", "WARNING"}), failed);
  EXPECT_EQ(logs.shown({"--include-module", "orrery.agent"}), failed);
  EXPECT_EQ(logs.shown({"--include", "*", "-n", "2", "--exclude-module", "orrery.serve"}),
            std::string(more) + failed);
}

TEST(DebugLog, modules_are_named_alone_or_with_their_unit) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--include-module", "install"}), one);
  EXPECT_EQ(logs.shown({"--include-module", "unit.my-web/0"}), two);
  EXPECT_EQ(logs.shown({"--include-module", "unit.db/0.start"}), three);
  EXPECT_EQ(logs.shown({"--include-module", "unit.db/0.sta"}), "");
  EXPECT_EQ(logs.shown({"--exclude-module", "unit.db/0"}), two);
}

TEST(DebugLog, times_are_shown_as_wanted) {
  Logs logs;
  EXPECT_EQ(logs.shown({"--include", "orrery", "--date", "--ms", "-n", "1"}),
            "orrery: 2026-11-21 05:00:05.000 INFO orrery.serve ready\n");
  EXPECT_EQ(logs.shown({"--include", "my-web/0", "--ms"}),
            "unit-my-web-0: 05:00:02.000 INFO unit.my-web/0.juju-log two\\x1b[31m\n")
    << "a line without milliseconds";
  EXPECT_EQ(logs.shown({"--include", "my-web", "--format", "json"}),
            R"({"timestamp":"2026-11-21 05:00:02Z","entity":"unit-my-web-0","level":"INFO",)"
            R"("module":"unit.my-web/0.juju-log","message":"two\u001b[31m"})"
            "\n");
  EXPECT_EQ(logs.code({"debug-log", "--format", "xml"}), cmd::Exit::Misused);
}

TEST(DebugLog, lines_of_one_second_come_in_their_order) {
  Bench bench;
  bench.file("data/logs/unit-a-0.log", "2026-11-21T05:00:01.100Z INFO install: one\n"
                                       "2026-11-21T05:00:01.300Z INFO install: three\n");
  bench.file("data/logs/unit-b-0.log", "2026-11-21T05:00:01.200Z INFO install: two\n");
  EXPECT_EQ(bench.verb({"debug-log", "--utc", "--replay"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "unit-a-0: 05:00:01.100 INFO unit.a/0.install one\n"
                                  "unit-b-0: 05:00:01.200 INFO unit.b/0.install two\n"
                                  "unit-a-0: 05:00:01.300 INFO unit.a/0.install three\n");
}

TEST(DebugLog, levels_are_painted_on_a_terminal_that_can) {
  Logs logs;
  const std::string painted = "unit-db-0: 05:00:03 \x1b[31mERROR\x1b[0m unit.db/0.start three\n";
  EXPECT_EQ(logs.shown({"--level", "error"}), three);
  EXPECT_EQ(logs.shown({"--level", "error", "--color"}), painted);
  logs.terminal().colour = true;
  EXPECT_EQ(logs.shown({"--level", "error"}), painted);
  EXPECT_EQ(logs.shown({"--include-module", "install"}), one) << "what is fine is not painted";
  EXPECT_EQ(logs.shown({"--level", "error", "--color=false"}), three);
}

TEST(LogFiles, a_log_that_is_renamed_while_it_is_followed_is_not_shown_again) {
  Bench bench;
  const auto log = bench.file("logs/unit-db-0.log", "one\n");
  cmd::LogFiles files{log.parent_path(), [](const std::string&) { return true; }};
  std::string seen;
  const auto read = [&] {
    EXPECT_TRUE(files.find());
    (void)files.read([&](const cmd::LogLine& line) {
      seen += line.text + " ";
      return true;
    });
  };
  read();
  std::ofstream{log, std::ios::app} << "two\n";
  std::filesystem::rename(log, log.string() + ".1");
  bench.file("logs/unit-db-0.log", "three\n");
  read();
  std::filesystem::rename(log, log.string() + ".1");
  bench.file("logs/unit-db-0.log", "four\n");
  read();
  EXPECT_EQ(seen, "one two three four ");
}

} // namespace orrery::test
