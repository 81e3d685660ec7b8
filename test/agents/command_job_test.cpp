// A job that runs a user's command, with the deadline that the user gave.
#include "actors/agents/command_job.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace orrery::agents {
namespace {

using namespace std::chrono_literals;

std::chrono::milliseconds deadline(const std::string& timeout) {
  return command_job(R"({"command":"true","timeout":)" + timeout + "}").deadline;
}

TEST(CommandJob, A40_its_timeout_is_the_deadline) {
  EXPECT_EQ(deadline("5000000000"), 5s);
  EXPECT_EQ(deadline("1"), 1ms) << "never 0, which would be over before it begins";
}

TEST(CommandJob, A40_a_timeout_of_centuries_can_be_added_to_any_time) {
  const std::chrono::milliseconds none = deadline("0");
  EXPECT_EQ(deadline("9223372036854775807"), none);
  const auto latest_beginning = std::chrono::nanoseconds::max() - none;
  EXPECT_GT(latest_beginning, 24h * 365 * 100) << "of a clock that counts from the host's boot";
}

/// A charm's directory with actions.yaml, as a unit has it.
class CharmCopy {
public:
  explicit CharmCopy(const std::string& actions) {
    std::string name = (std::filesystem::temp_directory_path() / "orrery-charm-XXXXXX").string();
    directory_ = mkdtemp(name.data());
    write("metadata.yaml", "name: app\nsummary: s\ndescription: d\n");
    write("actions.yaml", actions);
  }
  ~CharmCopy() { std::filesystem::remove_all(directory_); }
  CharmCopy(const CharmCopy&) = delete;
  CharmCopy& operator=(const CharmCopy&) = delete;
  [[nodiscard]] std::string why_not(const std::string& action, const std::string& parameters) {
    return why_not_taken({1, 2, action, parameters}, directory_.string());
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return directory_; }
  void remove(const std::string& name) { std::filesystem::remove(directory_ / name); }
  void link(const std::string& name, const std::filesystem::path& target) {
    remove(name);
    std::filesystem::create_symlink(target, directory_ / name);
  }

private:
  std::filesystem::path directory_;
};

TEST(CommandJob, A21_an_action_is_checked_again_by_the_files_of_its_unit) {
  CharmCopy charm("backup: {params: {level: {type: integer}}}\n");
  EXPECT_EQ(charm.why_not("backup", R"({"level":3})"), "");
  EXPECT_EQ(charm.why_not("restore", "{}"), "cannot run \"restore\" action: not defined");
  EXPECT_EQ(charm.why_not("backup", R"({"level":"x"})"),
            "cannot run \"backup\" action: validation failed: (root).level : must be of type "
            "integer, given \"x\"");
  charm.write("actions.yaml", "backup: [\n");
  EXPECT_TRUE(charm.why_not("backup", "{}").starts_with("cannot run \"backup\" action: "));
  charm.remove("actions.yaml");
  EXPECT_EQ(charm.why_not("backup", "{}"), "cannot run \"backup\" action: not defined");
  charm.remove("metadata.yaml");
  EXPECT_EQ(charm.why_not("backup", "{}"), "charm missing from disk");
}

TEST(CommandJob, A22_a_link_that_leads_out_of_the_charm_tells_no_word_of_what_is_there) {
  CharmCopy secret("topsecret: [\n");
  for (const char* name : {"actions.yaml", "metadata.yaml"}) {
    CharmCopy charm("backup: {}\n");
    charm.link(name, secret.path() / "actions.yaml");
    const std::string why = charm.why_not("backup", "{}");
    EXPECT_NE(why.find("is a symlink that leads out of its directory"), std::string::npos) << why;
    EXPECT_EQ(why.find("topsecret"), std::string::npos) << why;
  }
}

TEST(CommandJob, A64_its_input_is_named_by_a_token) {
  EXPECT_EQ(input_of(R"({"command":"cat","stdin":"0123abcd","timeout":0})"), "0123abcd");
  EXPECT_EQ(input_of(R"({"command":"cat","timeout":0})"), "");
  EXPECT_EQ(input_of("no JSON"), "");
}

} // namespace
} // namespace orrery::agents
