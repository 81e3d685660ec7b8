// Runs a program in a unit's place or on a machine, outside any hook: its standard streams are the
// client's, or a terminal is, and its exit code is the verb's (CL1, CL2).
#include "actors/hooks/pseudo_terminal.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/led_application.hpp"
#include "cmd/verbs/ssh_words.hpp"
#include "store/names.hpp"

#include <fcntl.h>

#include <memory>
#include <utility>

namespace orrery::cmd {

namespace {

using agents::RemoteOrder;
using hooks::HookEnd;
using hooks::HookJob;

/// For how long it may not be seen that the client, or what it works in, has gone.
constexpr std::chrono::milliseconds remote_look{200};

bool has_target(const store::Contents& contents, const RemoteOrder& order) {
  return order.unit.empty() ? contents.machines.contains(order.machine)
                            : contents.units.contains(order.unit);
}

explain::Named named_target(const RemoteOrder& order) {
  explain::Named named;
  if (order.unit.empty())
    named.machines = {order.machine};
  else
    named.units = {order.unit};
  return named;
}

/// The unit or machine that the word names; nothing, and an ERROR printed, if it is not there.
std::optional<RemoteOrder> find_target(Session& session, const std::string& word) {
  RemoteOrder order;
  if (const auto machine = store::parse_id(word)) {
    order.machine = *machine;
  } else if (const auto unit = unit_or_leader(session, word)) {
    if (!store::is_unit_name(*unit)) {
      session.fail("\"" + word + "\" is neither a unit, APPLICATION/leader nor a machine's number");
      return std::nullopt;
    }
    order.unit = *unit;
  } else {
    return std::nullopt;
  }
  const auto contents = read_named(session, named_target(order));
  if (!contents)
    return std::nullopt;
  if (!has_target(*contents, order)) { // CL1
    if (order.unit.empty())
      session.fail("machine " + word + " not found: \"status\" lists what there is");
    else
      fail_missing(session, {store::EntityKind::Unit, order.unit});
    return std::nullopt;
  }
  if (order.unit.empty())
    return order;
  const store::Unit& unit = contents->units.at(order.unit);
  if (!unit.assigned) {
    session.fail("unit \"" + order.unit + "\" is not on a machine yet: wait until it is");
    return std::nullopt;
  }
  order.machine = unit.machine;
  return order;
}

/// One program of a user, from its beginning to its end.
class RemoteProgram {
public:
  RemoteProgram(Session& session, hooks::RemoteSessions& sessions, RemoteOrder order)
    : session_{session}, sessions_{sessions}, order_{std::move(order)} {}
  RemoteProgram(const RemoteProgram&) = delete;
  RemoteProgram& operator=(const RemoteProgram&) = delete;
  ~RemoteProgram() {
    if (id_)
      sessions_.close(*id_);
  }

  /// @returns what to exit with
  int run(bool in_terminal, bool no_input) {
    HookJob job = session_.orchestrator->remote_job(order_);
    session_.progress("");
    if (const auto begun = in_terminal ? begin_in_terminal(job) : begin_with_streams(job, no_input);
        !begun) {
      session_.fail(begun.error());
      return Exit::Unreachable;
    }
    std::optional<HookEnd> end;
    while (!(end = sessions_.wait(*id_, remote_look)))
      if (session_.output->cancelled() || !is_target_there())
        return Exit::Unreachable;
    if (end->how == HookEnd::How::NotRun)
      session_.fail(end->stderr_tail);
    return end->how == HookEnd::How::Exited ? end->code : Exit::Unreachable;
  }

private:
  using Begun = tl::expected<void, std::string>; ///< Or a sentence.

  Begun begin_in_terminal(HookJob& job) {
    auto opened = hooks::open_pseudo_terminal(job.user);
    if (!opened)
      return tl::unexpected(opened.error());
    terminal_ = std::move(*opened);
    agents::use_terminal(job, order_, terminal_.program_side);
    if (auto begun = begin(std::move(job)); !begun)
      return begun;
    return handed_over(session_.output->hand_over(terminal_.user_side.get()));
  }

  Begun begin_with_streams(HookJob& job, bool no_input) {
    auto opened = hooks::open_streams(job.user);
    if (!opened)
      return tl::unexpected(opened.error());
    if (no_input)
      opened->program.input = config::Descriptor{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
    job.streams = std::make_shared<const hooks::ProgramStreams>(std::move(opened->program));
    if (auto begun = begin(std::move(job)); !begun)
      return begun;
    const hooks::ProgramStreams& user = opened->user; // the client's own are others
    return handed_over(session_.output->hand_over(
      std::array{user.input.get(), user.output.get(), user.errors.get()}));
  }

  Begun begin(HookJob job) {
    id_ = sessions_.begin(std::move(job));
    if (id_) {
      session_.tell_begin("ssh");
      return {};
    }
    return tl::unexpected("there are " + std::to_string(hooks::RemoteSessions::most)
                          + " sessions of ssh and scp, which is the most: end one first");
  }

  static Begun handed_over(bool done) {
    return done ? Begun{}
                : tl::unexpected(std::string{"the client cannot take a program's streams"});
  }

  /// Looks only if something has changed: whoever removes a unit ends its programs, but for one
  /// that begins at that very moment.
  bool is_target_there() {
    const auto sequence = session_.orchestrator->wait_change(0, std::chrono::milliseconds{0});
    if (std::exchange(seen_, sequence) == sequence)
      return true;
    const auto contents = read_named(session_, named_target(order_));
    return contents && has_target(*contents, order_);
  }

  Session& session_;
  hooks::RemoteSessions& sessions_;
  RemoteOrder order_;
  /// Open until the program has ended: on a shell it would hang up.
  hooks::PseudoTerminal terminal_{};
  std::optional<std::uint64_t> id_;
  std::uint64_t seen_ = 0; ///< The store's sequence number at the last look.
};

Outcome ssh(Session& session, const Arguments& arguments) {
  auto words = read_ssh_words(arguments.words);
  if (!words)
    return tl::unexpected(UsageError{words.error(), std::nullopt});
  auto order = find_target(session, words->target);
  if (!order)
    return Exit::Failed;
  hooks::RemoteSessions* const sessions = session.orchestrator->remote_sessions();
  if (sessions == nullptr || session.scripted)
    return session.fail("ssh has the streams of a command line: type it there, or use exec");
  order->command = std::move(words->command);
  const Terminal& here = session.terminal;
  bool in_terminal = !order->command && here.is_tty && here.is_typed;
  if (arguments.has("pty"))
    in_terminal = arguments.on("pty");
  in_terminal = words->terminal.value_or(in_terminal);
  order->terminal_type = !here.type.empty() ? here.type : "dumb";
  return RemoteProgram{session, *sessions, std::move(*order)}.run(in_terminal, words->no_input);
}

} // namespace

std::vector<Verb> ssh_verbs() {
  Verb verb;
  verb.name = "ssh";
  verb.right = Right::Admin;
  verb.arguments = "UNIT [COMMAND...]";
  verb.summary = "Run a command or a shell in a unit's place, or on a machine";
  verb.more =
    "  UNIT may be APPLICATION/leader, or a machine's number. The command has the client's\n"
    "  standard streams and nothing of a hook; its exit code is that of ssh, which is 255\n"
    "  where nothing could be run.\n";
  verb.flags = {
    {"pty", '\0', Flag::Kind::Switch, "",
     "Give it a terminal, or none; a shell has one where its user has"},
    {"no-host-key-checks", '\0', Flag::Kind::Switch, "", "Nothing is checked: there is no key"},
    {"proxy", '\0', Flag::Kind::Switch, "", "Nothing is in between"},
    {"remote", '\0', Flag::Kind::Switch, "", "Of Kubernetes", true},
    {"container", '\0', Flag::Kind::Text, "NAME", "Of Kubernetes", true},
  };
  verb.examples = {"ssh db/0", "ssh db/leader 'df -h | grep /srv'", "ssh 0 uptime"};
  verb.runs_program = true;
  verb.handler = ssh;
  return {verb};
}

} // namespace orrery::cmd
