#include "actors/hooks/kept_note.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace orrery::hooks {

namespace {

constexpr mode_t directory_mode = 0700;

std::string
own_note(const std::string& data_directory, std::uint32_t machine, const std::string& unit) {
  return kept_directory(data_directory, machine) + "/" + kept_note_name(unit, getpid());
}

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

void write_kept_note(const std::string& data_directory,
                     std::uint32_t machine,
                     const std::string& unit,
                     const std::vector<KeptProgram>& programs) {
  std::string text;
  for (const KeptProgram& program : programs)
    text += std::to_string(program.pid) + " " + std::to_string(program.started) + " " + program.name
            + "\n";
  mkdir((data_directory + "/kept").c_str(), directory_mode);
  mkdir(kept_directory(data_directory, machine).c_str(), directory_mode);
  const int file = open(own_note(data_directory, machine, unit).c_str(),
                        O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0)
    return;
  [[maybe_unused]] const ssize_t written = write(file, text.data(), text.size());
  close(file);
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

void remove_kept_note(const std::string& data_directory,
                      std::uint32_t machine,
                      const std::string& unit) {
  unlink(own_note(data_directory, machine, unit).c_str());
  rmdir(kept_directory(data_directory, machine).c_str()); // if it is empty now
}

} // namespace orrery::hooks
