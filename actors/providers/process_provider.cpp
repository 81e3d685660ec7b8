#include "actors/providers/process_provider.hpp"

#include "actors/hooks/ended_programs.hpp"
#include "actors/hooks/kept_programs.hpp"
#include "actors/providers/address_blocks.hpp"
#include "actors/providers/charm_copy.hpp"
#include "actors/providers/charm_replacement.hpp"
#include "actors/providers/directories.hpp"
#include "actors/providers/instances.hpp"
#include "actors/providers/juju_tools.hpp"
#include "actors/providers/machine_watch.hpp"
#include "actors/providers/owners.hpp"
#include "actors/providers/removal.hpp"
#include "actors/providers/storage_places.hpp"
#include "actors/providers/trash.hpp"
#include "actors/providers/unit_tools.hpp"
#include "actors/providers/unit_users.hpp"
#include "actors/providers/units_programs.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {
namespace fs = std::filesystem;
using Outcome = tl::expected<void, ProviderError>;

tl::unexpected<ProviderError> failed(const std::string& text) {
  return tl::unexpected(ProviderError{text});
}

std::int64_t milliseconds_now() {
  return std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
}

class ProcessProvider final : public Provider {
public:
  explicit ProcessProvider(ProcessProviderOptions options) : options_(std::move(options)) {
    std::error_code error; // what cannot be made absolute cannot be made: start() says so
    if (auto path = fs::weakly_canonical(options_.data_directory, error); !path.empty())
      options_.data_directory = std::move(path);
    data_ = options_.data_directory.string();
    if (options_.tools_directory.empty())
      options_.tools_directory = options_.data_directory / "tools";
    else if (auto path = fs::weakly_canonical(options_.tools_directory, error); !path.empty())
      options_.tools_directory = std::move(path);
    if (options_.users)
      users_.read(options_.data_directory, *options_.users,
                  {options_.tools_directory.parent_path(), options_.data_directory.parent_path(),
                   options_.data_directory, machines()},
                  options_.warn);
  }
  /// Before anything is done here.
  void settle() {
    if (!data_.empty())
      settle_owners(
        {*this, users_, options_.data_directory, options_.storage_units, options_.warn});
    options_.storage_units.clear();
  }

  tl::expected<Instance, ProviderError> start(store::MachineId machine) override {
    if (machine >= machine_limit)
      return failed("no address is left for machine " + std::to_string(machine)
                    + ": this provider has addresses for " + std::to_string(machine_limit)
                    + " machines in a model's life; start a new model");
    const auto first = take_first(options_.model_block, options_.address_block);
    if (Outcome taken = first == 0 ? failed(no_block_left)
                                   : take_block(options_.blocks, block_of(machine, first));
        !taken)
      return tl::unexpected(taken.error());
    std::error_code error;
    fs::create_directories(options_.data_directory, error);
    const fs::path home = machine_directory(machine);
    if (Outcome made = make_directories({machines(), home, home / "units"}); !made)
      return tl::unexpected(made.error());
    if (const Given opened = users_.open({home, home / "units"}); !opened)
      return failed(opened.error());
    link_juju_tools(options_.juju_tools, machine, options_.tools_directory);
    return instance_of(machine, first);
  }

  Outcome stop(const std::string& name, bool keep_data) override {
    const auto machine = machine_of(name);
    if (!machine)
      return failed("instance " + name
                    + " is none of the process provider's: they are called process-NUMBER");
    if (Outcome ended = end_units_programs(options_, *machine, {}); !ended)
      return ended;
    hooks::forget_lost_programs(options_.data_directory, *machine, {});
    unlink_juju_tools(options_.juju_tools, *machine, options_.tools_directory);
    const auto units = deployed_units(*machine).value_or(std::vector<std::string>());
    for (const std::string& unit : units)
      hooks::forget_ended_programs(options_.data_directory, unit);
    if (keep_data)
      return {};
    if (Outcome away = take_away(machine_directory(*machine)); !away)
      return away;
    for (const std::string& unit : units)
      users_.take_back(unit);
    return {};
  }

  tl::expected<std::vector<Instance>, ProviderError> list() override {
    auto all =
      list_instances(machines(), hooks::machines_with_kept_programs(options_.data_directory),
                     known_first(options_.model_block, options_.address_block));
    if (all)
      for (const Instance& instance : *all)
        if (instance.lost) // its directory is watched, and not what is in it
          doubt(machine_of(instance.name).value_or(0));
    return all;
  }

  tl::expected<std::string, ProviderError> look(store::MachineId machine) override {
    return lost_of(machine_directory(machine));
  }

  void doubt(store::MachineId machine) const override {
    const std::lock_guard lock(watch_mutex_);
    if (watcher_.machine_stirred)
      watcher_.machine_stirred(machine);
  }

  Outcome watch(Watcher watcher) override {
    std::error_code ignored; // the watch says that it is not there
    fs::create_directories(options_.data_directory, ignored);
    if (Outcome made = make_directories({machines(), ended()}); !made)
      return made;
    const std::lock_guard lock(watch_mutex_);
    const auto keeper_ended = [data = options_.data_directory](const hooks::KeptPrograms& kept) {
      hooks::end_lost_programs(data, kept, milliseconds_now());
    };
    try {
      watch_ = std::make_unique<MachineWatch>(
        machines(), ended(),
        MachineWatch::Listener{watcher.machine_stirred, watcher.program_ended, keeper_ended});
    } catch (const std::system_error& error) {
      return failed(error.what());
    }
    watcher_ = std::move(watcher);
    const std::string not_watched = watch_->add_keepers(options_.data_directory);
    watch_->run();
    for (const std::string& unit : hooks::units_with_ended_programs(options_.data_directory))
      watcher_.program_ended(unit);
    if (!not_watched.empty())
      return failed(not_watched);
    return {};
  }

  std::vector<hooks::EndedProgram> ended_programs(const std::string& unit) const override {
    return hooks::ended_programs(options_.data_directory, unit);
  }

  void forget_ended(const std::string& unit, const std::vector<std::string>& notes) override {
    if (!hooks::forget_ended_programs(options_.data_directory, unit, notes))
      return;
    const std::lock_guard lock(watch_mutex_);
    if (watcher_.program_ended)
      watcher_.program_ended(unit);
  }
  fs::path directory(store::MachineId machine) const override { return machine_directory(machine); }

  UnitPlace place(store::MachineId machine, const std::string& unit) const override {
    const std::string home =
      data_ + "/machines/" + std::to_string(machine) + "/units/" + directory_of_unit(unit);
    return {home,      home + "/charm", home + "/tools", home + "/agent.socket",
            log(unit), users_.of(unit)};
  }
  std::string log(const std::string& unit) const override {
    return data_.empty() ? "" : data_ + "/logs/unit-" + directory_of_unit(unit) + ".log";
  }
  Outcome deploy_unit(store::MachineId machine,
                      const std::string& unit,
                      const CharmForUnit& charm) override {
    if (!store::is_unit_name(unit))
      return failed("'" + unit + "' is no unit's name");
    const UnitPlace at = place(machine, unit);
    const fs::path units = fs::path(at.directory).parent_path();
    if (!fs::is_directory(units)) {
      doubt(machine);
      return failed("machine " + std::to_string(machine) + " is not started: " + units.string()
                    + " is missing");
    }
    if (Outcome made = make_directories({data_ + "/logs", at.directory}); !made)
      return made;
    if (Outcome linked = tools_.link(options_, users_, at); !linked)
      return linked;
    const CharmReplacement copying = replacement(unit, at, charm);
    if (const Replaced settled = settle_replacement(copying); !settled)
      return failed(settled.error());
    if (charm.had_copy && !damage_of_copy(at.charm).empty())
      return {}; // ListHooks says so
    if (const auto copied = copy_charm(copying.charm, at.charm, charm.revision); !copied)
      return failed(copied.error());
    const Given given = users_.give(unit, at.directory, at.charm);
    return given ? Outcome() : failed(given.error());
  }
  Outcome replace_charm(store::MachineId machine,
                        const std::string& unit,
                        const CharmForUnit& charm) override {
    if (!store::is_unit_name(unit))
      return failed("'" + unit + "' is no unit's name");
    const UnitPlace at = place(machine, unit);
    if (!fs::is_directory(at.directory))
      return failed("unit " + unit + " is not deployed: " + at.directory + " is missing");
    const auto replaced = providers::replace_charm(replacement(unit, at, charm));
    return replaced
             ? Outcome()
             : tl::unexpected(ProviderError{replaced.error().text, replaced.error().may_pass});
  }
  Outcome recall_unit(store::MachineId machine, const std::string& unit) override {
    if (!store::is_unit_name(unit))
      return failed("'" + unit + "' is no unit's name");
    if (Outcome ended = end_units_programs(options_, machine, unit); !ended)
      return ended;
    hooks::forget_lost_programs(options_.data_directory, machine, unit);
    hooks::forget_ended_programs(options_.data_directory, unit);
    const Outcome away = storages().leave_all(unit).and_then(
      [&] { return take_away(place(machine, unit).directory); });
    if (away)
      users_.take_back(unit);
    return away;
  }

  Outcome reboot(store::MachineId machine) override {
    if (Outcome ended = end_units_programs(options_, machine, {}); !ended)
      return ended;
    hooks::forget_lost_programs(options_.data_directory, machine, {});
    const auto units = deployed_units(machine);
    if (!units)
      return tl::unexpected(units.error());
    for (const std::string& unit : *units)
      hooks::note_reboot(options_.data_directory, unit, milliseconds_now());
    return {};
  }

  tl::expected<std::vector<std::string>, ProviderError>
  deployed_units(store::MachineId machine) override {
    return units_in(machine_directory(machine) / "units");
  }

  tl::expected<std::string, ProviderError> provide_storage(store::MachineId,
                                                           const StorageForUnit& storage) override {
    return storages().provide(storage, options_.warn);
  }
  Outcome leave_storage(store::MachineId, const StorageForUnit& storage) override {
    return storages().leave(storage);
  }

private:
  Outcome take_away(const fs::path& path) {
    const auto away = options_.trash != nullptr ? options_.trash->take(path) : remove_tree(path);
    return away ? Outcome() : failed(away.error());
  }
  /// A unit's copy of a charm, which comes from where copies of charms are kept.
  CharmReplacement
  replacement(const std::string& unit, const UnitPlace& at, const CharmForUnit& charm) {
    return {
      options_.charms.empty() ? charm.directory : options_.charms / charm.directory.filename(),
      at.directory, charm.revision,
      [this, unit, at](const fs::path& copy) { return users_.give(unit, at.directory, copy); },
      [this](const fs::path& copy) {
        const Outcome away = take_away(copy);
        if (!away && options_.warn)
          options_.warn("a former copy of a charm stays: " + away.error().text);
      }};
  }
  StoragePlaces storages() { return {options_.data_directory, users_, holding_, options_.trash}; }
  [[nodiscard]] fs::path machines() const { return options_.data_directory / "machines"; }
  [[nodiscard]] fs::path ended() const { return options_.data_directory / "ended"; }
  [[nodiscard]] fs::path machine_directory(store::MachineId machine) const {
    return machines() / std::to_string(machine);
  }

  ProcessProviderOptions options_;
  std::string data_; ///< Its data directory, as text.
  UnitTools tools_;
  UnitUsers users_;    ///< Nobody has one where units are not users of their own.
  std::mutex holding_; ///< One for all StoragePlaces.
  mutable std::mutex watch_mutex_;
  Watcher watcher_;
  std::unique_ptr<MachineWatch> watch_;
};

} // namespace

std::unique_ptr<Provider> make_process_provider(ProcessProviderOptions options) {
  auto provider = std::make_unique<ProcessProvider>(std::move(options));
  provider->settle();
  return provider;
}

} // namespace orrery::providers
