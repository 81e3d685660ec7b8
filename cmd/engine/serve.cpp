#include "cmd/engine/serve.hpp"

#include "actors/runtime/log.hpp"
#include "cmd/engine/audit_log.hpp"
#include "cmd/engine/displaced_programs.hpp"
#include "cmd/engine/engine.hpp"
#include "cmd/engine/run_as.hpp"
#include "cmd/engine/stop_signals.hpp"
#include "cmd/engine/surroundings.hpp"
#include "cmd/server/server.hpp"
#include "cmd/session/access.hpp"
#include "config/settings.hpp"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <thread>

namespace orrery::cmd {

namespace {

constexpr int usage_error = 2;
constexpr std::chrono::seconds hooks_grace{
  10}; ///< For running hooks when the process is told to stop.
constexpr std::chrono::seconds stop_grace{25}; ///< For all of that.

struct ServeArguments {
  config::Settings settings;
  std::optional<gid_t> socket_group;
  std::filesystem::path machine_groups;
  bool accept_loss = false;
  bool allow_faults = false;
};

int fail(const std::string& text, int code) {
  std::fprintf(stderr, "ERROR %s\n", text.c_str());
  return code;
}

tl::expected<ServeArguments, std::string> read(const Arguments& given) {
  ServeArguments arguments;
  arguments.settings = config::default_settings();
  if (const auto file = given.text("settings")) {
    auto loaded = config::load_settings(*file);
    if (!loaded)
      return tl::unexpected(loaded.error().text());
    arguments.settings = *loaded;
  }
  if (const auto directory = given.text("data-directory")) {
    arguments.settings.data_directory = *directory;
    arguments.settings.socket = std::filesystem::path(*directory) / "orrery.socket";
  }
  if (const auto socket = given.text("socket"))
    arguments.settings.socket = *socket;
  if (const auto name = given.text("socket-group")) {
    const group* const entry = ::getgrnam(name->c_str()); // no other thread runs yet
    if (entry == nullptr)
      return tl::unexpected("--socket-group: this host has no group \"" + *name
                            + "\": make it with addgroup, or name another");
    arguments.socket_group = entry->gr_gid;
  }
  if (const auto directory = given.text("machine-groups"))
    arguments.machine_groups = *directory;
  if (const auto level = given.text("log-level"))
    arguments.settings.log_level = *level;
  arguments.accept_loss = given.on("accept-loss");
  arguments.allow_faults = given.on("allow-faults");
  return arguments;
}

/// A program of ours that lies beside this one, as installed, or where the build puts it.
tl::expected<std::filesystem::path, std::string> find_program(const std::string& name,
                                                              const std::string& folder) {
  std::error_code error;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::filesystem::path& place : {own / name, own / folder / name})
    if (::access(place.c_str(), X_OK) == 0)
      return place;
  return tl::unexpected("the program " + name + " is not beside orrery in " + own.string()
                        + ": install them together");
}

tl::expected<EngineOptions, std::string> engine_options(const ServeArguments& arguments) {
  EngineOptions options;
  options.settings = arguments.settings;
  options.machine_groups = arguments.machine_groups;
  options.accept_loss = arguments.accept_loss;
  options.allow_faults = arguments.allow_faults;
  std::error_code error;
  options.settings.data_directory =
    std::filesystem::absolute(options.settings.data_directory, error);
  options.settings.socket = std::filesystem::absolute(options.settings.socket, error);
  if (auto allowed = may_run_as_units(options.settings); !allowed)
    return tl::unexpected(allowed.error());
  const auto keeper = find_program("orrery-keeper", "keeper");
  if (!keeper)
    return tl::unexpected(keeper.error());
  const auto tool = find_program("orrery-tool", "tool");
  if (!tool)
    return tl::unexpected(tool.error());
  options.keeper = *keeper;
  options.tool = *tool;
  return options;
}

int run_until_signal(Engine& engine,
                     const config::Settings& settings,
                     std::optional<gid_t> socket_group,
                     StopSignals& signals) {
  ServerOptions server_options;
  server_options.socket = settings.socket;
  server_options.group = socket_group;
  server_options.group_access = right_named(settings.group_access).value_or(Right::Login);
  server_options.sessions_max = settings.sessions_max;
  server_options.audit = make_audit_log(settings);
  auto server = Server::start(server_options, engine);
  if (!server) {
    engine.stop(std::chrono::milliseconds{0});
    return fail(server.error(), 1);
  }
  runtime::log("serve")->info("ready{}{}", runtime::field("socket", settings.socket.string()),
                              runtime::field("open-files", open_files_limit()));
  const std::string signal = signals.wait();
  runtime::log("serve")->info("stopping; programs of units go on running{}",
                              runtime::field("signal", signal));
  (*server)->stop();
  engine.stop(hooks_grace);
  runtime::log("serve")->info("stopped{}", runtime::field("exit", std::uint64_t{0}));
  return 0;
}

/// Sets from which level on the log writes. @returns what is wrong with the settings.
tl::expected<void, std::string> set_log_levels(const config::Settings& settings) {
  if (!runtime::set_log_level(settings.log_level))
    return tl::unexpected("unknown log level \"" + settings.log_level
                          + "\": trace, debug, info, warning or error");
  for (const auto& [component, level] : settings.log_levels)
    if (!runtime::set_log_level(component, level))
      return tl::unexpected("log-levels: the log has no component \"" + component
                            + "\": \"orrery log-level\" shows them");
  return {};
}

/// Runs an orchestrator; threads or descriptors that the system does not have end in an exception.
int run_orchestrator(const ServeArguments& arguments, SoftLimits hook_limits) {
  StopSignals signals{stop_grace};
  runtime::write_log_on_a_thread();
  auto options = engine_options(arguments);
  if (!options)
    return fail(options.error(), 1);
  options->hook_limits = std::move(hook_limits);
  const config::Settings settings = options->settings;
  auto engine = Engine::start(std::move(*options));
  if (!engine)
    return fail(engine.error(), 1);
  // Nobody waits for programs of another model; the process ends without this thread.
  std::thread(settle_displaced_programs, settings.data_directory).detach();
  // A million actors need not be taken apart one by one: the process ends with them.
  return run_until_signal(*engine->release(), settings, arguments.socket_group, signals);
}

} // namespace

int serve(const Arguments& given) {
  close_inherited_descriptors();
  const auto arguments = read(given);
  if (!arguments)
    return fail(arguments.error(), usage_error);
  ::umask(077);
  ignore_write_signals();
  if (const auto set = set_log_levels(arguments->settings); !set)
    return fail(set.error(), usage_error);
  auto hook_limits = take_limits();
  if (!hook_limits)
    return fail(hook_limits.error(), 1);
  if (!arguments->allow_faults) // tests look into the process
    hide_memory();
  const int code = run_orchestrator(*arguments, std::move(*hook_limits));
  runtime::flush_log(std::chrono::seconds{1});
  std::fflush(nullptr);
  ::_exit(code); // threads run still
}

} // namespace orrery::cmd
