#include "cmd/console/interpreter.hpp"

#include "cmd/console/checking.hpp"
#include "cmd/console/parser.hpp"
#include "cmd/console/recorded.hpp"
#include "cmd/console/shown_words.hpp"
#include "cmd/console/statement.hpp"
#include "cmd/verbs/dispatch.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/suggestion.hpp"

namespace orrery::cmd::console {

namespace {

constexpr std::size_t value_max = 1 << 20;   ///< Bytes of a word after its variables are put in.
constexpr std::size_t command_max = 1 << 20; ///< Bytes of all words of a command, then.

} // namespace

Interpreter::Interpreter(Session& session)
  : session_{session}, room_{std::make_shared<Room>()},
    variables_{room_}, branches_{std::make_shared<std::atomic<std::uint32_t>>(0)} {
  session_.scripted = true;
}

int Interpreter::run(const Source& source, const RunOptions& options) {
  client_ = session_.output;
  const auto recorder = Recorder::open(options, session_);
  if (!recorder)
    return session_.fail(recorder.error());
  recorder_ = *recorder;
  const auto echo_before = echo_;
  echo_ = echo_ || options.echo;
  start_ = Clock::now();
  given_ = options.variables;
  for (const auto& [name, value] : given_)
    if (!variables_.set(name, value)) {
      session_.fail("--set " + name + ": " + Room::full);
      return Exit::Misused;
    }
  const auto exit = run_text(source);
  if (options.echo)
    echo_ = echo_before; // what `set echo` says lasts, the option is for this run
  if (const auto trouble = recorder_->trouble(); !trouble.empty()) {
    session_.fail(trouble);
    return exit == Exit::Fine ? static_cast<int>(Exit::Failed) : exit;
  }
  return exit;
}

int Interpreter::run_text(const Source& source) {
  const auto block = parse(source.text);
  if (!block)
    return wrong(source, block.error().at, block.error().text);
  if (const auto found = check_block(*block); !found.empty())
    return wrong(source, found.front().at, found.front().text);
  if (const auto unknown = check_given(*block, given_); depth_ == 0 && !unknown.empty()) {
    session_.fail(unknown);
    return Exit::Misused;
  }
  return run_block(source, *block);
}

int Interpreter::wrong(const Source& source, const Position& at, const std::string& text) {
  const auto told = "ERROR " + (expecting_ ? text + "\n" : describe(source, at, text));
  // The words that run others are not written down; an error of their own is.
  if (recorder_->json() && !recording_ && !expecting_)
    recorder_->take({source.name,
                     at,
                     branch_,
                     {},
                     Exit::Misused,
                     0,
                     {},
                     told,
                     false,
                     false,
                     since_start(Clock::now()),
                     {}},
                    *client_);
  else
    session_.err(told);
  return Exit::Misused;
}

int Interpreter::interrupted() {
  return stop_ != nullptr && *stop_ ? static_cast<int>(Exit::Failed) : session_.fail("interrupted");
}

int Interpreter::run_block(const Source& source, const Block& block) {
  int exit = Exit::Fine;
  for (const auto& statement : block) {
    if (session_.output->cancelled())
      return interrupted();
    const auto code = run_statement(source, statement);
    if (code != Exit::Fine && !continue_on_error_)
      return code;
    if (exit == Exit::Fine)
      exit = code;
  }
  return exit;
}

int Interpreter::run_statement(const Source& source, const Statement& statement) {
  const auto words = expand(statement);
  if (!words)
    return wrong(source, words.error().at, words.error().text);
  std::size_t bytes = 0;
  for (const auto& word : *words)
    bytes += sizeof word + word.size();
  const Taken taken{room_, bytes};
  if (!taken.granted())
    return wrong(source, statement.words[0].at, Room::full);
  const Step step{source, statement, *words};
  const bool is_there = stay_in_use();
  const auto* keyword = keyword_of(statement);
  if (keyword != nullptr && keyword->reads_model) { // verbs say so themselves
    if (!is_there)
      return session_.fail(model_is_gone(session_));
    if (const auto exit = refuse_unselected(session_))
      return *exit;
  }
  if (echo_)
    client_->err("+ " + render::escaped(command_line(shown_words(*words)))
                 + (statement.has_block ? " { ... }\n" : "\n"));
  if (keyword != nullptr && keyword->runs_others)
    return run_keyword(step);
  return recorded(step, Clock::now(),
                  [&] { return keyword != nullptr ? run_keyword(step) : run_verb(step); });
}

int Interpreter::recorded(const Step& step, Clock::time_point began, const Action& action) {
  Recorded output{*session_.output, recorder_->json()};
  int exit = Exit::Fine;
  session_.sequence = 0;
  recording_ = true;
  {
    const Diverted diverted{session_, output};
    exit = action();
  }
  recording_ = false;
  if (recorder_->json() && expecting_)
    session_.err(output.complained()); // what is expected must be found there
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  recorder_->take({step.source.name, step.at(0), branch_, shown_words(step.words), exit,
                   session_.sequence, output.printed(), output.complained(), output.cut(),
                   expecting_, since_start(began), took},
                  *client_);
  return exit;
}

int Interpreter::run_verb(const Step& step) {
  const auto outcome = cmd::run_verb(session_, step.words);
  if (!outcome) {
    const auto word = outcome.error().word.value_or(0);
    return wrong(step, word < step.words.size() ? word : 0, outcome.error().text);
  }
  // A person who typed one line knows which command it was.
  const bool is_known = session_.interactive && step.source.text.find('\n') == std::string::npos;
  if (*outcome != Exit::Fine && !expecting_ && !is_known)
    session_.err(describe(step.source, step.at(0), step.words[0] + " failed"));
  return *outcome;
}

int Interpreter::run_keyword(const Step& step) {
  using Method = int (Interpreter::*)(const Step&);
  static const std::map<std::string, Method> methods{
    {"at", &Interpreter::at_time},          {"diff", &Interpreter::diff},
    {"echo", &Interpreter::echo},           {"every", &Interpreter::every},
    {"expect", &Interpreter::expect_error}, {"for", &Interpreter::for_each},
    {"if", &Interpreter::run_if},           {"let", &Interpreter::let},
    {"parallel", &Interpreter::parallel},   {"repeat", &Interpreter::repeat},
    {"save", &Interpreter::save},           {"set", &Interpreter::set},
    {"source", &Interpreter::include},      {"use", &Interpreter::use},
  };
  if (step.words[0] == "seed")
    return set_seed(step, 1);
  return (this->*methods.at(step.words[0]))(step);
}

std::chrono::milliseconds Interpreter::since_start(Clock::time_point moment) const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(moment - start_);
}

tl::expected<std::string, ScriptError> Interpreter::expand(const Word& word) const {
  std::string text;
  for (const auto& piece : word.pieces) {
    if (!piece.variable) {
      text += piece.text;
      continue;
    }
    const auto* value = variables_.find(piece.text);
    if (value == nullptr) {
      const auto hint = nearest_hint(piece.text, variables_.names());
      return tl::unexpected(
        ScriptError{"no variable $" + piece.text + " has been set"
                      + (hint.empty() ? ": let " + piece.text + " = ... sets it" : hint),
                    word.at, false});
    }
    text += *value;
    if (text.size() > value_max)
      return tl::unexpected(
        ScriptError{"the word is longer than 1 MiB with its variables put in", word.at, false});
  }
  return text;
}

tl::expected<std::vector<std::string>, ScriptError>
Interpreter::expand(const Statement& statement) const {
  std::vector<std::string> words;
  std::size_t bytes = 0;
  for (const auto& word : statement.words) {
    // `for $x in ...` names the variable instead of using it.
    if (words.size() == 1 && words[0] == "for" && !word.variable().empty()) {
      words.push_back(word.variable());
      continue;
    }
    auto text = expand(word);
    if (!text)
      return tl::unexpected(text.error());
    bytes += text->size();
    if (bytes > command_max)
      return tl::unexpected(
        ScriptError{"the command is longer than 1 MiB with its variables put in", word.at, false});
    words.push_back(std::move(*text));
  }
  return words;
}

} // namespace orrery::cmd::console
