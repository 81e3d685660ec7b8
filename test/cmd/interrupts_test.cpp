#include "cmd/client/asking.hpp"
#include "cmd/client/endpoint.hpp"
#include "cmd/client/interrupts.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <utility>

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

/// Listens, takes one request, interrupts whoever waits for the answer, and does not answer before
/// the client has gone.
class BusyOrchestrator {
public:
  BusyOrchestrator() : asker_{::pthread_self()} {
    std::string directory = std::filesystem::temp_directory_path() / "orrery-busy-XXXXXX";
    EXPECT_NE(::mkdtemp(directory.data()), nullptr);
    socket_ = std::filesystem::path{directory} / "socket";
    auto listening = listen_at(socket_);
    EXPECT_TRUE(listening) << listening.error();
    listening_ = std::move(*listening);
    works_ = std::thread{[this] { work(); }};
  }
  BusyOrchestrator(const BusyOrchestrator&) = delete;
  BusyOrchestrator& operator=(const BusyOrchestrator&) = delete;
  ~BusyOrchestrator() {
    works_.join();
    std::filesystem::remove_all(socket_.parent_path());
  }
  [[nodiscard]] const std::filesystem::path& socket() const { return socket_; }

private:
  void work() const {
    const config::Descriptor client{::accept(listening_.get(), nullptr, nullptr)};
    EXPECT_TRUE(wire::receive_frame(client.get(), 30s, 30s));
    ::pthread_kill(asker_, SIGINT);
    const auto interrupt = wire::receive_frame(client.get(), 30s, 30s);
    EXPECT_TRUE(interrupt && interrupt->kind == wire::FrameKind::Interrupt);
    EXPECT_FALSE(wire::receive_frame(client.get(), 30s, 30s)) << "the client is to go";
  }

  std::filesystem::path socket_;
  pthread_t asker_;
  config::Descriptor listening_;
  std::thread works_;
};

TEST(Interrupts, a_request_whose_answer_does_not_come_is_given_up_in_time) {
  const BusyOrchestrator busy;
  const auto began = std::chrono::steady_clock::now();
  wire::Request request = make_request();
  request.is_anonymous = true;
  request.words = {"status"};
  EXPECT_EQ(ask_at(busy.socket(), request, Exit::Failed), Exit::Interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 20s);
}

} // namespace
} // namespace orrery::cmd
