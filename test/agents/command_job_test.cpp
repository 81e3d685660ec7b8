// A job that runs a user's command, with the deadline that the user gave.
#include "actors/agents/command_job.hpp"

#include <gtest/gtest.h>

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

TEST(CommandJob, A64_its_input_is_named_by_a_token) {
  EXPECT_EQ(input_of(R"({"command":"cat","stdin":"0123abcd","timeout":0})"), "0123abcd");
  EXPECT_EQ(input_of(R"({"command":"cat","timeout":0})"), "");
  EXPECT_EQ(input_of("no JSON"), "");
}

} // namespace
} // namespace orrery::agents
