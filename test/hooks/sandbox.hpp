#pragma once

#include "actors/hooks/runner.hpp"

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <string>

namespace orrery::hooks {

/// No test waits longer for anything: far more than a busy machine needs.
inline constexpr std::chrono::seconds most_patience{30};

/// A directory of its own with scripts, a log and a runner; everything started below it is gone
/// afterwards.
class Sandbox {
public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// An executable file.
  std::filesystem::path script(const std::string& name, const std::string& text);
  /// Runs `text` with /bin/sh; `$DIR` is the sandbox.
  HookJob job(const std::string& unit, const std::string& hook, const std::string& text);
  [[nodiscard]] RunnerOptions options() const;
  /// The runner, made at the first use.
  HookRunner& runner();
  void use(const RunnerOptions& options) { runner_ = HookRunner::make(options); }
  std::future<HookEnd> submit(HookJob job);
  HookEnd run(HookJob job);
  [[nodiscard]] std::string log() const;

private:
  std::filesystem::path root_;
  std::unique_ptr<HookRunner> runner_;
};

/// A named pipe through which scripts tell a test something: nobody waits to open it.
class Signpost {
public:
  explicit Signpost(const std::filesystem::path& path);
  ~Signpost();
  Signpost(const Signpost&) = delete;
  Signpost& operator=(const Signpost&) = delete;
  /// The next line; empty when none has come in time.
  std::string line();
  /// The next line as a pid; 0 when none has come in time.
  pid_t pid();
  void tell(const std::string& text) const;

private:
  int file_;
  std::string rest_;
};

/// @returns whether the process is gone, after waiting for that.
[[nodiscard]] bool is_gone(pid_t pid);
[[nodiscard]] bool is_alive(pid_t pid);
[[nodiscard]] std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& text);
/// What the future holds; throws when it does not come in time.
template <class T>
T result_of(std::future<T> future) {
  if (future.wait_for(most_patience) != std::future_status::ready)
    throw std::runtime_error("nothing came in time");
  return future.get();
}

} // namespace orrery::hooks
