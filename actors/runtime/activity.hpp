#pragma once

#include "actors/runtime/under_way.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>

namespace orrery::runtime {

// Every thread counts every message. Under ThreadSanitizer that orders no more than those who wait
// for the count rest on: it would order all threads among each other, and hide that nothing else
// does.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::memory_order to_count_up = std::memory_order_relaxed;
inline constexpr std::memory_order to_count_down = std::memory_order_release;
#else
inline constexpr std::memory_order to_count_up = std::memory_order_seq_cst;
inline constexpr std::memory_order to_count_down = std::memory_order_seq_cst;
#endif

/// Counts everything that is still to happen: messages not handled, transactions not durable, hooks
/// queued or running.
///
/// Whoever causes something adds before its own part is taken away, so the count is zero only when
/// the system is settled. Nobody polls: the one that takes the last part away wakes those who wait.
class Activity final : public UnderWay {
public:
  void add(std::int64_t parts = 1) override { count_.fetch_add(parts, to_count_up); }
  void remove(std::int64_t parts = 1) override;
  [[nodiscard]] std::int64_t count() const { return count_.load(); }
  /// Blocks the calling thread (a session's, never an actor's) until the count is zero.
  /// @returns false when `timeout` passed first, or `cancelled` (asked five times a second) said
  /// true.
  [[nodiscard]] bool wait_settled(std::chrono::milliseconds timeout,
                                  const std::function<bool()>& cancelled);
  /// Waits until `done`, which is asked at once, and again whenever the count has come down to
  /// what `level` says (asked before it) and after each stir(). Both are called under this object's
  /// lock: they must not call it but for count().
  [[nodiscard]] bool wait(const std::function<std::int64_t()>& level,
                          const std::function<bool()>& done,
                          std::chrono::milliseconds timeout,
                          const std::function<bool()>& cancelled);
  /// Something has changed that levels depend on: if one of those who wait has such a level, they
  /// look again.
  void stir();

private:
  class Watch;
  enum class Level { Fixed, Moves };
  [[nodiscard]] bool wait(Level kind,
                          const std::function<std::int64_t()>& level,
                          const std::function<bool()>& done,
                          std::chrono::milliseconds timeout,
                          const std::function<bool()>& cancelled);
  void wake();

  std::atomic<std::int64_t> count_{0};
  std::atomic<std::int64_t> watched_{
    0};                                 ///< Who brings the count down to this wakes those who wait.
  std::atomic<std::int64_t> moving_{0}; ///< How many wait for a level that may change.
  std::mutex mutex_;
  std::multiset<std::int64_t> levels_; ///< Of those who wait.
  std::condition_variable reached_;
};

} // namespace orrery::runtime
