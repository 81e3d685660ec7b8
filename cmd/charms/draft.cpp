#include "cmd/charms/draft.hpp"

#include <unistd.h>

#include <atomic>
#include <string>
#include <string_view>
#include <system_error>

namespace orrery::cmd {
namespace {

constexpr std::string_view draft_prefix = ".draft-";

/// Of this process's drafts.
std::string own_prefix() {
  return std::string{draft_prefix}.append(std::to_string(::getpid())).append("-");
}

} // namespace

Draft::~Draft() {
  std::error_code ignored; // a left-over is swept by the next deploy
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path next_draft(const std::filesystem::path& charms) {
  static std::atomic<unsigned> drafts{0};
  return charms / own_prefix().append(std::to_string(drafts++));
}

void sweep_drafts(const std::filesystem::path& charms) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{charms, ignored}) {
    const auto name = entry.path().filename().string();
    if (name.starts_with(draft_prefix) && !name.starts_with(own_prefix()))
      std::filesystem::remove_all(entry.path(), ignored);
  }
}

} // namespace orrery::cmd
