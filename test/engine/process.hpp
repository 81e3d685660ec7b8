#pragma once

#include "cmd/engine/engine.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

namespace orrery::test {

namespace fs = std::filesystem;

/// A data directory on which one engine after another serves, each in a child of the test: an
/// engine cannot be destroyed.
class Process {
public:
  Process() {
    std::string name = (fs::temp_directory_path() / "orrery-engine-XXXXXX").string();
    data = ::mkdtemp(name.data());
  }
  ~Process() { fs::remove_all(data); }

  /// Runs something in a child: what has begun threads can have no children of its own any more.
  /// @returns what it says, and how it ended if that was by no exit with 0.
  [[nodiscard]] std::string in_child(const std::function<std::string()>& use) const {
    const pid_t child = ::fork(); // one that is killed ends amid its work
    if (child == 0) {
      const std::string text = use();
      std::ofstream(data.string() + ".told") << text;
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    std::ifstream told(data.string() + ".told");
    std::string text{std::istreambuf_iterator<char>(told), {}};
    fs::remove(data.string() + ".told");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
             ? text
             : text + " (status " + std::to_string(status) + ")";
  }

  enum class End { Stopped, Killed };
  /// Runs a whole engine. @returns what `use` says was not so; empty: all was.
  [[nodiscard]] std::string run(const std::function<std::string(cmd::Engine&)>& use,
                                End end = End::Stopped) const {
    return in_child([&] { return serve(use, end); });
  }
  [[nodiscard]] std::size_t directories() const {
    const auto all = fs::directory_iterator(data / "models");
    return static_cast<std::size_t>(
      std::count_if(begin(all), fs::end(all), [](const auto& one) { return one.is_directory(); }));
  }
  fs::path data;

private:
  [[nodiscard]] std::string serve(const std::function<std::string(cmd::Engine&)>& use,
                                  End end) const {
    cmd::EngineOptions options;
    options.settings = config::default_settings();
    options.settings.data_directory = data;
    options.settings.socket = data / "orrery.socket";
    options.machine_groups = "none";
    options.keeper = std::getenv("ORRERY_KEEPER");
    options.tool = std::getenv("ORRERY_TOOL");
    auto engine = cmd::Engine::start(std::move(options));
    if (!engine)
      return engine.error();
    std::string text = use(**engine);
    cmd::Engine* const running = engine->release(); // never destroyed
    if (end == End::Stopped)
      running->stop(std::chrono::milliseconds{100});
    return text;
  }
};

/// Waits until a model has gone: its undertaker answers nobody.
/// @returns what is not so; empty: it has gone.
inline std::string wait_until_gone(cmd::Engine& engine, const std::string& name) {
  const auto is_there = [&] {
    const auto all = engine.all();
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  };
  for (int i = 0; i < 2000 && is_there(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  return is_there() ? name + " is still there" : "";
}

/// A model that an administrator adds.
inline cmd::NewModel named(const std::string& name) {
  return {name, "admin", {{"mode", "tests"}}};
}

} // namespace orrery::test
