// The file DATA/boot:
//
//     file      = number " " identity [ directory ] "\n"
//     directory = " of directory " DEVICE ":" INODE     of DATA; earlier programs wrote none
//
// The file is replaced by a rename, so that it is there as a whole or not at all.
#include "cmd/engine/boot.hpp"

#include "actors/providers/removal.hpp"
#include "actors/runtime/log.hpp"
#include "cmd/backup/durable.hpp"
#include "cmd/backup/restore.hpp"
#include "cmd/engine/layout.hpp"
#include "cmd/session/text_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

struct NotedBoot {
  std::uint64_t number = 0;
  std::string identity;
};

/// Empty where there is no such file, or something else that a start would wait for.
std::string first_line(const fs::path& path) {
  constexpr std::uint64_t longest = 1 << 16;
  const std::string text = read_text_file(path, longest).value_or(std::string());
  return text.substr(0, text.find('\n'));
}

/// When process 1 was started, in clock ticks since the kernel's boot; empty where that cannot be
/// seen. The process's name may hold blanks and ends with the last bracket; 20 fields follow.
std::string start_of_first_process() {
  const std::string line = first_line("/proc/1/stat");
  const std::size_t bracket = line.rfind(')');
  if (bracket == std::string::npos)
    return {};
  constexpr int fields_before = 19;
  std::istringstream fields(line.substr(bracket + 1));
  std::string field;
  for (int i = 0; i <= fields_before; ++i)
    fields >> field;
  return field;
}

std::optional<NotedBoot> read_boot(const fs::path& path) {
  const std::string line = first_line(path);
  NotedBoot boot;
  const char* const end = line.data() + line.size();
  const auto [stopped, error] = std::from_chars(line.data(), end, boot.number);
  if (error != std::errc() || stopped == end || *stopped != ' ')
    return std::nullopt;
  boot.identity.assign(stopped + 1, end);
  return boot;
}

/// Names the directory by what a copy of it does not have.
std::string name_of(const fs::path& directory) {
  struct stat found {};
  if (stat(directory.c_str(), &found) != 0)
    return {};
  return " of directory " + std::to_string(found.st_dev) + ":" + std::to_string(found.st_ino);
}

tl::expected<void, std::string> write_boot(const fs::path& path, const NotedBoot& boot) {
  const auto written =
    backup::write_note(path, std::to_string(boot.number) + " " + boot.identity + "\n");
  if (!written)
    return tl::unexpected(written.error() + "; it names the boot of this host, make it writable");
  return {};
}

} // namespace

std::string boot_identity(bool may_be_played) {
  const char* const played = may_be_played ? std::getenv("ORRERY_BOOT") : nullptr;
  if (played != nullptr)
    return played;
  std::error_code ignored; // where it cannot be seen, the rest tells
  return first_line("/proc/sys/kernel/random/boot_id") + " "
         + fs::read_symlink("/proc/self/ns/pid", ignored).string() + " " + start_of_first_process();
}

tl::expected<std::uint64_t, std::string>
note_boot(const fs::path& data_directory, const std::string& identity, store::Milliseconds now) {
  const fs::path path = data_directory / "boot";
  std::error_code error;
  const bool is_noted = fs::exists(path, error);
  const auto noted = is_noted ? read_boot(path) : std::optional(NotedBoot{});
  NotedBoot boot{0, identity + name_of(data_directory)};
  const auto restored = backup::unserved(data_directory);
  if (!restored && is_noted && noted && noted->identity == boot.identity)
    return noted->number;
  if (!restored && is_noted && noted && noted->identity == identity) { // an earlier program's
    boot.number = noted->number;
  } else if (is_noted || restored) {
    const bool is_copy = noted && noted->identity.starts_with(identity + " of directory ");
    runtime::log("engine")->warn("{}: units that had started start again{}",
                                 restored  ? "the model comes from a backup"
                                 : is_copy ? "the data directory is a copy of another"
                                           : "the host was started again",
                                 runtime::field("boot", identity));
    for (const fs::path& model : model_directories(data_directory))
      for (const char* place : {"kept", "ended"}) // before the boot is noted: see the next start
        if (const auto gone = providers::remove_tree(model / place); !gone)
          return tl::unexpected(gone.error());
    forget_earlier_layout(data_directory);
    boot.number = std::max(
      {static_cast<std::uint64_t>(now), noted ? noted->number + 1 : 1, restored.value_or(0) + 1});
  }
  if (auto written = write_boot(path, boot); !written)
    return tl::unexpected(written.error());
  if (auto served = backup::mark_served(data_directory); restored && !served)
    return tl::unexpected(served.error());
  return boot.number;
}

tl::expected<void, std::string>
meet_boot(const EngineOptions& options, store::Milliseconds now, std::uint64_t& boot) {
  const auto noted =
    note_boot(options.settings.data_directory, boot_identity(options.allow_faults), now);
  if (!noted)
    return tl::unexpected(noted.error());
  boot = *noted;
  return {};
}

} // namespace orrery::cmd
