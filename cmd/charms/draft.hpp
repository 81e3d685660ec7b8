#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
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

/// Makes an empty draft, `charms/.draft-PID-N` below the model's directory, and removes those of
/// processes that are gone.
[[nodiscard]] tl::expected<Draft, std::string> begin_draft(const std::filesystem::path& data);
/// Makes an empty draft of this user alone in the host's directory for temporary files, where there
/// is no model.
[[nodiscard]] tl::expected<Draft, std::string> begin_temporary_draft();

} // namespace orrery::cmd
