#pragma once

#include <filesystem>
#include <utility>

namespace orrery::cmd {

/// A directory beside the kept charms in which one is made: it goes with everything in it, unless
/// it was renamed meanwhile.
class Draft {
public:
  explicit Draft(std::filesystem::path path) : path_{std::move(path)} {}
  Draft(Draft&& other) noexcept : path_{std::exchange(other.path_, {})} {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  Draft& operator=(Draft&&) = delete;
  ~Draft();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// @returns `.draft-PID-N` below `charms`, which no other has.
[[nodiscard]] std::filesystem::path next_draft(const std::filesystem::path& charms);
/// Removes the drafts of processes that are gone.
void sweep_drafts(const std::filesystem::path& charms);

} // namespace orrery::cmd
