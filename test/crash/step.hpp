#pragma once

#include "test/support/simulated_world.hpp"

#include <functional>
#include <optional>
#include <string>

namespace orrery::test {

/// One thing that a scripted operator does, or that happens to the world, and that can be taken up
/// again after a crash.
struct Step {
  std::string text;
  /// What to ask for; nothing if its effect is there already. Empty: nothing is asked.
  std::function<std::optional<protocol::Command>(const store::Contents&)> ask{};
  /// What happens outside of the process; happens once.
  std::function<void(SimulatedWorld&)> event{};
  /// Waits for everything to come to rest before the next step.
  bool settles = false;
  /// The process ends and begins again.
  bool restarts = false;
  /// What it is for stays, until a later step undoes it.
  bool lasts = true;
  /// There may be nothing left to ask for after a crash.
  bool may_be_needless = false;
};

[[nodiscard]] Step settled(Step step);

// --- What operators ask ---

[[nodiscard]] Step create(const std::string& name, const store::Charm& charm);
/// The unit that will be made; on a machine of its own if none is named.
[[nodiscard]] Step add_unit(const std::string& unit,
                            std::optional<store::MachineId> machine = std::nullopt);
/// The machine that will be made.
[[nodiscard]] Step add_machine(store::MachineId id);
[[nodiscard]] Step
configure(const std::string& application, const std::string& option, const std::string& value);
/// By `application:endpoint`, the requirer first.
[[nodiscard]] Step relate(const std::string& requirer, const std::string& provider);
[[nodiscard]] Step remove_unit(const std::string& unit, protocol::Removal how = {});
[[nodiscard]] Step remove_application(const std::string& name, protocol::Removal how = {});
[[nodiscard]] Step remove_relation(const std::string& requirer,
                                   const std::string& provider,
                                   protocol::Removal how = {});
[[nodiscard]] Step remove_machine(store::MachineId id, protocol::Removal how = {});
[[nodiscard]] Step drain_machine(store::MachineId id);
[[nodiscard]] Step resolve(const std::string& unit, bool retry);
[[nodiscard]] Step retry_provisioning(store::MachineId id);

/// The operation that will be made, with a task for each of the units, whose ids follow.
[[nodiscard]] Step
enqueue(store::TaskId id, const std::string& action, const std::vector<std::string>& units);
/// Enqueues a command at each of these machines likewise.
[[nodiscard]] Step enqueue_at_machines(store::TaskId id,
                                       const std::vector<store::MachineId>& machines);
/// Cancels the first task of that operation that has not ended.
[[nodiscard]] Step cancel(store::TaskId operation);
/// Another revision of a charm, with files of its own.
[[nodiscard]] store::Charm newer(store::Charm charm, std::uint32_t revision);
/// Has the charm numbered, and no further than that revision.
[[nodiscard]] Step number(const store::Charm& charm);
[[nodiscard]] Step
refresh(const std::string& application, const store::Charm& charm, bool force_units = false);
[[nodiscard]] Step set_model(const std::string& key, const std::string& value);
[[nodiscard]] Step trust(const std::string& application);
[[nodiscard]] Step expose(const std::string& application);

/// The instance that will be made.
[[nodiscard]] Step
add_storage(const std::string& unit, const std::string& name, const std::string& id);
[[nodiscard]] Step attach_storage(const std::string& unit, const std::string& id);
[[nodiscard]] Step detach_storage(const std::string& id, bool force);
/// By force, whoever has it.
[[nodiscard]] Step remove_storage(const std::string& id);
/// The unit that will be made, with storage that no unit has.
[[nodiscard]] Step
add_unit_with(const std::string& unit, store::MachineId machine, const std::string& id);

/// The user's secret that will be made, with its first content.
[[nodiscard]] Step add_secret(const std::string& id, const std::string& name);
/// Gives it another content, unless it has come so far.
[[nodiscard]] Step update_secret(const std::string& id, std::uint32_t revision);
[[nodiscard]] Step grant_secret(const std::string& id, const std::string& application);
[[nodiscard]] Step revoke_secret(const std::string& id, const std::string& application);
[[nodiscard]] Step remove_secret(const std::string& id);
/// The unit reads its latest revision, and goes on with that.
[[nodiscard]] Step read_secret(const std::string& unit, const std::string& id);
/// Changes one of the unit's or its application's, as by a hook that has succeeded.
[[nodiscard]] Step change_secret(const std::string& unit,
                                 const std::string& id,
                                 const std::string& text,
                                 const protocol::SecretChange& change);
/// Grants one so to all units of another application, over the relation between the two.
[[nodiscard]] Step
grant_over(const std::string& unit, const std::string& id, const std::string& application);
/// Each run of that hook changes the secret so from now on.
[[nodiscard]] Step change_secret_in(const std::string& unit,
                                    const std::string& hook,
                                    const std::string& id,
                                    const protocol::SecretChange& change);
/// Asks for the hooks of secrets whose time has come; there may be none.
[[nodiscard]] Step note_secrets_due(const std::string& application);
[[nodiscard]] protocol::SecretChange new_content(const std::string& text);

[[nodiscard]] protocol::Removal with_data();
[[nodiscard]] protocol::Removal forced(store::Milliseconds max_wait);
[[nodiscard]] protocol::Removal skipping_failed_hooks();

// --- What happens ---

[[nodiscard]] Step restart();
[[nodiscard]] Step lose_machine(store::MachineId id);
[[nodiscard]] Step find_machine(store::MachineId id);
/// That hook fails from now on, until it is mended.
[[nodiscard]] Step break_hook(const std::string& unit, const std::string& hook);
[[nodiscard]] Step mend_hook(const std::string& unit, const std::string& hook);
/// A hook hangs from now on, until all of the unit's are released.
[[nodiscard]] Step hold_hook(const std::string& unit, const std::string& hook);
[[nodiscard]] Step release_hooks(const std::string& unit);
/// A hook reboots its machine from now on.
[[nodiscard]] Step reboot_in(const std::string& unit, const std::string& hook, hooks::Reboot when);
/// The next run of a hook reboots its machine, also that which a crash lets run in its place.
[[nodiscard]] Step
reboot_once_in(const std::string& unit, const std::string& hook, hooks::Reboot when);
/// Commands on machines hang from now on, or no more.
[[nodiscard]] Step hold_commands_of_machines(bool hang);
/// Each command at the unit writes the number of its task into all of the unit's relations.
[[nodiscard]] Step sign_tasks(const std::string& unit);
/// Each run of that action says that result.
[[nodiscard]] Step
give_results(const std::string& unit, const std::string& action, const std::string& results);
[[nodiscard]] Step pass_time(store::Milliseconds milliseconds);
/// That hook sets this in its relation from now on.
[[nodiscard]] Step write_setting(const std::string& unit,
                                 const std::string& hook,
                                 const std::string& key,
                                 const std::string& value);
/// From now on a hook leaves this for later ones to read, instead of what was left before.
[[nodiscard]] Step
keep(const std::string& unit, const std::string& hook, const store::Settings& values);
/// The provider fails at that task so often.
[[nodiscard]] Step fail_provider(const std::string& task, int times);

} // namespace orrery::test
