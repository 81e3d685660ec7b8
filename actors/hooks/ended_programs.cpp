#include "actors/hooks/ended_programs.hpp"

#include "actors/hooks/ended_note.hpp"
#include "actors/hooks/kept_note.hpp"
#include "actors/hooks/process_tree.hpp"
#include "store/names.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace orrery::hooks {

namespace {

namespace fs = std::filesystem;

/// Names what lies in a directory; nothing where it is not there.
std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    names.push_back(entry->path().filename().string());
  return names;
}

void kill_with_descendants(const std::vector<KeptProgram>& programs) {
  std::vector<Process> alive;
  std::vector<pid_t> pids;
  for (const KeptProgram& program : programs)
    if (const auto process = read_process(program.pid);
        process && process->started == program.started) {
      alive.push_back(*process);
      pids.push_back(process->pid);
    }
  const auto below = descendants(pids);
  for (const Process& each : alive)
    (void)send_signal(each, SIGKILL);
  for (const Process& each : below)
    (void)send_signal(each, SIGKILL);
}

} // namespace

std::vector<EndedProgram> ended_programs(const fs::path& data_directory, const std::string& unit) {
  const fs::path directory = ended_directory(data_directory.string(), unit);
  std::vector<EndedProgram> all;
  for (std::string& name : names_in(directory)) {
    std::error_code error; // gone meanwhile, or none of ours
    const fs::path text = fs::read_symlink(directory / name, error);
    if (auto end = error ? std::nullopt : read_end(text.string()))
      all.push_back({std::move(name), std::move(*end)});
  }
  std::ranges::sort(all, {}, [](const EndedProgram& each) { return each.end.at; });
  return all;
}

bool forget_ended_programs(const fs::path& data_directory,
                           const std::string& unit,
                           const std::vector<std::string>& notes) {
  const std::string directory = ended_directory(data_directory.string(), unit);
  for (const std::string& note : notes)
    unlink((directory + "/" + note).c_str());
  return rmdir(directory.c_str()) != 0 && errno == ENOTEMPTY;
}

void forget_ended_programs(const fs::path& data_directory, const std::string& unit) {
  std::error_code ignored; // what stays belongs to a unit that is gone, and does nothing
  fs::remove_all(ended_directory(data_directory.string(), unit), ignored);
}

void note_reboot(const fs::path& data_directory, const std::string& unit, std::int64_t now) {
  forget_ended_programs(data_directory, unit);
  write_ended_note(data_directory.string(), unit, std::to_string(now) + ".reboot",
                   {ProgramEnd::How::Rebooted, 0, now, now, {}});
}

std::vector<std::string> units_with_ended_programs(const fs::path& data_directory) {
  std::vector<std::string> units;
  for (const std::string& name : names_in(data_directory / "ended"))
    if (std::string unit = unit_of_directory(name); !unit.empty())
      units.push_back(std::move(unit));
  return units;
}

std::string unit_of_directory(std::string name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos)
    return {};
  name[dash] = '/';
  return store::is_unit_name(name) ? name : std::string();
}

void end_lost_programs(const fs::path& data_directory, const KeptPrograms& lost, std::int64_t now) {
  const std::string data = data_directory.string();
  const std::string directory = kept_directory(data, lost.machine);
  const std::string file = directory + "/" + kept_note_name(lost.unit, lost.keeper);
  const auto note = read_kept_note(file);
  if (!note)
    return;
  ProgramEnd end{ProgramEnd::How::Lost, 0, note->since, now, {}};
  kill_with_descendants(note->programs);
  for (const KeptProgram& program : note->programs)
    end.program += (end.program.empty() ? "" : ", ") + program.name;
  write_ended_note(data, lost.unit, std::to_string(lost.keeper) + ".lost", end);
  unlink(file.c_str());
  rmdir(directory.c_str()); // if it is empty now
}

} // namespace orrery::hooks
