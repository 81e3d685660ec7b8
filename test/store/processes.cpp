// A store and several processes: who holds it, and what is left when one is killed.

#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace orrery::store {
namespace {

using test::count_keys;
using test::StoreDirectory;
using Kind = StoreError::Kind;

/// Another process with a store; it does what it is told by a byte, and dies by itself if nobody
/// tells it anything.
class Child {
public:
  /// @param life what the child does; a byte it reports with `say` is read by `hear`.
  explicit Child(const std::function<void(Child&)>& life) {
    if (::pipe(up_) != 0 || ::pipe(down_) != 0)
      throw std::runtime_error("no pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      constexpr unsigned deadline = 20; // seconds; its death ends the parent's wait
      ::alarm(deadline);
      life(*this);
      ::_exit(0);
    }
    ::close(up_[1]);
  }
  ~Child() {
    kill();
    for (const int end : {up_[0], down_[0], down_[1]})
      ::close(end);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void say(char word) const { std::ignore = ::write(up_[1], &word, 1); }
  /// @returns nothing if the child is dead.
  [[nodiscard]] std::optional<char> hear() const {
    char word = 0;
    return ::read(up_[0], &word, 1) == 1 ? std::optional(word) : std::nullopt;
  }
  void wait_for_the_end() const {
    char word = 0;
    std::ignore = ::read(down_[0], &word, 1);
  }
  void kill() {
    if (pid_ > 0 && ::kill(pid_, SIGKILL) == 0)
      ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

private:
  int up_[2] = {};
  int down_[2] = {};
  pid_t pid_ = -1;
};

TEST(Database, refuses_a_second_opener_in_another_process) {
  const StoreDirectory directory;
  Child child([&](Child& self) {
    const auto database = directory.open();
    self.say(database ? 'o' : 'x');
    self.wait_for_the_end();
  });
  ASSERT_EQ(child.hear(), 'o');
  const auto second = directory.open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, Kind::Locked) << second.error().text;
  child.kill();
  EXPECT_TRUE(directory.open()); // the lock went with its process
}

TEST(Database, has_every_acknowledged_batch_after_its_process_was_killed) {
  const StoreDirectory directory;
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 3; ++round) {
    const std::uint64_t enough = acknowledged + 100;
    Child child([&](Child& self) {
      const auto database = directory.open();
      while (database
             && (*database)->write({{"key." + std::to_string((*database)->sequence() + 1), "x"}},
                                   (*database)->sequence() + 1))
        self.say('w');
    });
    while (acknowledged < enough && child.hear())
      ++acknowledged;
    ASSERT_EQ(acknowledged, enough);
    child.kill();
    while (child.hear()) // what it had said before it died counts too
      ++acknowledged;
    const auto database = directory.open();
    ASSERT_TRUE(database) << database.error().text;
    EXPECT_TRUE((*database)->notes().empty());
    EXPECT_GE((*database)->sequence(), acknowledged);
    EXPECT_EQ(count_keys(**database), (*database)->sequence());
    acknowledged = (*database)->sequence();
  }
}

} // namespace
} // namespace orrery::store
