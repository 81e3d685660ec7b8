#include "actors/runtime/line_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string>

namespace orrery::runtime {
namespace {

using std::chrono::seconds;

/// A pipe of one page that nobody reads yet.
struct Pipe {
  Pipe() {
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    ::fcntl(ends[1], F_SETPIPE_SZ, 4096);
  }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0)
      ::close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// Reads until so much has come.
  std::string read(std::size_t bytes) {
    std::string text;
    std::array<char, 65536> some{};
    while (text.size() < bytes) {
      const auto size = ::read(ends[0], some.data(), some.size());
      if (size <= 0)
        break;
      text.append(some.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

  std::array<int, 2> ends{-1, -1};
};

TEST(LineWriter, writes_lines_in_their_order) {
  Pipe pipe;
  LineWriter writer{pipe.ends[1]};
  writer.put("one\n");
  writer.put("two\n");
  EXPECT_TRUE(writer.drain(seconds{20}));
  EXPECT_EQ(pipe.read(8), "one\ntwo\n");
}

TEST(LineWriter, nobody_waits_for_a_reader_and_what_is_dropped_is_counted) {
  Pipe pipe;
  LineWriter writer{pipe.ends[1]};
  const std::string line = std::string(1023, 'x') + "\n";
  constexpr std::size_t most = LineWriter::bytes_max / 1024;
  for (std::size_t i = 0; i < most + 50; ++i) // those that the pipe holds wait, too
    writer.put(line);
  EXPECT_FALSE(writer.drain(std::chrono::milliseconds{1}));
  const auto text = pipe.read(most * 1024 + 100); // the last line tells what is missing
  const auto told = text.find(" lines=");
  ASSERT_NE(told, std::string::npos);
  const auto written = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  EXPECT_EQ(written + std::stoul(text.substr(told + 7)), most + 50);
  EXPECT_TRUE(writer.drain(seconds{20}));
}

TEST(LineWriter, ends_although_nobody_reads) {
  Pipe pipe;
  LineWriter writer{pipe.ends[1]};
  for (int i = 0; i < 100; ++i)
    writer.put(std::string(1023, 'x') + "\n");
}

TEST(LineWriter, a_reader_that_has_gone_keeps_nobody) {
  Pipe pipe;
  std::signal(SIGPIPE, SIG_IGN);
  ::close(pipe.ends[0]);
  pipe.ends[0] = -1;
  LineWriter writer{pipe.ends[1]};
  writer.put("lost\n");
  EXPECT_TRUE(writer.drain(seconds{20}));
}

} // namespace
} // namespace orrery::runtime
