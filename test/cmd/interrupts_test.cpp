#include "cmd/client/interrupts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <future>
#include <thread>

namespace orrery::cmd {
namespace {

using namespace std::chrono_literals;

/// A pipe that nobody writes to while a line is waited for; after the deadline something comes, so
/// that the test ends.
class Silence {
public:
  explicit Silence(std::chrono::seconds deadline) {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    late_ = std::thread{[this, deadline] {
      if (over_.get_future().wait_for(deadline) != std::future_status::ready) {
        EXPECT_EQ(::write(ends_[1], "x", 1), 1);
      }
    }};
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    over_.set_value();
    late_.join();
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  [[nodiscard]] bool read_is_interrupted() const {
    char got = 0;
    return ::read(ends_[0], &got, 1) == -1 && errno == EINTR;
  }

private:
  std::array<int, 2> ends_{};
  std::promise<void> over_;
  std::thread late_;
};

TEST(Interrupts, one_that_comes_right_before_the_line_is_waited_for_ends_the_wait) {
  const CaughtInterrupts caught{SecondInterrupt::Same};
  const Silence silence{30s};
  for (auto round = 0; round < 3; ++round) {
    const InterruptibleLine line;
    EXPECT_FALSE(line.interrupted());
    ::raise(SIGINT);
    EXPECT_TRUE(silence.read_is_interrupted());
    EXPECT_TRUE(silence.read_is_interrupted()) << "libedit reads once more after the first";
    EXPECT_TRUE(line.interrupted());
  }
}

TEST(Interrupts, none_is_kept_for_the_next_line) {
  const CaughtInterrupts caught{SecondInterrupt::Same};
  ::raise(SIGINT);
  const InterruptibleLine line;
  EXPECT_FALSE(line.interrupted());
}

TEST(Interrupts, once_they_are_caught_no_more_they_do_what_they_did_before) {
  const auto now = [](int number) {
    struct sigaction how {};
    EXPECT_EQ(::sigaction(number, nullptr, &how), 0);
    return how.sa_handler;
  };
  auto* const before = std::signal(SIGINT, SIG_IGN);
  auto* const on_resize = now(SIGWINCH);
  {
    const CaughtInterrupts caught{SecondInterrupt::Ends};
    EXPECT_NE(now(SIGINT), SIG_IGN);
    ::raise(SIGINT);
  }
  EXPECT_EQ(now(SIGINT), SIG_IGN) << "also after one that has come";
  EXPECT_EQ(now(SIGWINCH), on_resize);
  std::signal(SIGINT, before);
}

} // namespace
} // namespace orrery::cmd
