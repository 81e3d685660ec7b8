#include "actors/hooks/kept_note.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace orrery::hooks {

namespace {

constexpr mode_t directory_mode = 0700;

std::optional<KeptProgram> read_program(std::string_view line) {
  KeptProgram program;
  const char* const end = line.data() + line.size();
  const auto pid = std::from_chars(line.data(), end, program.pid);
  if (pid.ec != std::errc() || pid.ptr == end || *pid.ptr != ' ')
    return std::nullopt;
  const auto started = std::from_chars(pid.ptr + 1, end, program.started);
  if (started.ec != std::errc() || started.ptr == end || *started.ptr != ' ')
    return std::nullopt;
  program.name.assign(started.ptr + 1, end);
  return program;
}

} // namespace

std::string kept_directory(const std::string& data_directory, std::uint32_t machine) {
  return data_directory + "/kept/" + std::to_string(machine);
}

std::string kept_note_name(const std::string& unit, pid_t keeper) {
  std::string name = unit;
  std::replace(name.begin(), name.end(), '/', '-');
  return name + "." + std::to_string(keeper);
}

std::optional<KeptNote> read_kept_note(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  std::string text;
  char bytes[4096];
  for (ssize_t size = 0; (size = read(file, bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(size));
  struct stat written {};
  fstat(file, &written);
  close(file);
  KeptNote note{written.st_mtim.tv_sec * 1'000 + written.st_mtim.tv_nsec / 1'000'000, {}};
  std::string_view left = text;
  for (std::size_t end = 0; (end = left.find('\n')) != std::string_view::npos;) {
    if (auto program = read_program(left.substr(0, end)))
      note.programs.push_back(std::move(*program));
    left.remove_prefix(end + 1);
  }
  return note;
}

OwnKeptNote::OwnKeptNote(std::string data_directory, std::uint32_t machine, const std::string& unit)
  : data_directory_(std::move(data_directory)), machine_(machine),
    file_(kept_directory(data_directory_, machine) + "/" + kept_note_name(unit, getpid())) {}

void OwnKeptNote::add(KeptProgram program) {
  const pid_t pid = program.pid;
  drop(pid); // no two have one pid
  lines_[pid] = {std::move(program), std::nullopt};
  added_.push_back(pid);
}

bool OwnKeptNote::drop(pid_t program) {
  const auto line = lines_.find(program);
  if (line == lines_.end())
    return false;
  if (line->second.place)
    dropped_.push_back(*line->second.place);
  lines_.erase(line);
  return true;
}

void OwnKeptNote::write() {
  if (marked_ + dropped_.size() > lines_.size() || !amend())
    write_anew();
  added_.clear();
  dropped_.clear();
}

bool OwnKeptNote::amend() {
  const int file = open(file_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  struct stat found {};
  bool done = fstat(file, &found) == 0 && found.st_size == static_cast<off_t>(size_);
  if (done) {
    const std::string text = place_lines(size_); // first: a keeper may be killed at any time
    done =
      pwrite(file, text.data(), text.size(), found.st_size) == static_cast<ssize_t>(text.size());
    size_ += text.size();
    marked_ += dropped_.size();
  }
  for (const std::size_t place : dropped_)
    done = done && pwrite(file, "x", 1, static_cast<off_t>(place)) == 1;
  close(file);
  return done;
}

void OwnKeptNote::write_anew() {
  added_.clear();
  for (auto& [pid, line] : lines_) {
    line.place.reset();
    added_.push_back(pid);
  }
  std::sort(added_.begin(), added_.end());
  const std::string text = place_lines(0);
  size_ = text.size();
  marked_ = 0;
  mkdir((data_directory_ + "/kept").c_str(), directory_mode);
  mkdir(kept_directory(data_directory_, machine_).c_str(), directory_mode);
  const int file = open(file_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0)
    return;
  [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
  close(file);
}

std::string OwnKeptNote::place_lines(std::size_t begin) {
  std::string text;
  for (const pid_t pid : added_) {
    const auto line = lines_.find(pid);
    if (line == lines_.end() || line->second.place)
      continue; // dropped, or added twice
    line->second.place = begin + text.size();
    const KeptProgram& program = line->second.program;
    text += std::to_string(pid) + " " + std::to_string(program.started) + " " + program.name + "\n";
  }
  return text;
}

void OwnKeptNote::remove() {
  unlink(file_.c_str());
  rmdir(kept_directory(data_directory_, machine_).c_str()); // if it is empty now
}

} // namespace orrery::hooks
