#include "actors/providers/owners.hpp"

#include "actors/providers/giving.hpp"
#include "actors/providers/storage_holders.hpp"
#include "actors/providers/storage_places.hpp"
#include "store/names.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;

std::optional<std::uint32_t> owner_of(const fs::path& directory) {
  struct stat found {};
  if (lstat(directory.c_str(), &found) != 0 || !S_ISDIR(found.st_mode))
    return std::nullopt;
  return found.st_uid;
}

class Settlement {
public:
  explicit Settlement(const OwnersOfModel& owners)
    : of_(owners), storage_(owners.model / "storage"), holders_(owners.model) {}

  /// All is each unit's own, or nobody's.
  void give() {
    std::set<std::string> units;
    if (!give_units(units))
      return;
    for_each_storage([&](const std::string& storage, const fs::path& data) {
      note(give_storage(storage, data, units));
    });
    of_.users.keep_only(units);
    tell("could not be given to its unit's user");
  }

  /// All that units' users had is the orchestrator's.
  void take_back() {
    std::set<std::uint32_t> users;
    for (const auto& [user, unit] : noted_users(of_.model / users_name))
      users.insert(user);
    if (users.empty())
      return;
    const auto take = [&](const fs::path& directory) {
      const auto owner = owner_of(directory);
      if (owner && users.contains(*owner))
        note(give_tree(directory, geteuid(), of_.warn));
    };
    for (const Instance& each : machines())
      for (const std::string& unit : units_of(machine_of(each)))
        take(of_.provider.place(machine_of(each), unit).directory);
    for_each_storage([&](const std::string&, const fs::path& data) { take(data); });
    tell("could not be taken back from a unit's user");
  }

private:
  /// @param units gets their names.  @returns false: they are not known
  bool give_units(std::set<std::string>& units) {
    const auto all = of_.provider.list();
    if (!all && of_.warn)
      of_.warn("units' directories are not given to their users: " + all.error().text);
    for (const Instance& each : all.value_or(std::vector<Instance>())) {
      const store::MachineId machine = machine_of(each);
      const fs::path home = of_.provider.directory(machine);
      if (!each.lost)
        note(of_.users.open({home, home / "units"}));
      for (const std::string& unit : units_of(machine)) {
        const UnitPlace at = of_.provider.place(machine, unit);
        note(of_.users.give(unit, at.directory, at.charm));
        units.insert(unit);
      }
    }
    return all.has_value();
  }

  /// @param units gets the name of the unit that has it, which keeps its user for that.
  Given
  give_storage(const std::string& storage, const fs::path& data, std::set<std::string>& units) {
    const std::string unit = holder_of(storage);
    if (unit.empty())
      return of_.users.take(data);
    units.insert(unit);
    if (const Given opened = of_.users.open({storage_, data.parent_path()}); !opened)
      return opened;
    const auto owner = owner_of(data);
    if (!owner || (*owner != geteuid() && !of_.users.is_units(*owner)))
      return {};
    return of_.users.give(unit, data, data);
  }

  [[nodiscard]] std::string holder_of(const std::string& storage) const {
    if (const auto known = of_.storage_units.find(storage); known != of_.storage_units.end())
      return known->second;
    const auto noted = holders_.of(storage);
    return noted && store::is_unit_name(noted->unit) ? noted->unit : std::string();
  }

  template <class F>
  void for_each_storage(F use) {
    for (const std::string& storage : storages_in(of_.model).value_or(std::vector<std::string>()))
      if (store::is_storage_id(storage))
        use(storage, storage_ / storage);
  }

  std::vector<Instance> machines() { return of_.provider.list().value_or(std::vector<Instance>()); }
  std::vector<std::string> units_of(store::MachineId machine) {
    return of_.provider.deployed_units(machine).value_or(std::vector<std::string>());
  }
  static store::MachineId machine_of(const Instance& instance) {
    return store::parse_id(instance.name.substr(instance.name.rfind('-') + 1)).value_or(0);
  }

  void note(const Given& given) {
    if (!given && faults_++ == 0)
      first_fault_ = given.error();
  }
  void tell(const char* what) const {
    if (faults_ > 0 && of_.warn)
      of_.warn("what " + std::string(what) + ": " + std::to_string(faults_)
               + " directories, the first: " + first_fault_);
  }

  const OwnersOfModel& of_;
  const fs::path storage_;
  const StorageHolders holders_;
  std::size_t faults_ = 0;
  std::string first_fault_;
};

} // namespace

void settle_owners(const OwnersOfModel& owners) {
  if (owners.users.are_given())
    Settlement(owners).give();
  else if (geteuid() == 0)
    Settlement(owners).take_back();
}

} // namespace orrery::providers
