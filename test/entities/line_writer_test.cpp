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

/// A pipe of four pages that nobody reads yet.
struct Pipe {
  Pipe() {
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    ::fcntl(ends[1], F_SETPIPE_SZ, 16384);
  }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0)
      ::close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// Reads lines until one has come that holds the word.
  std::string read_to(const std::string& word) {
    std::string text;
    std::array<char, 65536> some{};
    while (text.find(word) == std::string::npos || text.back() != '\n') {
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
  EXPECT_EQ(pipe.read_to("two"), "one\ntwo\n");
}

TEST(LineWriter, nobody_waits_for_a_reader_and_what_is_dropped_is_counted) {
  Pipe pipe;
  const std::string full(16384, 'y');
  ASSERT_EQ(::write(pipe.ends[1], full.data(), full.size()), 16384);
  LineWriter writer{pipe.ends[1]};
  const std::string line = std::string(1023, 'x') + "\n";
  constexpr std::size_t most = LineWriter::bytes_max / 1024;
  for (std::size_t i = 0; i < most + 50; ++i)
    writer.put(line);
  EXPECT_FALSE(writer.drain(std::chrono::milliseconds{1}));
  const auto text = pipe.read_to(" lines="); // the last line tells what is missing
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), most + 1);
  EXPECT_TRUE(text.ends_with(" lines=50\n")) << text.substr(text.size() - 200);
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
