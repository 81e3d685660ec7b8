#include "actors/agents/faults.hpp"

#include "actors/runtime/log.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>

#include <csignal>

namespace orrery::agents {

std::string fields_of(const Fault& fault) {
  if (const auto* hook = std::get_if<FailHook>(&fault))
    return runtime::field("fault", "hook") + runtime::field("unit", hook->unit)
           + runtime::field("hook", hook->hook) + runtime::field("times", hook->times)
           + runtime::field("exit", hook->exit);
  if (const auto* agent = std::get_if<KillAgent>(&fault))
    return runtime::field("fault", "agent") + runtime::field("unit", agent->unit);
  return runtime::field("fault", std::holds_alternative<CrashDaemon>(fault) ? "daemon" : "none");
}

tl::expected<void, std::string> Faults::inject(const Fault& fault) {
  if (std::holds_alternative<CrashDaemon>(fault))
    ::raise(SIGKILL);
  const std::lock_guard lock(mutex_);
  if (const auto* hook = std::get_if<FailHook>(&fault))
    return fail_hook(*hook);
  if (const auto* agent = std::get_if<KillAgent>(&fault))
    return kill_agent(*agent);
  hooks_.clear();
  return {};
}

tl::expected<void, std::string> Faults::fail_hook(const FailHook& fault) {
  if (hooks_.size() == hooks_max && !hooks_.contains({fault.unit, fault.hook}))
    return tl::unexpected(
      std::string("so many hooks are to fail already: \"fault none\" forgets them all"));
  hooks_[{fault.unit, fault.hook}] = fault;
  return {};
}

tl::expected<void, std::string> Faults::kill_agent(const KillAgent& fault) {
  if (roster_.stir(fault.unit))
    return {}; // it rests: that it begins from its notes is all that comes of it
  const caf::actor agent = roster_.find(fault.unit);
  if (!agent)
    return tl::unexpected("no agent of unit " + fault.unit + " runs");
  caf::anon_send_exit(agent,
                      caf::exit_reason::kill); // others it would handle, and end in good order
  return {};
}

std::optional<std::uint8_t> Faults::take(const std::string& unit, const std::string& hook) {
  const std::lock_guard lock(mutex_);
  for (const std::string& name : {hook, std::string("*")}) {
    const auto found = hooks_.find({unit, name});
    if (found == hooks_.end())
      continue;
    const std::uint8_t exit = found->second.exit;
    if (--found->second.times == 0)
      hooks_.erase(found);
    return exit;
  }
  return std::nullopt;
}

} // namespace orrery::agents
