#include "config/charm_link.hpp"

#include <deque>
#include <system_error>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40; ///< As many as the kernel follows.

/// Puts a path's steps before those that are still to be taken.
void put_before(std::deque<fs::path>& steps, const fs::path& path) {
  steps.insert(steps.begin(), path.begin(), path.end());
}

} // namespace

bool leads_inside(const fs::path& root, const fs::path& place) {
  std::deque<fs::path> steps(place.begin(), place.end());
  fs::path here; // relative to the root
  for (int links = 0; !steps.empty();) {
    const fs::path step = steps.front();
    steps.pop_front();
    if (step.empty() || step == ".")
      continue;
    if (step == "..") {
      if (here.empty())
        return false;
      here = here.parent_path();
      continue;
    }
    std::error_code error; // not there: no link
    const fs::path target = fs::read_symlink(root / here / step, error);
    if (error) {
      here /= step;
      continue;
    }
    if (target.empty() || target.is_absolute() || ++links > most_links)
      return false;
    put_before(steps, target);
  }
  return true;
}

} // namespace orrery::config
