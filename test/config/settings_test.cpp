#include "config/settings.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace orrery::config {

using std::chrono::milliseconds;

class SettingsFile : public testing::Test {
protected:
  void SetUp() override {
    ::setenv("HOME", "/home/ada", 1);
    ::unsetenv("XDG_DATA_HOME");
  }

  Result<Settings> load(const std::string& text) const {
    return load_settings(files_.write("settings.yaml", text));
  }
  std::string error(const std::string& text) const {
    const auto loaded = load(text);
    return loaded ? "no error" : files_.local(loaded.error().text());
  }

  test::SampleDirectory files_;
};

TEST_F(SettingsFile, empty_gives_the_defaults) {
  const auto settings = load("");
  ASSERT_TRUE(settings) << settings.error().text();
  EXPECT_EQ(settings->data_directory, "/home/ada/.local/share/orrery");
  EXPECT_EQ(settings->socket, "/home/ada/.local/share/orrery/orrery.socket");
  EXPECT_EQ(settings->hook_parallelism, 8U);
  EXPECT_EQ(settings->log_level, "info");
}

TEST_F(SettingsFile, defaults_follow_the_environment) {
  ::setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(default_settings().data_directory, "/data/orrery");
  ::setenv("XDG_DATA_HOME", "relative", 1);
  EXPECT_EQ(default_settings().data_directory, "/home/ada/.local/share/orrery");
}

TEST_F(SettingsFile, every_key_is_read) {
  const auto settings = load("data-directory: /srv/orrery\n"
                             "socket: ~/o.socket\n"
                             "juju-tools: tools\n"
                             "hook-deadline: 10m\n"
                             "hook-parallelism: 16\n"
                             "retry: {attempts: 3, first-delay: 500ms, longest-delay: 1h}\n"
                             "hook-output-limit: 64KiB\n"
                             "unit-log-limit: 1MiB\n"
                             "idle-agents: 17\n"
                             "sessions-max: 7\n"
                             "removed-unit-logs: 12\n"
                             "history-kept: 5000\n"
                             "store-buffer: 8MiB\n"
                             "log-level: debug\n"
                             "log-levels: {agent: trace, store: error}\n"
                             "model-name: shop\n"
                             "unit-processes: 400\n"
                             "unit-memory: 1GiB\n"
                             "run-as: unit\n"
                             "run-as-range: 3000-4000\n"
                             "no-new-privileges: true\n"
                             "address-block: 99\n");
  ASSERT_TRUE(settings) << settings.error().text();
  EXPECT_EQ(settings->data_directory, "/srv/orrery");
  EXPECT_EQ(settings->socket, "/home/ada/o.socket");
  EXPECT_EQ(settings->juju_tools, files_.path() / "tools");
  EXPECT_EQ(settings->hook_deadline, milliseconds{600'000});
  EXPECT_EQ(settings->hook_parallelism, 16U);
  EXPECT_EQ(settings->retry.attempts, 3U);
  EXPECT_EQ(settings->retry.first_delay, milliseconds{500});
  EXPECT_EQ(settings->retry.longest_delay, milliseconds{3'600'000});
  EXPECT_EQ(settings->hook_output_limit, 65'536U);
  EXPECT_EQ(settings->unit_log_limit, 1'048'576U);
  EXPECT_EQ(settings->idle_agents, 17U);
  EXPECT_EQ(settings->sessions_max, 7U);
  EXPECT_EQ(settings->removed_unit_logs, 12U);
  EXPECT_EQ(settings->history_kept, 5'000U);
  EXPECT_EQ(settings->store_buffer, 8U << 20);
  EXPECT_EQ(settings->log_level, "debug");
  EXPECT_EQ(settings->log_levels,
            (std::map<std::string, std::string>{{"agent", "trace"}, {"store", "error"}}));
  EXPECT_EQ(settings->model_name, "shop");
  EXPECT_EQ(settings->unit_processes, 400U);
  EXPECT_EQ(settings->unit_memory, 1U << 30);
  EXPECT_TRUE(settings->run_as_unit);
  EXPECT_EQ(settings->run_as_range, (UserRange{3'000, 4'000}));
  EXPECT_TRUE(settings->no_new_privileges);
  EXPECT_EQ(settings->address_block, 99);
}

TEST_F(SettingsFile, relative_path_belongs_to_the_file_and_the_socket_follows) {
  const auto settings = load("data-directory: data");
  ASSERT_TRUE(settings) << settings.error().text();
  EXPECT_EQ(settings->data_directory, files_.path() / "data");
  EXPECT_EQ(settings->socket, files_.path() / "data/orrery.socket");
}

TEST_F(SettingsFile, unknown_key_suggests_the_nearest) {
  EXPECT_EQ(error("log-level: info\nhook-deadlin: 10m\n"),
            "settings.yaml:2:1: the settings file has no key \"hook-deadlin\": did you mean "
            "hook-deadline?");
  EXPECT_EQ(error("retry:\n  tries: 3\n"),
            "settings.yaml:2:3: retry has no key \"tries\": remove it");
}

TEST_F(SettingsFile, wrong_types_say_what_would_be_right) {
  EXPECT_EQ(error("hook-parallelism: abc"),
            "settings.yaml:1:19: expected a whole number, found \"abc\": write e.g. "
            "hook-parallelism: 2");
  EXPECT_EQ(error("hook-parallelism: \"4\""),
            "settings.yaml:1:19: expected a whole number, found \"4\": leave out the quotes: write "
            "e.g. hook-parallelism: 2");
  EXPECT_EQ(error("hook-parallelism: 010"),
            "settings.yaml:1:19: a whole number has no leading zeros, found the number 010: leave "
            "them out");
  EXPECT_EQ(error("hook-deadline: 10"),
            "settings.yaml:1:16: expected a duration, found the number 10: write a number and ms, "
            "s, m or h, e.g. hook-deadline: 30s");
  EXPECT_EQ(error("unit-log-limit: 8MB"),
            "settings.yaml:1:17: expected a size, found \"8MB\": write a number and B, KiB, MiB or "
            "GiB, e.g. unit-log-limit: 8MiB");
  EXPECT_EQ(error("run-as: root"),
            "settings.yaml:1:9: expected whom hooks run as, found \"root\": write run-as: unit, or "
            "run-as: orchestrator");
  for (const char* wrong : {"1000", "999-2000", "3000-2000", "1000-4294967294", "1000-", "-1000"})
    EXPECT_NE(error(std::string("run-as-range: ") + wrong).find("expected users from 1000"),
              std::string::npos)
      << wrong;
  EXPECT_EQ(error("log-level: loud"),
            "settings.yaml:1:12: expected a log level, found \"loud\": write one of trace, debug, "
            "info, warning, error");
  EXPECT_EQ(error("log-levels: {agent: loud}"),
            "settings.yaml:1:21: expected a log level, found \"loud\": write one of trace, debug, "
            "info, warning, error");
  EXPECT_EQ(
    error("log-levels: debug"),
    "settings.yaml:1:13: expected a mapping, found \"debug\": write e.g. log-levels: {agent: "
    "debug}");
  EXPECT_EQ(error("retry: 5"),
            "settings.yaml:1:8: expected a mapping, found the number 5: write `key: value` lines "
            "below retry");
  EXPECT_EQ(error("socket:\n"),
            "settings.yaml:1:1: expected text, found nothing: write e.g. socket: text");
  EXPECT_EQ(error("model-name: 7"),
            "settings.yaml:1:13: expected text, found the number 7: put it in quotes: model-name: "
            "\"7\"");
  EXPECT_EQ(error("- a"),
            "settings.yaml:1:1: expected a mapping, found a list: write `key: value` lines below "
            "the settings file");
}

TEST_F(SettingsFile, values_out_of_range_name_the_range) {
  EXPECT_EQ(error("hook-parallelism: 0"),
            "settings.yaml:1:19: expected a whole number from 1 to 1024, found the number 0: write "
            "e.g. hook-parallelism: 2");
  EXPECT_EQ(error("sessions-max: 99999999999999999999"),
            "settings.yaml:1:15: expected a whole number from 1 to 4096, found the number "
            "99999999999999999999: write e.g. sessions-max: 2");
  EXPECT_EQ(error("address-block: 255"),
            "settings.yaml:1:16: expected a whole number from 1 to 254, found the number 255: "
            "write e.g. address-block: 2");
  EXPECT_EQ(error("hook-deadline: 5ms"),
            "settings.yaml:1:16: expected a duration from 100ms to 168h, found \"5ms\": write e.g. "
            "hook-deadline: 10m");
  EXPECT_EQ(error("hook-output-limit: 1KiB"),
            "settings.yaml:1:20: expected a size from 4 KiB to 1 GiB, found \"1KiB\": write e.g. "
            "hook-output-limit: 8MiB");
  EXPECT_EQ(error("group-access: all"),
            "settings.yaml:1:15: expected a level of access, found \"all\": write one of login, "
            "read, write, admin, superuser");
  EXPECT_EQ(error("model-name: My Model"),
            "settings.yaml:1:13: \"My Model\" is no model name: use at most 64 lower-case letters, "
            "digits and inner dashes, e.g. model-name: default");
  EXPECT_EQ(error("retry:\n  attempts: 1001\n"),
            "settings.yaml:2:13: expected a whole number from 1 to 1000, found the number 1001: "
            "write e.g. attempts: 2");
  EXPECT_EQ(error("retry: {first-delay: 10m}"),
            "settings.yaml:1:1: longest-delay (5m) is shorter than first-delay (10m): raise "
            "longest-delay or lower first-delay");
}

TEST_F(SettingsFile, remedies_with_an_example_help) {
  const std::vector<std::string> keys{
    "address-block",        "history-kept",      "hook-deadline",   "hook-output-limit",
    "hook-parallelism",     "idle-agents",       "log-levels",      "model-name",
    "no-new-privileges",    "removed-unit-logs", "retry: attempts", "retry: first-delay",
    "retry: longest-delay", "run-as-range",      "sessions-max",    "store-buffer",
    "unit-memory",          "unit-processes",    "unit-log-limit"};
  const std::string retry = "retry: ";
  std::size_t helped = 0;
  for (const std::string& key : keys) {
    const bool within = key.starts_with(retry);
    const std::string own = within ? key.substr(retry.size()) : key;
    const auto text = [&](const std::string& line) {
      return within ? retry + "{" + line + "}" : line;
    };
    for (const char* bad :
         {"x y", "-1", "[1]", "{a: 1}", "5000000000000", "0B", "9999999GiB", "99999h"}) {
      const auto loaded = load(text(own + ": " + bad));
      if (loaded)
        continue;
      const std::string& remedy = loaded.error().remedy;
      const auto example = remedy.find("e.g. ");
      if (example == std::string::npos)
        continue;
      ++helped;
      EXPECT_EQ(error(text(remedy.substr(example + 5))), "no error") << key << ": " << bad;
    }
  }
  EXPECT_GT(helped, 6 * keys.size());
}

TEST_F(SettingsFile, missing_file_says_so) {
  const auto loaded = load_settings(files_.path() / "none.yaml");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(files_.local(loaded.error().text()),
            "none.yaml: the file cannot be opened (No such file or directory): check the path");
}

} // namespace orrery::config
