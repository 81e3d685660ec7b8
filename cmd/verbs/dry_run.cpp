#include "cmd/verbs/dry_run.hpp"

#include "cmd/verbs/dry_orchestrator.hpp"
#include "cmd/views/render/dry_run.hpp"

#include <stdlib.h>

#include <algorithm>
#include <chrono>

namespace orrery::cmd {

namespace {

bool has_flag(const Verb& verb, const std::string& name) {
  return std::any_of(verb.flags.begin(), verb.flags.end(),
                     [&](const Flag& flag) { return flag.name == name; });
}

constexpr const char* format_help = "Of --dry-run: text (the default) or json";

/// A directory that goes with everything in it.
class Scratch {
public:
  Scratch() {
    std::error_code error;
    std::string name = std::filesystem::temp_directory_path(error) / "orrery-dry-run-XXXXXX";
    if (!error && ::mkdtemp(name.data()) != nullptr)
      path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored; // the system's own sweep takes what is left
    if (!path_.empty())
      std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// Keeps what the verb says of its success: it is not so. Refusals pass through.
class Muted final : public Output {
public:
  explicit Muted(Output& behind) : behind_{behind} {}
  void out(std::string_view text) override {
    text_ += text.substr(0, text_max - std::min(text_max, text_.size()));
  }
  void err(std::string_view text) override { behind_.err(text); }
  [[nodiscard]] bool cancelled() override { return behind_.cancelled(); }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  static constexpr std::size_t text_max = 1 << 20;
  Output& behind_;
  std::string text_;
};

/// The session looks at a copy of the model while this lives.
class Detour {
public:
  Detour(Session& session, Orchestrator& orchestrator, Output& output)
    : session_{session}, orchestrator_{session.orchestrator}, output_{session.output} {
    session.orchestrator = not_owned(orchestrator);
    session.output = &output;
  }
  Detour(const Detour&) = delete;
  Detour& operator=(const Detour&) = delete;
  ~Detour() {
    session_.orchestrator = orchestrator_;
    session_.output = output_;
    session_.sequence = 0; // nothing was caused that could be waited for
  }

private:
  Session& session_;
  std::shared_ptr<Orchestrator> orchestrator_;
  Output* output_;
};

store::Milliseconds time_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
           std::chrono::system_clock::now().time_since_epoch())
    .count();
}

} // namespace

Verb with_dry_run(Verb verb) {
  verb.flags.push_back({"dry-run", '\0', Flag::Kind::Switch, "",
                        "Show what would change, go and wait; change nothing"});
  if (!has_flag(verb, "format"))
    verb.flags.push_back({"format", '\0', Flag::Kind::Text, "text|json", format_help});
  return verb;
}

std::optional<UsageError> dry_run_misuse(const Verb& verb, const Arguments& arguments) {
  const auto format = arguments.text("format");
  if (!format || !has_flag(verb, "dry-run"))
    return std::nullopt;
  const bool only_dry = std::any_of(verb.flags.begin(), verb.flags.end(), [](const Flag& flag) {
    return flag.name == "format" && flag.help == format_help;
  });
  if (only_dry && !arguments.on("dry-run"))
    return UsageError{"--format goes with --dry-run: add it, or leave --format out", std::nullopt};
  return std::nullopt;
}

Outcome dry_run(Session& session, const Verb& verb, const Arguments& arguments) {
  auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  const Scratch scratch;
  if (scratch.path().empty())
    return session.fail("cannot make a temporary directory to read charms in: set TMPDIR to a "
                        "directory that can be written");
  DryOrchestrator dry{*session.orchestrator, std::move(*contents), time_now(), scratch.path()};
  Muted muted{*session.output};
  auto outcome = [&] {
    const Detour detour{session, dry, muted};
    return verb.handler(session, arguments);
  }();
  if (!outcome)
    return outcome;
  if (dry.commands() == 0 && *outcome == Exit::Fine && !muted.text().empty()) {
    session.out(muted.text()); // it only reads
    return outcome;
  }
  const auto gave_up = [&session] { return session.output->cancelled(); };
  const auto told = dry.settle(gave_up);
  if (gave_up()) {
    session.fail("interrupted: nothing was changed");
    return Exit::Interrupted;
  }
  if (*outcome != Exit::Fine
      && std::none_of(told.commands.begin(), told.commands.end(),
                      [](const auto& command) { return command.answer.ok(); }))
    return outcome; // the error says all
  session.out(arguments.text("format") == "json" ? render::dry_run_json(told)
                                                 : render::dry_run_text(told));
  return outcome;
}

} // namespace orrery::cmd
