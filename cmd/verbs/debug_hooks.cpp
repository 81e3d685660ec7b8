// Runs hooks by hand: a user waits for them, and gets the terminal that each runs in (D4).
#include "actors/hooks/debug_sessions.hpp"
#include "actors/rules/debugged_names.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/led_application.hpp"

#include <utility>

namespace orrery::cmd {

namespace {

using hooks::DebuggedHook;
using hooks::DebugWish;
using hooks::HookEnd;

constexpr std::chrono::milliseconds look_interval{200};

/// The charm of the application of a unit; nothing, and an ERROR printed, if there is none.
std::optional<store::Charm> read_charm_of(Session& session, const std::string& unit) {
  const auto contents =
    read_named(session, {.applications = {unit.substr(0, unit.find('/'))}, .units = {unit}});
  if (!contents)
    return std::nullopt;
  const auto found = contents->units.find(unit);
  if (found == contents->units.end()) {
    fail_missing(session, {store::EntityKind::Unit, unit});
    return std::nullopt;
  }
  const auto application = contents->applications.find(found->second.application);
  const auto charm = application == contents->applications.end()
                       ? contents->charms.end()
                       : contents->charms.find(application->second.charm);
  return charm == contents->charms.end() ? store::Charm{} : charm->second;
}

std::string how_it_ended(const HookEnd& end) {
  switch (end.how) {
  case HookEnd::How::Exited:
    return end.code == 0 ? "has passed" : "has failed: exit code " + std::to_string(end.code);
  case HookEnd::How::Signaled:
  case HookEnd::How::TimedOut:
    return "has failed: it was killed";
  case HookEnd::How::NotRun:
    return "has failed: " + end.stderr_tail;
  case HookEnd::How::Cancelled:
    break;
  }
  return "has not run";
}

/// A user's debug session, from its opening to its end.
class OpenSession {
public:
  OpenSession(Session& session, hooks::DebugSessions& sessions, DebugWish wish)
    : session_{session}, sessions_{sessions}, wish_{std::move(wish)} {}
  OpenSession(const OpenSession&) = delete;
  OpenSession& operator=(const OpenSession&) = delete;
  ~OpenSession() {
    if (is_open_)
      sessions_.close(wish_.unit);
  }

  /// Runs hooks until the user, or the unit, goes. @returns what to exit with
  int run() {
    if (const auto holder = sessions_.open(wish_))
      return session_.fail("unit " + wish_.unit + " has a debug session already, of " + *holder
                           + ": it must end first");
    is_open_ = true;
    session_.tell_begin(wish_.at ? "debug-code" : "debug-hooks");
    session_.progress("");
    tell_waiting();
    while (!session_.output->cancelled() && is_unit_there())
      if (auto hook = sessions_.next_hook(wish_.unit, look_interval); hook && !run_one(*hook))
        break;
    session_.out("The debug session of " + wish_.unit + " has ended.\n");
    return Exit::Fine;
  }

private:
  void tell_waiting() const {
    std::string what;
    for (const std::string& name : wish_.names)
      what += (what.empty() ? "" : " or ") + name;
    session_.out("Waiting for " + (what.empty() ? "any hook or action" : what) + " of " + wish_.unit
                 + ". Ctrl-C ends the session.\n");
  }

  void tell_begin(const DebuggedHook& hook) const {
    session_.out((hook.action ? "Action " : "Hook ") + hook.name + " of " + wish_.unit
                 + (wish_.at ? " runs.\n"
                             : ": ./$JUJU_DISPATCH_PATH runs it, or ./dispatch.\n\"exit 0\": it "
                               "has passed, and what it has changed counts; any other exit code: "
                               "it has failed.\n"));
  }

  /// @returns false if the user is gone
  bool run_one(DebuggedHook& hook) {
    tell_begin(hook);
    if (!session_.output->hand_over(hook.terminal.get()))
      return false;
    hook.terminal.close(); // the client's own is another
    std::optional<HookEnd> end;
    while (!(end = sessions_.end_of_hook(wish_.unit, look_interval)))
      if (session_.output->cancelled())
        return false;
    session_.out((hook.action ? "Action " : "Hook ") + hook.name + " " + how_it_ended(*end)
                 + ".\n");
    tell_waiting();
    return true;
  }

  /// Looks only if something has changed.
  bool is_unit_there() {
    const auto sequence = session_.orchestrator->wait_change(0, std::chrono::milliseconds{0});
    if (std::exchange(seen_, sequence) == sequence)
      return true;
    const auto contents = read_named(session_, {.units = {wish_.unit}});
    return contents && contents->units.contains(wish_.unit);
  }

  Session& session_;
  hooks::DebugSessions& sessions_;
  DebugWish wish_;
  bool is_open_ = false;
  std::uint64_t seen_ = 0; ///< The store's sequence number at the last look.
};

Outcome debug(Session& session, const Arguments& arguments, std::optional<std::string> at) {
  const std::vector<std::string> names(arguments.words.begin() + 1, arguments.words.end());
  const auto unit = unit_or_leader(session, arguments.words[0]);
  if (!unit)
    return Exit::Failed;
  const auto charm = read_charm_of(session, *unit);
  if (!charm)
    return Exit::Failed;
  if (const auto refused = rules::refuse_debugging(*unit, *charm, names))
    return session.fail(refused->text);
  const bool is_typed = !session.scripted || session.interactive;
  hooks::DebugSessions* const sessions = session.orchestrator->debug_sessions();
  if (sessions == nullptr || !session.terminal.is_tty || !is_typed)
    return session.fail("hooks are debugged in a terminal: type the command in one");
  DebugWish wish{*unit, {names.begin(), names.end()}, session.user, std::move(at)};
  wish.terminal_type = session.terminal.type;
  return OpenSession{session, *sessions, std::move(wish)}.run();
}

Outcome debug_hooks(Session& session, const Arguments& arguments) {
  return debug(session, arguments, std::nullopt);
}

Outcome debug_code(Session& session, const Arguments& arguments) {
  return debug(session, arguments, arguments.text("at").value_or("all"));
}

/// Lists flags of Juju's ssh, which is not in between here.
std::vector<Flag> flags_of_ssh() {
  std::vector<Flag> flags;
  for (const char* name : {"no-host-key-checks", "proxy", "pty"})
    flags.push_back({name, '\0', Flag::Kind::Switch, "", "Of ssh, which is not needed", true});
  return flags;
}

} // namespace

std::vector<Verb> debug_hooks_verbs() {
  Verb hooks;
  hooks.name = "debug-hooks";
  hooks.aliases = {"debug-hook"};
  hooks.right = Right::Admin;
  hooks.arguments = "UNIT [HOOK...]";
  hooks.summary = "Open a shell in place of hooks and actions of a unit";
  hooks.flags = flags_of_ssh();
  hooks.examples = {"debug-hooks db/0", "debug-hooks db/0 config-changed backup",
                    "debug-hooks db/leader leader-elected"};
  hooks.words_min = 1;
  hooks.handler = debug_hooks;
  Verb code = hooks;
  code.name = "debug-code";
  code.aliases = {};
  code.summary = "Run hooks and actions of a unit in a terminal, for their debugger";
  code.flags.push_back({"at", '\0', Flag::Kind::Text, "BREAKPOINT",
                        "JUJU_DEBUG_AT: where the charm stops, default all"});
  code.examples = {"debug-code db/0", "debug-code --at=hook db/0 config-changed"};
  code.handler = debug_code;
  return {hooks, code};
}

} // namespace orrery::cmd
