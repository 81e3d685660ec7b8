#pragma once

#include "config/descriptor.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace orrery::runtime {

/// Writes lines to a descriptor, on a thread of its own: whoever has something to say never waits
/// for whoever reads it. Lines that find no room are dropped, and counted; how many is written
/// where they would have been. Thread-safe.
class LineWriter {
public:
  static constexpr std::size_t bytes_max = 1 << 20; ///< Of lines that wait.

  /// @param descriptor stays the caller's, and open.
  /// @throws std::system_error where the system has no thread or descriptor for it
  explicit LineWriter(int descriptor);
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  ~LineWriter(); ///< What has not been taken by then is lost.

  /// @param line with its newline
  void put(std::string line);
  /// Waits until all that has been put is written.  @returns false if that took longer.
  bool drain(std::chrono::milliseconds patience);

private:
  void run();
  /// @returns false if the writer ends.
  [[nodiscard]] bool write_out(const std::string& line);

  int descriptor_;
  config::Descriptor wake_; ///< eventfd
  std::mutex mutex_;        ///< Of all below.
  std::condition_variable stirred_;
  std::deque<std::string> waiting_; ///< The first one is being written.
  std::size_t bytes_ = 0;
  std::uint64_t dropped_ = 0; ///< Since the newest line that waits.
  bool ending_ = false;
  std::thread thread_;
};

} // namespace orrery::runtime
