#include "store/give_way.hpp"

#include <chrono>
#include <thread>

namespace orrery::store {

namespace {

using Clock = std::chrono::steady_clock;

/// A write beside a reader takes half as long again as alone; with 500 it took a little longer.
constexpr std::chrono::microseconds longest_turn{250};
constexpr unsigned steps_between_looks = 16; ///< At the clock.

struct ReadersTurn {
  unsigned steps = 0;
  Clock::time_point began;
};

} // namespace

void give_way() {
  thread_local ReadersTurn turn;
  if (++turn.steps % steps_between_looks != 0 || Clock::now() - turn.began < longest_turn)
    return;
  std::this_thread::yield();
  turn.began = Clock::now();
}

} // namespace orrery::store
