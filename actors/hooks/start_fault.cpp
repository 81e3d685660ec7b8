#include "actors/hooks/start_fault.hpp"

#include "actors/hooks/keeper_process.hpp"
#include "config/descriptor.hpp"
#include "config/printable.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace orrery::hooks {

namespace {

/// The first bytes of a file, as many as the kernel looks at; none if it cannot be read.
std::string first_bytes(const std::string& path) {
  std::array<char, 256> bytes; // BINPRM_BUF_SIZE
  const config::Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  const ssize_t size = file.is_open() ? ::read(file.get(), bytes.data(), bytes.size()) : 0;
  return {bytes.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
}

/// The line after `#!`, without blanks at its ends; empty if the file is no script.
std::string_view first_line(std::string_view bytes) {
  if (!bytes.starts_with("#!"))
    return {};
  bytes = bytes.substr(2, bytes.find('\n') - 2);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t"), bytes.size()));
  return bytes;
}

/// Whether programs that lie there are never run.
bool is_noexec(const std::string& path) {
  struct statvfs found {};
  return ::statvfs(path.c_str(), &found) == 0 && (found.f_flag & ST_NOEXEC) != 0;
}

std::string noexec_fault(const std::string& what, const std::string& path) {
  return what + " lies on a file system that is mounted noexec: choose "
         + (path.starts_with("/usr/") ? "another interpreter" : "another data directory");
}

/// Says what is wrong with the interpreter that a script names; empty if nothing is.
std::string interpreter_fault(std::string_view line) {
  const std::string interpreter(line.substr(0, line.find_first_of(" \t")));
  const std::string named = "its interpreter " + interpreter;
  if (::access(interpreter.c_str(), F_OK) != 0)
    return named + " is not there: install it on this host";
  if (is_noexec(interpreter))
    return noexec_fault(named, interpreter);
  return ::access(interpreter.c_str(), X_OK) != 0 ? named + " may not be executed" : std::string{};
}

constexpr const char* carriage_return =
  "its first line ends in a carriage return, as on Windows: use LF";

/// Why the kernel did not run a program: what is wrong with it, or else the number's own words.
std::string program_fault(const std::string& program, int number) {
  const std::string why = std::generic_category().message(number);
  const std::string bytes = first_bytes(program);
  const std::string_view line = first_line(bytes);
  const bool is_binary = bytes.starts_with("\x7f"
                                           "ELF");
  if (!line_end_fault(program).empty())
    return carriage_return;
  if (number == ENOENT && is_binary)
    return "its loader is not there: it was built for another system";
  if (number == ENOEXEC)
    return is_binary ? "it was built for another kind of processor"
                     : "it is no program: a script begins with #! and its interpreter";
  if (number == EACCES && is_noexec(program))
    return noexec_fault("it", program);
  if (number == EACCES && ::access(program.c_str(), X_OK) != 0)
    return why + ": make it executable in the charm";
  const std::string fault = line.empty() ? "" : interpreter_fault(line);
  return fault.empty() ? why : fault;
}

} // namespace

std::string line_end_fault(const std::string& program) {
  const std::string bytes = first_bytes(program);
  return first_line(bytes).ends_with('\r') && bytes.find('\n') != std::string::npos
           ? config::printable(program + " cannot be run: " + carriage_return)
           : "";
}

std::string start_fault(const HookJob& job, const KeeperReport& report) {
  const std::string why = std::generic_category().message(report.value);
  if (report.kind == KeeperReport::Kind::NoDirectory)
    return config::printable("directory " + job.directory + " cannot be entered: " + why);
  if (report.kind == KeeperReport::Kind::NoProcess)
    return "no process for the hook: " + why
           + (report.value == EAGAIN
                ? " (its unit, see unit-processes, its user or the host has as many as it may)"
                : "");
  if (report.value == E2BIG)
    return too_large;
  return config::printable(job.program
                           + " cannot be run: " + program_fault(job.program, report.value));
}

} // namespace orrery::hooks
