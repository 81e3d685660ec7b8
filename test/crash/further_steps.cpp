#include "cmd/simulate/user_tasks.hpp"
#include "test/crash/step.hpp"

#include <fmt/format.h>

#include <utility>

/// Steps of what is changed in a model that runs: tasks, charms, settings.
namespace orrery::test {

namespace {

using Wanted = std::optional<protocol::Command>;

const store::Application* application_of(const store::Contents& all, const std::string& name) {
  const auto found = all.applications.find(name);
  return found == all.applications.end() ? nullptr : &found->second;
}

} // namespace

Step enqueue(store::TaskId id, const std::string& action, const std::vector<std::string>& units) {
  protocol::EnqueueOperation wanted = simulate::exec_at(units.front());
  wanted.action = action;
  if (action != store::command_action)
    wanted.parameters = "{}";
  wanted.receivers.clear();
  for (const std::string& unit : units) {
    protocol::Receiver receiver;
    receiver.unit = unit;
    wanted.receivers.push_back(std::move(receiver));
  }
  std::string text = fmt::format("operation {}, {} at", id, action);
  for (const std::string& unit : units)
    text += " " + unit;
  return {std::move(text), [=](const store::Contents& all) -> Wanted {
            return all.model.next_task > id ? Wanted() : Wanted(wanted);
          }};
}

Step enqueue_at_machines(store::TaskId id, const std::vector<store::MachineId>& machines) {
  protocol::EnqueueOperation wanted = simulate::exec_at("machine 0");
  wanted.receivers.clear();
  std::string text = fmt::format("operation {}, a command at machines", id);
  for (const store::MachineId machine : machines) {
    protocol::Receiver receiver;
    receiver.machine = machine;
    wanted.receivers.push_back(std::move(receiver));
    text += fmt::format(" {}", machine);
  }
  return {std::move(text), [=](const store::Contents& all) -> Wanted {
            return all.model.next_task > id ? Wanted() : Wanted(wanted);
          }};
}

Step cancel(store::TaskId operation) {
  Step step{fmt::format("cancel a task of {}", operation),
            [=](const store::Contents& all) -> Wanted {
              for (const auto& [id, task] : all.tasks)
                if (task.operation == operation && task.status != store::TaskStatus::Aborting)
                  return protocol::CancelTask{operation, id, task.unit, task.machine};
              return std::nullopt;
            }};
  step.may_be_needless = true; // a crash ends what runs
  return step;
}

store::Charm newer(store::Charm charm, std::uint32_t revision) {
  charm.revision = revision;
  charm.url = fmt::format("local:{}-{}", charm.name, revision);
  charm.directory = fmt::format("/charms/{}-{}", charm.name, revision);
  return charm;
}

Step number(const store::Charm& charm) {
  return {"number " + charm.url, [=](const store::Contents& all) -> Wanted {
            const auto found = all.charm_sequences.find(charm.name);
            if (found != all.charm_sequences.end() && found->second.next > charm.revision)
              return std::nullopt;
            return protocol::NumberCharm{charm.name, 0};
          }};
}

Step refresh(const std::string& application, const store::Charm& charm, bool force_units) {
  return {
    fmt::format("refresh {} to {}{}", application, charm.url, force_units ? " --force-units" : ""),
    [=](const store::Contents& all) -> Wanted {
      const auto* record = application_of(all, application);
      if (record == nullptr || record->charm == charm.url)
        return std::nullopt;
      protocol::RefreshApplication wanted;
      wanted.application = application;
      wanted.charm = charm;
      wanted.force_units = force_units;
      return wanted;
    }};
}

Step set_model(const std::string& key, const std::string& value) {
  return {"model-config " + key + "=" + value, [=](const store::Contents& all) -> Wanted {
            const auto now = all.model_config.values.find(key);
            if (now != all.model_config.values.end() && now->second == value)
              return std::nullopt;
            return protocol::SetModelConfig{{{key, value}}, {}};
          }};
}

Step trust(const std::string& application) {
  return {"trust " + application, [=](const store::Contents& all) -> Wanted {
            const auto* record = application_of(all, application);
            return record == nullptr || record->trusted
                     ? Wanted()
                     : Wanted(protocol::SetTrusted{application, true});
          }};
}

Step expose(const std::string& application) {
  return {"expose " + application, [=](const store::Contents& all) -> Wanted {
            const auto* record = application_of(all, application);
            return record == nullptr || record->exposed
                     ? Wanted()
                     : Wanted(protocol::SetExposed{application, true});
          }};
}

Step hold_hook(const std::string& unit, const std::string& hook) {
  return {hook + " of " + unit + " hangs", {}, [=](SimulatedWorld& world) {
            world.hooks().hold(unit, hook);
          }};
}

Step release_hooks(const std::string& unit) {
  return {"hooks of " + unit + " hang no more", {}, [=](SimulatedWorld& world) {
            world.hooks().release(unit);
          }};
}

Step reboot_in(const std::string& unit, const std::string& hook, hooks::Reboot when) {
  return {hook + " of " + unit + " reboots", {}, [=](SimulatedWorld& world) {
            world.hooks().script(
              unit, hook, [=](const auto&, hooks::HookState& state) { state.reboot = when; });
          }};
}

Step reboot_once_in(const std::string& unit, const std::string& hook, hooks::Reboot when) {
  return {hook + " of " + unit + " reboots once", {}, [=](SimulatedWorld& world) {
            world.hooks().reboot_once(unit, hook, when);
          }};
}

Step hold_commands_of_machines(bool hang) {
  return {hang ? "commands on machines hang" : "commands on machines hang no more",
          {},
          [=](SimulatedWorld& world) { world.hooks().played().end_commands(!hang); }};
}

Step sign_tasks(const std::string& unit) {
  return {"commands at " + unit + " sign", {}, [=](SimulatedWorld& world) {
            world.hooks().script(unit, std::string(store::command_action),
                                 [=](const auto& sight, hooks::HookState& state) {
                                   for (const auto& [id, relation] : sight.relations)
                                     state.unit_changes[id]["task"] =
                                       std::to_string(sight.action->task);
                                 });
          }};
}

Step give_results(const std::string& unit, const std::string& action, const std::string& results) {
  return {action + " of " + unit + " has results", {}, [=](SimulatedWorld& world) {
            world.hooks().script(
              unit, action, [=](const auto&, hooks::HookState& state) { state.results = results; });
          }};
}

Step pass_time(store::Milliseconds milliseconds) {
  return {fmt::format("{} ms pass", milliseconds), {}, [=](SimulatedWorld& world) {
            world.advance(milliseconds);
          }};
}

} // namespace orrery::test
