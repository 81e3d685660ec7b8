#pragma once

#include <tl/expected.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace orrery::providers {

/// Files and directories that nobody needs any more. They are put aside by a rename, which is soon
/// done, and deleted later by one thread, which takes a tenth of a processor at most while there is
/// space on the disk, and sleeps when nothing is left. What the end of the process interrupts goes
/// on at the next start. For any thread.
class Trash {
public:
  /// One cannot be deleted, and stays there: why, as a sentence. Called on the trash's own thread.
  using Stays = std::function<void(const std::string& why)>;

  /// @param directory on the file system of what is put aside; made when it is needed.
  Trash(std::filesystem::path directory, Stays stays);
  ~Trash();
  Trash(const Trash&) = delete;
  Trash& operator=(const Trash&) = delete;

  /// Puts a file or directory aside; what cannot be moved is deleted at once. Not there is success.
  /// @returns why it is still there.
  [[nodiscard]] tl::expected<void, std::string> take(const std::filesystem::path& path);
  /// Begins to delete, also what an earlier process left. So does take().
  void begin();

private:
  void run();
  void delete_all();
  void delete_one(const std::filesystem::path& path);
  /// @returns false when the process ends.
  [[nodiscard]] bool pause(std::chrono::nanoseconds time);
  [[nodiscard]] bool is_scarce() const;

  std::filesystem::path directory_;
  Stays stays_;
  const std::string mark_; ///< Of this process's names.
  std::atomic<std::uint64_t> last_{0};
  std::set<std::string> stuck_; ///< Names; of the thread only.
  std::mutex mutex_;
  std::condition_variable changed_;
  /// Has something come since the thread last looked? An earlier process may have left something.
  bool more_ = true;
  bool over_ = false;
  std::once_flag begun_;
  std::thread thread_;
};

} // namespace orrery::providers
