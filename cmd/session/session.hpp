#pragma once

#include "cmd/client/output.hpp"
#include "cmd/session/models.hpp"
#include "cmd/session/orchestrator.hpp"
#include "cmd/views/render/output.hpp"
#include "config/command_sets.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::cmd {

/// A right includes those before it (docs/users/operating.md, "Rights").
enum class Right : std::uint8_t {
  Login,     ///< Whoever is let in: what tells nothing of a model.
  Read,      ///< Look at a model.
  Write,     ///< Change it.
  Admin,     ///< Run any command in its units' places.
  Superuser, ///< Change the orchestrator itself.
};

/// One use of a verb that wants more than the right to read, as the audit log has it. Never a
/// value.
struct Use {
  std::string verb;
  std::optional<int> exit;    ///< Nothing: it begins, and may last.
  std::uint64_t sequence = 0; ///< Of the last change that it made, 0 if it made none.
  std::string account{};      ///< Session::account.
};

/// Parts that one client's verbs share. Used by one thread.
struct Session {
  /// Nothing for the verbs that need none (help, version).
  std::shared_ptr<Orchestrator> orchestrator;
  Models* models = nullptr;        ///< Not owned; null: there is no other model than that.
  std::string model;               ///< As the client names its current one; empty: it names none.
  Output* output = nullptr;        ///< Not owned.
  Input* input = nullptr;          ///< Not owned; null while the client gives none.
  std::filesystem::path directory; ///< The client's working directory: relative paths start here.
  /// UUID of the current model, where it is known: no other one of its name is meant.
  std::string model_uuid;
  Terminal terminal;
  std::string user; ///< Name of the client's user; empty: nobody's that could be told.
  /// The client's user, if that is neither the orchestrator's nor root. For such a client text is
  /// read only from files that this user may read, and no file is written.
  std::optional<uid_t> other_user;
  /// The user of this orchestrator whose rights count (UR1); those who may do all are `admin`.
  /// Empty: nobody's, as of the socket's group where it may not do all.
  std::string account = "admin";
  /// Whether the rights of `account` are looked up at each verb (UR2). False for whoever may do all
  /// and for the group: they have `right` on each model.
  bool has_account = false;
  std::string program = "orrery"; ///< The name it was called by, for help.
  bool scripted =
    false; ///< Inside a console script: its own exit codes, and `ok seq=N` after a change.
  bool interactive = false;                   ///< A person types that script, a command at a time.
  std::chrono::milliseconds timeout{600'000}; ///< Of a wait that names none.
  std::uint64_t sequence = 0; ///< Of the last change this command made, 0 while it made none.
  /// Source of the last answer: to give back a large model takes a while, for which nobody
  /// shall wait.
  std::shared_ptr<const void> spent;
  /// On the model of the verb that runs, or on the orchestrator where it is about none. Of an
  /// account it is right within a verb only.
  Right right = Right::Superuser;
  /// The set of commands with which changes of the verb that runs are disabled.
  config::CommandSet set = config::CommandSet::All;
  /// Is told that a registration's secret has set a password (UR8). Empty: nobody is.
  std::function<void()> registered;
  /// Is told of each use of a verb that wants more than to read. Thread-safe. Empty: nobody is.
  std::function<void(const Use&)> audit;

  /// On a terminal, only what is safe there.
  void out(std::string_view text) const;
  void err(std::string_view text) const;
  void progress(std::string_view text) const { output->progress(text); }
  /// `ERROR text` on standard error, a line whatever the text holds. @returns Exit::Failed
  int fail(std::string_view text) const;
  /// Has the audit log say that a verb has begun to run programs; its end is told as any verb's. So
  /// it is known while it lasts, and after a crash.
  void tell_begin(const std::string& verb) const;
  /// A path as the client means it.
  [[nodiscard]] std::filesystem::path path(const std::string& text) const;
};

/// Passes on what a rendering has to say. @returns its exit code
int show(Session& session, const render::Output& output);

/// Everything that is on disk now; nothing, and an ERROR printed, if it cannot be read.
[[nodiscard]] std::optional<store::Contents> read_model(Session& session);

/// Reads what is named of that, and maybe more: the model may be large.
[[nodiscard]] std::optional<store::Contents> read_named(Session& session,
                                                        const explain::Named& named);

/// Reads what there is to show what is chosen; nothing, and an ERROR printed, if it cannot be read.
[[nodiscard]] std::optional<explain::Neighbourhood> read_shown(Session& session,
                                                               const explain::Choice& choice);

/// Reads what is chosen, as status shows it.
[[nodiscard]] std::optional<explain::StatusRecords> read_status(Session& session,
                                                                const explain::Choice& choice);

/// Reads what there is to explain an entity by; nothing, and an ERROR printed, if it cannot be
/// read.
[[nodiscard]] std::optional<explain::Neighbourhood> read_around(Session& session,
                                                                const explain::Subject& subject);

/// Says that what the user named is not there, and what may have been meant. @param doing what
/// failed by it.
/// @returns Exit::Failed
int fail_missing(Session& session, const explain::Subject& named, const std::string& doing = {});

/// Why a command was not done, in words; there are always some.
[[nodiscard]] std::string refusal_text(const protocol::Answer& answer);

/// Says why a command would be refused whatever the model's state is: whoever asks may not, the
/// command is disabled, or Orchestrator::refusal() says so. Nothing: it would not.
[[nodiscard]] std::optional<protocol::Answer> refusal_before(Session& session,
                                                             const protocol::Command& command);

/// Runs a command on the session's model, if whoever asks may (command_rights.hpp).
[[nodiscard]] protocol::Answer run_command(Session& session, const protocol::Command& command);

/// Runs one command; a refusal prints `ERROR doing: text`.
/// @param named what the command is about, if the user named it.
/// @returns the answer if the command was done or was a no-op.
[[nodiscard]] std::optional<protocol::Answer>
perform(Session& session,
        const protocol::Command& command,
        const std::string& doing,
        const std::optional<explain::Subject>& named = std::nullopt);

} // namespace orrery::cmd
