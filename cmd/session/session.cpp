#include "cmd/session/session.hpp"

#include "cmd/client/terminal_text.hpp"
#include "cmd/session/command_rights.hpp"
#include "cmd/session/disabled_commands.hpp"
#include "cmd/views/render/missing.hpp"

namespace orrery::cmd {

namespace {

/// Says why a command is refused without asking the model; nothing: it is not (MD13).
std::optional<protocol::Answer> refusal_here(Session& session, const protocol::Command& command) {
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.text = "permission denied";
  const auto least = right_for_command(command);
  if (!least || session.right < *least)
    return refused;
  auto why = can_be_disabled(command) ? why_disabled(session, *session.orchestrator, session.set)
                                      : std::nullopt;
  if (!why)
    return std::nullopt;
  refused.text = std::move(*why);
  return refused;
}

} // namespace

void Session::out(std::string_view text) const {
  if (terminal.is_tty)
    output->out(terminal_text(text));
  else
    output->out(text);
}

void Session::err(std::string_view text) const {
  output->err(plain_text(text)); // always for people
}

int Session::fail(std::string_view text) const {
  err("ERROR " + one_line(text) + "\n");
  return Exit::Failed;
}

void Session::tell_begin(const std::string& verb) const {
  if (audit)
    audit({verb, std::nullopt, sequence, account});
}

std::filesystem::path Session::path(const std::string& text) const {
  return (directory / text).lexically_normal();
}

namespace {

template <class Read>
std::optional<Read> readable(Session& session, tl::expected<Read, store::StoreError> read) {
  if (read)
    return std::move(*read);
  session.fail("cannot read the model: " + read.error().text);
  return std::nullopt;
}

} // namespace

int show(Session& session, const render::Output& output) {
  session.out(output.out);
  session.err(output.err);
  return output.code;
}

std::optional<store::Contents> read_model(Session& session) {
  return readable(session, session.orchestrator->contents());
}

std::optional<store::Contents> read_named(Session& session, const explain::Named& named) {
  return readable(session, session.orchestrator->named(named));
}

std::optional<explain::Neighbourhood> read_around(Session& session,
                                                  const explain::Subject& subject) {
  return readable(session, session.orchestrator->around(subject));
}

std::optional<explain::Neighbourhood> read_shown(Session& session, const explain::Choice& choice) {
  return readable(session, session.orchestrator->shown(choice));
}

std::optional<explain::StatusRecords> read_status(Session& session, const explain::Choice& choice) {
  return readable(session, session.orchestrator->in_status(choice));
}

int fail_missing(Session& session, const explain::Subject& named, const std::string& doing) {
  const auto contents = read_model(session); // all names, for an error only
  if (!contents)
    return Exit::Failed;
  return session.fail((doing.empty() ? "" : doing + ": ")
                      + render::missing(*contents, named.kind, named.name));
}

std::string refusal_text(const protocol::Answer& answer) {
  return answer.text.empty() ? "state changing too quickly; try again soon" : answer.text;
}

std::optional<protocol::Answer> refusal_before(Session& session, const protocol::Command& command) {
  auto refused = refusal_here(session, command);
  return refused ? std::move(refused) : session.orchestrator->refusal(command);
}

protocol::Answer run_command(Session& session, const protocol::Command& command) {
  auto refused = refusal_here(session, command);
  return refused ? std::move(*refused) : session.orchestrator->run(command);
}

namespace {

/// Tells which name is near the one that was not found; or, if that one is there, what else the
/// answer misses, as the storage that a unit is to begin with.
void fail_not_found(Session& session,
                    const explain::Subject& named,
                    const std::string& doing,
                    const protocol::Answer& answer) {
  const auto contents = read_model(session); // all names, for an error only
  if (!contents)
    return;
  const bool there = render::is_there(*contents, named.kind, named.name);
  session.fail(
    doing + ": "
    + (there ? refusal_text(answer) : render::missing(*contents, named.kind, named.name)));
}

} // namespace

std::optional<protocol::Answer> perform(Session& session,
                                        const protocol::Command& command,
                                        const std::string& doing,
                                        const std::optional<explain::Subject>& named) {
  auto answer = run_command(session, command);
  if (answer.code == protocol::Code::NotFound && named) {
    fail_not_found(session, *named, doing, answer);
    return std::nullopt;
  }
  if (!answer.ok()) {
    session.fail(doing + ": " + refusal_text(answer));
    return std::nullopt;
  }
  // A no-op counts as well: whoever waits for its cause waits for the state that was seen.
  session.sequence = std::max(session.sequence, answer.sequence);
  return answer;
}

} // namespace orrery::cmd
