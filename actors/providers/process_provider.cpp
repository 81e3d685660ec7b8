#include "actors/providers/process_provider.hpp"

#include "actors/hooks/keepers.hpp"
#include "actors/providers/charm_copy.hpp"
#include "actors/providers/removal.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

// Layout, all directories 0700:
//
//   DATA/machines/3/units/APPLICATION-NUMBER/{charm/,tools/,agent.socket}
//   DATA/logs/unit-APPLICATION-NUMBER.log
namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using Outcome = tl::expected<void, ProviderError>;

constexpr std::string_view instance_prefix = "process-";
constexpr store::MachineId hosts_per_octet =
  254; ///< 1 to 254: neither the net's own address nor its broadcast.
constexpr store::MachineId machine_limit = 256 * hosts_per_octet;

tl::unexpected<ProviderError> failed(const std::string& text) {
  return tl::unexpected(ProviderError{text});
}

tl::unexpected<ProviderError> failed(const fs::path& path, const char* what, int number) {
  return failed(path.string() + " cannot be " + what + ": "
                + std::generic_category().message(number));
}

/// @returns nothing if it is there now, for its owner only.
Outcome make_directory(const fs::path& path) {
  if (mkdir(path.c_str(), 0700) == 0)
    return {};
  const int number = errno;
  struct stat there {};
  if (number == EEXIST && lstat(path.c_str(), &there) == 0 && S_ISDIR(there.st_mode))
    return {};
  return failed(path, "made", number);
}

Outcome make_directories(std::initializer_list<fs::path> paths) {
  for (const fs::path& path : paths)
    if (Outcome made = make_directory(path); !made)
      return made;
  return {};
}

/// Replaces whatever link is there: after an upgrade the program may lie elsewhere.
Outcome make_link(const fs::path& link, const fs::path& target) {
  std::error_code error;
  if (fs::read_symlink(link, error) == target)
    return {};
  fs::path fresh = link;
  fresh += ".new";
  unlink(fresh.c_str());
  if (symlink(target.c_str(), fresh.c_str()) != 0 || rename(fresh.c_str(), link.c_str()) != 0)
    return failed(link, "made", errno);
  return {};
}

Outcome remove_directory(const fs::path& path) {
  if (auto removed = remove_tree(path); !removed)
    return failed(removed.error());
  return {};
}

/// Names of the directories in `path`; none if it is not there.
tl::expected<std::vector<std::string>, ProviderError> directories_in(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (std::error_code gone; entry->symlink_status(gone).type() == fs::file_type::directory)
      names.push_back(entry->path().filename().string());
  if (error && error != std::errc::no_such_file_or_directory)
    return failed(path, "read", error.value());
  return names;
}

/// `app/3` of `app-3`; nothing for a directory that is no unit's.
std::optional<std::string> unit_of(std::string directory) {
  const std::size_t dash = directory.rfind('-');
  if (dash == std::string::npos)
    return std::nullopt;
  directory[dash] = '/';
  return store::is_unit_name(directory) ? std::optional(std::move(directory)) : std::nullopt;
}

std::string directory_of(std::string unit) {
  std::replace(unit.begin(), unit.end(), '/', '-');
  return unit;
}

class ProcessProvider final : public Provider {
public:
  explicit ProcessProvider(ProcessProviderOptions options) : options_(std::move(options)) {
    std::error_code
      error; // a directory that cannot be made absolute cannot be made either: start() says so
    if (auto path = fs::weakly_canonical(options_.data_directory, error); !path.empty())
      options_.data_directory = std::move(path);
  }

  tl::expected<Instance, ProviderError> start(store::MachineId machine) override {
    if (machine >= machine_limit)
      return failed("no address is left for machine " + std::to_string(machine)
                    + ": this provider has addresses for " + std::to_string(machine_limit)
                    + " machines in a model's life; start a new model");
    std::error_code error;
    fs::create_directories(options_.data_directory, error);
    const fs::path home = machine_directory(machine);
    if (Outcome made = make_directories({machines(), home, home / "units"}); !made)
      return tl::unexpected(made.error());
    return instance(machine);
  }

  Outcome stop(const std::string& name) override {
    const auto machine = machine_of(name);
    if (!machine)
      return failed("instance " + name
                    + " is none of the process provider's: they are called process-NUMBER");
    if (Outcome ended = end_processes(*machine, {}); !ended)
      return ended;
    return remove_directory(machine_directory(*machine));
  }

  tl::expected<std::vector<Instance>, ProviderError> list() override {
    const auto names = directories_in(machines());
    if (!names)
      return tl::unexpected(names.error());
    std::vector<store::MachineId> found;
    for (const std::string& name : *names)
      if (const auto machine = store::parse_id(name); machine && *machine < machine_limit)
        found.push_back(*machine);
    std::sort(found.begin(), found.end());
    std::vector<Instance> instances;
    for (const store::MachineId machine : found)
      instances.push_back(instance(machine));
    return instances;
  }

  UnitPlace place(store::MachineId machine, const std::string& unit) const override {
    const std::string name = directory_of(unit);
    const fs::path home = machine_directory(machine) / "units" / name;
    return {home, home / "charm", home / "tools", home / "agent.socket",
            logs() / ("unit-" + name + ".log")};
  }

  Outcome
  deploy_unit(store::MachineId machine, const std::string& unit, const fs::path& charm) override {
    if (!store::is_unit_name(unit))
      return failed("'" + unit + "' is no unit's name");
    const UnitPlace at = place(machine, unit);
    if (!fs::is_directory(at.directory.parent_path()))
      return failed("machine " + std::to_string(machine)
                    + " is not started: " + at.directory.parent_path().string() + " is missing");
    if (Outcome made = make_directories({logs(), at.directory, at.tools}); !made)
      return made;
    for (const std::string& tool : options_.tools)
      if (Outcome linked = make_link(at.tools / tool, options_.tool); !linked)
        return linked;
    if (auto copied = copy_charm(charm, at.charm); !copied)
      return failed(copied.error());
    return {};
  }

  Outcome recall_unit(store::MachineId machine, const std::string& unit) override {
    if (!store::is_unit_name(unit))
      return failed("'" + unit + "' is no unit's name");
    if (Outcome ended = end_processes(machine, unit); !ended)
      return ended;
    return remove_directory(place(machine, unit).directory);
  }

  tl::expected<std::vector<std::string>, ProviderError>
  deployed_units(store::MachineId machine) override {
    const auto names = directories_in(machine_directory(machine) / "units");
    if (!names)
      return tl::unexpected(names.error());
    std::vector<std::string> units;
    for (const std::string& name : *names)
      if (auto unit = unit_of(name))
        units.push_back(std::move(*unit));
    std::sort(units.begin(), units.end(), store::natural_less);
    return units;
  }

private:
  [[nodiscard]] fs::path machines() const { return options_.data_directory / "machines"; }
  [[nodiscard]] fs::path logs() const { return options_.data_directory / "logs"; }
  [[nodiscard]] fs::path machine_directory(store::MachineId machine) const {
    return machines() / std::to_string(machine);
  }
  [[nodiscard]] Instance instance(store::MachineId machine) const {
    return {std::string(instance_prefix) + std::to_string(machine),
            "127." + std::to_string(options_.address_block) + "."
              + std::to_string(machine / hosts_per_octet) + "."
              + std::to_string(machine % hosts_per_octet + 1)};
  }
  static std::optional<store::MachineId> machine_of(std::string_view name) {
    if (!name.starts_with(instance_prefix))
      return std::nullopt;
    return store::parse_id(name.substr(instance_prefix.size()));
  }

  [[nodiscard]] Outcome end_processes(store::MachineId machine, const std::string& unit) const {
    hooks::end_processes(options_.data_directory, machine, unit, options_.grace);
    for (const hooks::Keeper& keeper : hooks::find_keepers(options_.data_directory))
      if (keeper.machine == machine && (unit.empty() || keeper.unit == unit))
        return failed("processes of " + keeper.unit + " below process " + std::to_string(keeper.pid)
                      + " do not end although they were killed: the system holds them");
    return {};
  }

  ProcessProviderOptions options_;
};

} // namespace

std::unique_ptr<Provider> make_process_provider(ProcessProviderOptions options) {
  return std::make_unique<ProcessProvider>(std::move(options));
}

} // namespace orrery::providers
