#include "actors/runtime/brief_mutex.hpp"

#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

namespace orrery::runtime {
namespace {

TEST(BriefMutex, lets_in_one_at_a_time) {
  constexpr int rounds = 20'000;
  BriefMutex mutex;
  int count = 0; // no atomic: what is lost, or raced for, shows
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < rounds; ++round) {
        const std::lock_guard lock(mutex);
        ++count;
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(count, 4 * rounds);
}

TEST(BriefMutex, who_finds_it_taken_for_long_waits_until_it_is_free) {
  BriefMutex mutex;
  mutex.lock();
  EXPECT_FALSE(std::async(std::launch::async, [&] { return mutex.try_lock(); }).get());
  std::promise<void> begun;
  bool free = false;
  auto other = std::async(std::launch::async, [&] {
    begun.set_value();
    const std::lock_guard lock(mutex);
    return free;
  });
  begun.get_future().wait();
  free = true;
  mutex.unlock();
  EXPECT_TRUE(other.get());
}

} // namespace
} // namespace orrery::runtime
