// The program that reads archives: what it may do, and what becomes of an archive that breaks it.
#include "cmd/charms/charm_archive.hpp"
#include "cmd/unpack/confinement.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;

/// Another program in its place, which does what a parser would do that an archive has taken over.
class TakenOver : public ::testing::Test {
protected:
  TakenOver() {
    const char* const named = std::getenv("ORRERY_UNPACK");
    before_ = named == nullptr ? "" : named;
    fs::create_directory(into);
    bench.file("shop.charm", "PK");
  }
  ~TakenOver() override { ::setenv("ORRERY_UNPACK", before_.c_str(), 1); }

  /// Unpacks with a shell's script in its place. @returns what is said
  std::string said(const std::string& script) {
    const fs::path program = bench.directory / "parser";
    std::ofstream(program) << "#!/bin/sh\n" << script << '\n';
    ::chmod(program.c_str(), 0700);
    ::setenv("ORRERY_UNPACK", program.c_str(), 1);
    const auto unpacked = cmd::unpack_charm(bench.directory / "shop.charm", into);
    return unpacked ? "" : unpacked.error();
  }
  static std::string frame(char kind, const std::string& bytes) {
    const auto length = static_cast<char>(bytes.size());
    return std::string{kind, length, 0, 0, 0} + bytes;
  }
  /// Unpacks what is no parser's output. @returns what is said
  std::string said_to(const std::string& stream) {
    std::ostringstream text;
    for (const char byte : stream)
      text << '\\' << std::oct << std::setw(3) << std::setfill('0')
           << static_cast<unsigned>(static_cast<unsigned char>(byte));
    return said("printf '" + text.str() + "'");
  }

  Bench bench;
  const fs::path into = bench.directory / "into";

private:
  std::string before_;
};

TEST_F(TakenOver, its_death_is_an_error_that_says_how) {
  EXPECT_TRUE(has(said("kill -SEGV $$"), "was killed by signal 11 (SIGSEGV)"));
  EXPECT_TRUE(has(said("exit 3"), "ended with exit code 3"));
  EXPECT_TRUE(has(said("printf 'f\\003'; kill -KILL $$"), "was killed by signal 9 (SIGKILL)"));
  EXPECT_TRUE(has(said_to(frame('f', "half")), "shop.charm is not unpacked"));
}

TEST_F(TakenOver, one_that_only_closes_its_output_is_not_waited_for) {
  EXPECT_TRUE(has(said("exec >/dev/null; while :; do :; done"), "is not unpacked"));
}

TEST_F(TakenOver, what_is_no_frame_is_refused) {
  for (const std::string& frames :
       {std::string("zzzzzzzz"), std::string("f\377\377\377\377"), frame('c', "x"),
        frame('d', "a") + frame('c', "x"), frame('l', "a") + frame('f', "b"), frame('t', "b"),
        frame('e', "x")})
    EXPECT_TRUE(has(said_to(frames), "said what it may not say")) << frames;
}

TEST_F(TakenOver, names_are_judged_by_whoever_writes) {
  EXPECT_TRUE(has(said_to(frame('f', "../evil")), "would lie outside"));
  EXPECT_TRUE(has(said_to(frame('d', "/evil")), "would lie outside"));
  EXPECT_TRUE(has(said_to(frame('f', std::string("a\0b", 3))), "a name that no file can have"));
  EXPECT_FALSE(fs::exists(bench.directory / "evil"));
}

TEST_F(TakenOver, nothing_is_written_through_its_links) {
  const fs::path elsewhere = bench.directory / "elsewhere";
  fs::create_directory(elsewhere);
  EXPECT_NE(
    said_to(frame('l', "a") + frame('t', elsewhere.string()) + frame('f', "a/b") + frame('e', "")),
    "");
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(TakenOver, its_words_do_nothing_to_a_terminal) {
  EXPECT_TRUE(has(said_to(frame('!', " is \033[31mred")), " is \\x1b[31mred"));
}

TEST_F(TakenOver, it_has_no_variable_and_no_descriptor_of_ours) {
  const int held = ::fcntl(STDIN_FILENO, F_DUPFD, 50); // without FD_CLOEXEC
  const fs::path told = bench.directory / "told";
  (void)said("{ [ -e /proc/$$/fd/" + std::to_string(held)
             + " ] && echo \"a descriptor\"; echo \"home=$HOME unpack=$ORRERY_UNPACK\"; } >"
             + told.string());
  ::close(held);
  std::ostringstream text;
  text << std::ifstream(told).rdbuf();
  EXPECT_EQ(text.str(), "home= unpack=\n");
}

TEST(Unpacking, a_fifo_in_the_archives_place_is_not_waited_for) {
  const Bench bench;
  ASSERT_EQ(::mkfifo((bench.directory / "shop.charm").c_str(), 0600), 0);
  const auto unpacked = cmd::unpack_charm(bench.directory / "shop.charm", bench.directory);
  ASSERT_FALSE(unpacked);
  EXPECT_TRUE(has(unpacked.error(), "shop.charm is no file"));
}

/// Which of its attempts a confined process has carried out, a bit each; 128: there is no filter.
int attempts() {
  int done = 0;
  if (!unpack::confine())
    return 128;
  const auto tried = [&done](int bit, bool succeeded) { done |= succeeded ? bit : 0; };
  tried(1, ::open("/dev/null", O_RDONLY) >= 0);
  tried(2, ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  tried(4, ::kill(::getppid(), 0) == 0);
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(0);
  tried(8, child > 0);
  struct stat found {};
  tried(16, ::stat("/", &found) == 0);
  tried(32, ::mmap(nullptr, unpack::memory_max, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
              != MAP_FAILED);
  char* const none[] = {nullptr};
  (void)::execve("/bin/true", none, none); // does not return where it succeeds
  tried(64, errno != EPERM);
  return done;
}

TEST(Unpacking, a_confined_process_opens_connects_signals_and_starts_nothing) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer maps memory and calls what a confined process may not";
#endif
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto done = static_cast<unsigned char>(attempts());
    (void)::write(ends[1], &done, 1);
    ::_exit(0);
  }
  ::close(ends[1]);
  unsigned char done = 0xff;
  EXPECT_EQ(::read(ends[0], &done, 1), 1) << "it has become another program";
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  if ((done & 128U) != 0)
    GTEST_SKIP() << "this kernel has no filters of system calls";
  EXPECT_EQ(done, 0);
}

} // namespace
} // namespace orrery::test
