#include "cmd/keeper/left_programs.hpp"

#include "actors/hooks/ended_note.hpp"
#include "actors/hooks/file_text.hpp"
#include "actors/hooks/process_tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iterator>

namespace orrery::keeper {

namespace {

using hooks::ProgramEnd;

/// Lists who is directly below this process, whatever else there is on the host; zombies too.
/// Sorted.
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
  if (all.empty())
    for (const hooks::Process& process : hooks::descendants(getpid())) // a kernel without that file
      if (process.parent == getpid())
        all.push_back(process.pid);
  std::sort(all.begin(), all.end());
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
  : data_directory_(data_directory), unit_(unit), programs_(data_directory, machine, unit),
    since_(milliseconds_now()) {
  if (unit_.empty())
    return; // of a command on the machine itself nothing is noted
  known_ = children();
  for (const pid_t pid : known_)
    programs_.add(program_at(pid));
  programs_.write();
}

void LeftPrograms::ended(const siginfo_t& child) {
  const auto how =
    child.si_code == CLD_EXITED ? ProgramEnd::How::Exited : ProgramEnd::How::Signaled;
  const ProgramEnd end{how, child.si_status, since_, milliseconds_now(), name_of(child.si_pid)};
  (programs_.drop(child.si_pid) ? ends_of_programs_ : ends_of_others_).push_back(end);
}

void LeftPrograms::look() {
  if (!ends_of_programs_.empty()) {
    std::vector<pid_t> now = children();
    std::vector<pid_t> heirs;
    std::set_difference(now.begin(), now.end(), known_.begin(), known_.end(),
                        std::back_inserter(heirs));
    known_ = std::move(now);
    note_ends(heirs);
    programs_.write();
  }
  ends_of_programs_.clear();
  ends_of_others_.clear();
}

void LeftPrograms::note_ends(const std::vector<pid_t>& heirs) {
  const bool all_failed = std::all_of(ends_of_programs_.begin(), ends_of_programs_.end(),
                                      std::mem_fn(&ProgramEnd::has_failed));
  const bool handed_on = !all_failed && !(heirs.empty() && ends_of_others_.empty());
  for (const ProgramEnd& end : ends_of_programs_)
    if (!handed_on || end.has_failed())
      note(end);
  if (!handed_on)
    return;
  for (const pid_t pid : heirs)
    programs_.add(program_at(pid));
  for (const ProgramEnd& end : ends_of_others_) // each has handed on what it was, but the last
    if (end.has_failed() || (heirs.empty() && &end == &ends_of_others_.back()))
      note(end);
}

void LeftPrograms::note(const ProgramEnd& end) {
  if (++noted_ <= most_ends)
    hooks::write_ended_note(data_directory_, unit_,
                            std::to_string(getpid()) + "." + std::to_string(noted_), end);
}

void LeftPrograms::none_left() {
  if (!unit_.empty())
    programs_.remove();
}

} // namespace orrery::keeper
