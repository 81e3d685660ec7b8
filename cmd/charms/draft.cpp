#include "cmd/charms/draft.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace orrery::cmd {
namespace {

constexpr std::string_view draft_prefix = ".draft-";

/// Begins the names of this process's drafts.
std::string own_prefix() {
  return std::string{draft_prefix}.append(std::to_string(::getpid())).append("-");
}

/// Removes the drafts of processes that are gone.
void sweep_drafts(const std::filesystem::path& charms) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{charms, ignored}) {
    const auto name = entry.path().filename().string();
    if (name.starts_with(draft_prefix) && !name.starts_with(own_prefix()))
      std::filesystem::remove_all(entry.path(), ignored);
  }
}

} // namespace

Draft::~Draft() {
  std::error_code ignored; // a left-over is swept by the next deploy
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

tl::expected<Draft, std::string> begin_draft(const std::filesystem::path& data) {
  static std::atomic<unsigned> drafts{0};
  std::error_code error;
  const auto charms = std::filesystem::absolute(data, error).lexically_normal() / "charms";
  std::filesystem::create_directories(charms, error);
  sweep_drafts(charms);
  Draft draft{charms / own_prefix().append(std::to_string(drafts++))};
  if (!std::filesystem::create_directory(draft.path(), error))
    return tl::unexpected("cannot write " + draft.path().string() + ": " + error.message());
  return draft;
}

tl::expected<Draft, std::string> begin_temporary_draft() {
  std::error_code error;
  auto pattern = (std::filesystem::temp_directory_path(error) / "orrery-charm-XXXXXX").string();
  if (error)
    return tl::unexpected("there is no directory for temporary files: " + error.message());
  if (::mkdtemp(pattern.data()) == nullptr)
    return tl::unexpected("cannot write " + pattern + ": "
                          + std::generic_category().message(errno));
  return Draft{std::filesystem::path{pattern}};
}

} // namespace orrery::cmd
