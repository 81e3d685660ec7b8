#include "cmd/logs/log_files.hpp"

#include "cmd/logs/log_stream.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <queue>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

constexpr std::size_t files_max = 4096;
constexpr std::size_t chunk = 1 << 14;
constexpr std::size_t line_max = 1 << 16; ///< A longer line is shown in parts.

std::string entity_of(const std::string& name) {
  return name.substr(0, name.find(".log"));
}

/// The last time above an offset, for lines that have none of their own; looks back one chunk.
std::string time_before(const std::string& entity, int log, std::uint64_t offset) {
  const auto size = std::min<std::uint64_t>(chunk, offset);
  std::string bytes(size, '\0');
  std::string time;
  if (::pread(log, bytes.data(), size, static_cast<off_t>(offset - size))
      != static_cast<ssize_t>(size))
    return time;
  std::string_view rest{bytes};
  for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    if (const auto line = parse_log_line(entity, rest.substr(0, end)); !line.time.empty())
      time = line.time;
    rest.remove_prefix(end + 1);
  }
  return time;
}

} // namespace

tl::expected<void, std::string> LogFiles::find() {
  for (const auto& directory : directories_) {
    std::error_code error; // no directory: no logs yet
    for (const auto& entry : std::filesystem::directory_iterator{directory, error}) {
      const auto name = entry.path().filename().string();
      // Lines that were rotated away come first by their times.
      if ((!name.ends_with(".log") && !name.ends_with(".log.1")) || !wanted_(entity_of(name)))
        continue;
      files_[name].path = entry.path();
      if (files_.size() > files_max)
        return tl::unexpected("more than " + std::to_string(files_max)
                              + " logs are wanted: name some with --include");
    }
  }
  follow_renamed();
  return {};
}

void LogFiles::follow_renamed() {
  constexpr std::string_view older = ".1";
  for (auto& [name, file] : files_) {
    struct stat found {};
    const auto newer = files_.find(name.substr(0, name.size() - older.size()));
    if (!name.ends_with(older) || newer == files_.end() || newer->second.inode == 0
        || !open_log(file.path, found).is_open() || newer->second.inode != found.st_ino)
      continue;
    std::swap(file.path, newer->second.path); // each keeps its own
    file = std::exchange(newer->second, File::at(file.path));
  }
}

void LogFiles::skip_to_last(std::size_t lines) {
  for (auto& [name, file] : files_) {
    struct stat found {};
    const auto opened = open_log(file.path, found);
    if (!opened.is_open())
      continue;
    file.inode = found.st_ino;
    auto start = static_cast<std::uint64_t>(found.st_size);
    std::size_t ends = 0;
    std::string bytes(chunk, '\0');
    while (start > 0 && ends <= lines) {
      const auto size = std::min<std::uint64_t>(chunk, start);
      const auto from = start - size;
      if (::pread(opened.get(), bytes.data(), size, static_cast<off_t>(from))
          != static_cast<ssize_t>(size))
        break;
      auto at = size;
      while (at > 0 && ends <= lines)
        ends += bytes[--at] == '\n' ? 1 : 0;
      start = from + at;
    }
    file.offset = start == 0 && ends <= lines ? 0 : start + 1;
    file.time = time_before(entity_of(name), opened.get(), file.offset);
  }
}

bool LogFiles::refill(File& file) {
  struct stat found {};
  const auto opened = open_log(file.path, found);
  if (!opened.is_open())
    return false;
  if ((file.inode != 0 && file.inode != found.st_ino)
      || file.offset > static_cast<std::uint64_t>(found.st_size)) {
    file = File::at(file.path); // rotated
  }
  file.inode = found.st_ino;
  file.buffer.erase(0, std::exchange(file.used, 0));
  std::string bytes(chunk, '\0');
  const auto count =
    ::pread(opened.get(), bytes.data(), bytes.size(), static_cast<off_t>(file.offset));
  if (count <= 0)
    return false;
  file.offset += static_cast<std::uint64_t>(count);
  file.buffer.append(bytes, 0, static_cast<std::size_t>(count));
  return true;
}

std::optional<LogLine> LogFiles::next(const std::string& name, File& file) {
  auto end = file.buffer.find('\n', file.used);
  while (end == std::string::npos && file.buffer.size() - file.used < line_max) {
    if (!refill(file))
      return std::nullopt;
    end = file.buffer.find('\n', file.used);
  }
  const auto whole = end != std::string::npos;
  const auto size = (whole ? end : file.used + line_max) - file.used;
  auto line =
    parse_log_line(entity_of(name), std::string_view{file.buffer}.substr(file.used, size));
  file.used += size + (whole ? 1 : 0);
  if (line.time.empty())
    line.time = file.time;
  file.time = line.time;
  return line;
}

bool LogFiles::read(const Visit& visit) {
  using Head = std::pair<LogLine, std::map<std::string, File>::iterator>;
  const auto later = [](const Head& a, const Head& b) {
    if (a.first.time != b.first.time)
      return a.first.time > b.first.time;
    if (a.first.entity != b.first.entity)
      return a.first.entity > b.first.entity;
    return a.second->first < b.second->first; // what was rotated away is older
  };
  std::priority_queue<Head, std::vector<Head>, decltype(later)> heads{later};
  const auto push = [&](std::map<std::string, File>::iterator file) {
    if (auto line = next(file->first, file->second))
      heads.push({std::move(*line), file});
  };
  for (auto file = files_.begin(); file != files_.end(); ++file)
    push(file);
  while (!heads.empty()) {
    const auto head = heads.top();
    heads.pop();
    if (!visit(head.first))
      return false;
    push(head.second);
  }
  return true;
}

} // namespace orrery::cmd
