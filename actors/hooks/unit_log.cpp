#include "actors/hooks/unit_log.hpp"

#include "config/printable.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace orrery::hooks {

UnitLog::UnitLog(std::string path, std::uint64_t limit) : path_(std::move(path)), limit_(limit) {}

UnitLog::~UnitLog() {
  if (file_ >= 0)
    close(file_);
}

std::string UnitLog::open() {
  open_or_make();
  return file_ >= 0 || path_.empty()
           ? std::string()
           : "log " + path_ + " cannot be opened: " + std::strerror(errno);
}

void UnitLog::open_or_make() {
  if (path_.empty())
    return;
  reopen();
  if (file_ >= 0 || errno != ENOENT)
    return;
  std::error_code ignored; // opening tells
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  reopen();
}

void UnitLog::reopen() {
  if (file_ >= 0)
    close(file_);
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                 0640);
}

void UnitLog::rotate_if_full() {
  struct stat mine {};
  if (fstat(file_, &mine) != 0 || static_cast<std::uint64_t>(mine.st_size) < limit_)
    return;
  struct stat there {};
  // Somebody else may have renamed it already: then the file there is not the one we have.
  if (stat(path_.c_str(), &there) == 0 && there.st_ino == mine.st_ino
      && there.st_dev == mine.st_dev) {
    const std::string older = path_ + ".1";
    if (rename(path_.c_str(), older.c_str()) != 0)
      return;
  }
  reopen();
}

void UnitLog::append(std::string_view lines) {
  if (lines.empty())
    return;
  if (file_ < 0)
    open_or_make();
  if (file_ >= 0)
    rotate_if_full();
  if (file_ >= 0) {
    [[maybe_unused]] const ssize_t written = write(file_, lines.data(), lines.size());
  }
}

std::string log_line(std::string_view level, std::string_view hook, std::string_view text) {
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  std::tm parts{};
  gmtime_r(&now.tv_sec, &parts);
  char stamp[32];
  const std::size_t size = std::strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%03dZ", static_cast<int>(now.tv_nsec / 1'000'000));
  std::string line(stamp, size);
  line.append(fraction)
    .append(" ")
    .append(level)
    .append(" ")
    .append(hook)
    .append(": ")
    .append(config::printable(text))
    .append("\n");
  return line;
}

} // namespace orrery::hooks
