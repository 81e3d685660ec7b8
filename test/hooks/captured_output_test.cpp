// Output of a task, kept for its results: the beginning and the end.
#include "actors/hooks/captured_output.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::hooks {
namespace {

CapturedOutput capture(std::uint64_t limit) {
  CapturedOutput captured;
  captured.limit = limit;
  return captured;
}

TEST(CapturedOutput, A32_keeps_all_that_is_within_the_limit) {
  CapturedOutput captured = capture(10);
  captured.take(captured.out, "01234");
  captured.take(captured.out, "56789");
  captured.take(captured.errors, std::string("\0\xff", 2));
  captured.end();
  EXPECT_EQ(captured.out, "0123456789");
  EXPECT_EQ(captured.errors, std::string("\0\xff", 2));
  EXPECT_FALSE(captured.out_is_cut);
  EXPECT_FALSE(captured.errors_are_cut);
  EXPECT_EQ(captured.dropped, 0U);
}

TEST(CapturedOutput, A32_keeps_the_beginning_and_the_end_of_what_is_longer) {
  CapturedOutput captured = capture(10);
  captured.take(captured.out, "01234567890");
  captured.take(captured.errors, "errors");
  captured.end();
  EXPECT_EQ(captured.out, "0123467890");
  EXPECT_TRUE(captured.out_is_cut);
  EXPECT_FALSE(captured.errors_are_cut);
  EXPECT_EQ(captured.dropped, 1U);
  EXPECT_EQ(captured.head_size(), 5U);
}

TEST(CapturedOutput, A32_the_end_is_right_and_memory_bounded_however_it_comes) {
  const std::string text = [] {
    std::string all;
    for (int i = 0; i < 5000; ++i)
      all += std::to_string(i) + ' ';
    return all;
  }();
  for (const std::size_t limit : {1U, 2U, 7U, 1000U})
    for (const std::size_t piece : {1U, 3U, 999U, 1001U, 30'000U}) {
      CapturedOutput captured = capture(limit);
      for (std::size_t at = 0; at < text.size(); at += piece) {
        captured.take(captured.errors, std::string_view(text).substr(at, piece));
        ASSERT_LE(captured.errors.size(), 2 * limit);
      }
      captured.end();
      EXPECT_EQ(captured.errors,
                text.substr(0, limit / 2) + text.substr(text.size() - (limit - limit / 2)))
        << limit << ' ' << piece;
      EXPECT_TRUE(captured.errors_are_cut);
      EXPECT_EQ(captured.dropped, text.size() - limit);
    }
}

TEST(HookRunner, A32_keeps_the_beginning_and_the_end_of_what_a_task_prints) {
  Sandbox box;
  HookJob job = box.job("app/0", "juju-exec",
                        "echo first; head -c 300000 /dev/zero | tr '\\0' x; echo last; "
                        "echo error >&2");
  job.command = true;
  job.capture = 1000;
  const HookEnd end = box.run(job);
  EXPECT_TRUE(end.success());
  const CapturedOutput& captured = end.captured;
  EXPECT_EQ(captured.out, "first\n" + std::string(494, 'x') + std::string(495, 'x') + "last\n");
  EXPECT_EQ(captured.errors, "error\n");
  EXPECT_TRUE(captured.out_is_cut);
  EXPECT_FALSE(captured.errors_are_cut);
  EXPECT_EQ(captured.dropped, 300'011U - 1000U);
}

} // namespace
} // namespace orrery::hooks
