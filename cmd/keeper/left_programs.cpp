#include "cmd/keeper/left_programs.hpp"

#include "actors/hooks/ended_note.hpp"
#include "actors/hooks/file_text.hpp"
#include "actors/hooks/process_tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace orrery::keeper {

namespace {

/// Lists who is directly below this process, whatever else there is on the host; zombies too.
std::vector<pid_t> children() {
  std::vector<pid_t> all;
  const std::string list = hooks::file_text("/proc/thread-self/children");
  const char* at = list.c_str();
  for (char* end = nullptr;; at = end) {
    const long pid = std::strtol(at, &end, 10);
    if (end == at)
      break;
    all.push_back(static_cast<pid_t>(pid));
  }
  if (!all.empty())
    return all;
  for (const hooks::Process& process : hooks::descendants(getpid())) // a kernel without that file
    if (process.parent == getpid())
      all.push_back(process.pid);
  return all;
}

std::string name_of(pid_t pid) {
  std::string name = hooks::file_text("/proc/" + std::to_string(pid) + "/comm");
  if (!name.empty() && name.back() == '\n')
    name.pop_back();
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::replace_if(name.begin(), name.end(), is_control, '?');
  return name;
}

hooks::KeptProgram program_at(pid_t pid) {
  const auto process = hooks::read_process(pid);
  return {pid, process ? process->started : 0, name_of(pid)};
}

std::int64_t milliseconds_now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

LeftPrograms::LeftPrograms(const char* data_directory, std::uint32_t machine, const char* unit)
  : data_directory_(data_directory), machine_(machine), unit_(unit), since_(milliseconds_now()) {
  if (unit_.empty())
    return; // of a command on the machine itself nothing is noted
  known_ = children();
  for (const pid_t pid : known_)
    programs_.push_back(program_at(pid));
  hooks::write_kept_note(data_directory_, machine_, unit_, programs_);
}

void LeftPrograms::ended(const siginfo_t& child) {
  const auto program = std::find_if(programs_.begin(), programs_.end(),
                                    [&](const auto& each) { return each.pid == child.si_pid; });
  if (program == programs_.end())
    return;
  programs_.erase(program);
  std::vector<pid_t> now = children();
  std::vector<pid_t> behind;
  std::copy_if(now.begin(), now.end(), std::back_inserter(behind), [this](pid_t pid) {
    return std::find(known_.begin(), known_.end(), pid) == known_.end();
  });
  known_ = std::move(now);
  if (child.si_code == CLD_EXITED && child.si_status == 0 && !behind.empty())
    for (const pid_t pid : behind)
      programs_.push_back(program_at(pid));
  else if (++ends_ <= most_ends)
    note_end(child);
  hooks::write_kept_note(data_directory_, machine_, unit_, programs_);
}

void LeftPrograms::note_end(const siginfo_t& child) {
  using hooks::ProgramEnd;
  const bool exited = child.si_code == CLD_EXITED;
  hooks::write_ended_note(data_directory_, unit_,
                          std::to_string(getpid()) + "." + std::to_string(ends_),
                          {exited ? ProgramEnd::How::Exited : ProgramEnd::How::Signaled,
                           child.si_status, since_, milliseconds_now(), name_of(child.si_pid)});
}

void LeftPrograms::none_left() {
  if (!unit_.empty())
    hooks::remove_kept_note(data_directory_, machine_, unit_);
}

} // namespace orrery::keeper
