#include "actors/hooks/keeper_process.hpp"

#include "actors/hooks/machine_groups.hpp"
#include "actors/hooks/open_file_shortage.hpp"
#include "actors/hooks/own_programs.hpp"
#include "actors/hooks/spare_keepers.hpp"
#include "actors/hooks/start_request.hpp"
#include "actors/hooks/system_reason.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

namespace orrery::hooks {

namespace {

struct Pipe {
  config::Descriptor read_end;
  config::Descriptor write_end;
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      return false;
    read_end = config::Descriptor(ends[0]);
    write_end = config::Descriptor(ends[1]);
    return true;
  }
};

struct Channels {
  Pipe output, errors;
  config::Descriptor ours, theirs; ///< The ends of a socket.
  bool open() {
    std::array<int, 2> ends{};
    if (!output.open() || !errors.open()
        || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      return false;
    ours = config::Descriptor(ends[0]);
    theirs = config::Descriptor(ends[1]);
    return true;
  }
  /// In the order of the keeper's places, see cmd/keeper.
  [[nodiscard]] Starter::Descriptors of_keeper() const {
    return {output.write_end.get(), errors.write_end.get(), theirs.get(), output.read_end.get(),
            errors.read_end.get()};
  }
};

bool has_nul(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

/// @returns why the environment cannot be given to a program as it is; nothing is quoted: values
/// may be secret.
std::string environment_fault(const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) {
    if (name.empty() || name.find('=') != std::string::npos || has_nul(name))
      return "an environment variable's name is empty or holds '=' or a NUL byte";
    if (has_nul(value))
      return "environment variable " + name + " holds a NUL byte";
  }
  return {};
}

/// Returns the words that mark a keeper, for those who look for one in /proc.
std::vector<std::string> marks_of(const RunnerOptions& options, const HookJob& job) {
  return {options.keeper.string(),
          "--data",
          options.data_directory.string(),
          "--machine",
          std::to_string(job.machine),
          "--unit",
          job.unit,
          "--runs",
          job.command                   ? "command"
          : job.hook == "update-status" ? job.hook
                                        : "hook"};
}

/// Where the hook is to run and with what rights.
void add_surroundings(std::vector<std::string>& words,
                      const RunnerOptions& options,
                      const HookJob& job) {
  const auto add = [&words](std::string_view word, std::string value) {
    words.emplace_back(word);
    words.push_back(std::move(value));
  };
  if (!options.machine_groups.empty()) {
    add(keepers_word, keepers_group(options.machine_groups).string());
    add(group_word, unit_group(options.machine_groups, job.machine, job.unit).string());
    if (!options.limits.processes.empty())
      add(most_processes_word, options.limits.processes);
    if (!options.limits.memory.empty())
      add(most_memory_word, options.limits.memory);
  }
  if (job.user != 0)
    add(user_word, std::to_string(job.user));
  if (options.no_new_privileges)
    add(no_new_privileges_word, "yes");
  if (job.input || job.streams)
    add(input_word, "yes");
  if (job.streams)
    add(outputs_word, "yes");
}

/// @returns what the starter is asked, or why it cannot be.
tl::expected<std::string, std::string> request_for(const RunnerOptions& options,
                                                   const HookJob& job) {
  std::vector<std::string> words = marks_of(options, job);
  std::size_t shown = 0;
  for (const std::string& word : words)
    shown += word.size() + 1;
  if (shown > command_line_room)
    return tl::unexpected("the name of " + options.data_directory.string()
                          + " is too long: it does not fit into a keeper's command line");
  add_surroundings(words, options, job);
  words.insert(words.end(), {"--directory", job.directory, "--", job.program});
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
  for (const std::string& word : words)
    if (has_nul(word))
      return tl::unexpected(std::string("one of its arguments holds a NUL byte"));
  if (std::string fault = environment_fault(job.environment); !fault.empty())
    return tl::unexpected(std::move(fault));
  auto request = encode_start(words, job.environment);
  if (!request)
    return tl::unexpected(std::string(too_large));
  return std::move(*request);
}

tl::expected<KeeperProcess, std::string>
make_keeper(Starter& starter, const std::string& request, const HookJob& job) {
  Channels channels;
  if (!channels.open())
    return tl::unexpected(reason_of("no pipes for the hook", errno));
  if (std::string fault = open_file_shortage(channels.theirs.get()); !fault.empty())
    return tl::unexpected(std::move(fault));
  Starter::Descriptors descriptors = channels.of_keeper();
  if (job.streams)
    descriptors.insert(descriptors.end(), {job.streams->input.get(), job.streams->output.get(),
                                           job.streams->errors.get()});
  else if (job.input)
    descriptors.push_back(job.input->get());
  tl::expected<pid_t, std::string> pid = 0;
  OwnPrograms::of_this_process().begin([&] {
    pid = starter.make_keeper(request, descriptors);
    return pid.value_or(0);
  });
  if (!pid)
    return tl::unexpected(pid.error());
  KeeperProcess keeper;
  keeper.pid = *pid;
  // Only we reap it, so the pid is still its own.
  keeper.handle = config::Descriptor(static_cast<int>(syscall(SYS_pidfd_open, keeper.pid, 0)));
  if (!keeper.handle.is_open()) {
    const int why = errno;
    kill(keeper.pid, SIGKILL);
    OwnPrograms::of_this_process().wait(keeper.pid);
    return tl::unexpected(reason_of("no pidfd for the hook", why));
  }
  keeper.output = std::move(channels.output.read_end);
  keeper.errors = std::move(channels.errors.read_end);
  keeper.talk = std::move(channels.ours);
  // Belongs to the pipe's end, hence holds for the keeper's copy too, which polls before it reads.
  for (const config::Descriptor* end : {&keeper.output, &keeper.errors, &keeper.talk})
    fcntl(end->get(), F_SETFL, O_NONBLOCK);
  return keeper;
}

} // namespace

tl::expected<KeeperProcess, std::string> start_keeper(SpareKeepers& spare,
                                                      Starter& starter,
                                                      const RunnerOptions& options,
                                                      const HookJob& job) {
  const auto request = request_for(options, job);
  if (!request)
    return tl::unexpected(request.error());
  if (!job.input && !job.streams) // descriptors come with a new one only
    if (auto keeper = spare.take(*request))
      return std::move(*keeper);
  return make_keeper(starter, *request, job);
}

} // namespace orrery::hooks
