#pragma once

#include "cmd/console/recorder.hpp"
#include "cmd/console/script.hpp"
#include "cmd/console/snapshots.hpp"
#include "cmd/console/variables.hpp"
#include "cmd/session/session.hpp"

#include <tl/expected.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// Runs console scripts for one session; variables, settings and snapshots last as long as it does.
class Interpreter {
public:
  /// The session must outlive the interpreter.
  explicit Interpreter(Session& session);

  /// Reads and checks the whole script, then runs it up to its first error (or to its end after
  /// `set on-error continue`). Errors in it are printed with line, column and the line itself.
  /// @returns an Exit, of the first error.
  int run(const Source& source, const RunOptions& options = {});

private:
  /// One statement that runs, its words with their variables' values.
  struct Step {
    const Source& source;
    const Statement& statement;
    const std::vector<std::string>& words;
    [[nodiscard]] const Position& at(std::size_t word) const { return statement.words[word].at; }
  };
  using Clock = std::chrono::steady_clock;
  using Action = std::function<int()>;

  /// A branch of `parallel`: begins with the parent's variables, settings and snapshots.
  Interpreter(const Interpreter& parent,
              Session& session,
              Variables variables,
              std::size_t number,
              std::uint64_t seed);

  int run_text(const Source& source);
  int run_block(const Source& source, const Block& block);
  int run_statement(const Source& source, const Statement& statement);
  int run_keyword(const Step& step);
  int run_verb(const Step& step);
  /// Runs one command and writes down what became of it.
  int recorded(const Step& step, Clock::time_point began, const Action& action);
  /// Runs something again and again, until an error or `false` from `next`.
  int run_each(const Step& step, const std::function<bool()>& next);

  /// The model that statements are about (using.cpp).
  int use(const Step& step);
  /// Has the session be about the model that was chosen by `use`. @returns false: that has gone.
  bool stay_in_use();
  // Words that keep or print something (control.cpp).
  int let(const Step& step);
  /// Sets a variable. @param word which of the statement's says what to.
  int keep(const Step& step, std::size_t word, const std::string& name, std::string value);
  int set(const Step& step);
  int set_seed(const Step& step, std::size_t word);
  int echo(const Step& step);
  int save(const Step& step);
  int diff(const Step& step);
  // Words that run others (branching.cpp, timing.cpp, parallel.cpp).
  int include(const Step& step);
  int repeat(const Step& step);
  int for_each(const Step& step);
  int run_if(const Step& step);
  int expect_error(const Step& step);
  int at_time(const Step& step);
  int every(const Step& step);
  int parallel(const Step& step);

  /// The statement's words with their variables' values; keeps what is a variable's name.
  [[nodiscard]] tl::expected<std::vector<std::string>, ScriptError>
  expand(const Statement& statement) const;
  [[nodiscard]] tl::expected<std::string, ScriptError> expand(const Word& word) const;
  /// The names of what the selector means.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string>
  select(const std::string& selector) const;
  /// Finds what a snapshot's name stands for; `now` is the model.
  [[nodiscard]] tl::expected<Snapshots::Saved, std::string> snapshot(const std::string& name) const;
  /// Waits, unless the session is cancelled. @returns false if it was.
  [[nodiscard]] bool wait_until(Clock::time_point when);
  [[nodiscard]] std::chrono::milliseconds since_start(Clock::time_point moment) const;
  /// Prints an error of the script itself. @returns Exit::Misused
  int wrong(const Source& source, const Position& at, const std::string& text);
  int wrong(const Step& step, std::size_t word, const std::string& text) {
    return wrong(step.source, step.at(word), text);
  }
  int interrupted();

  Session& session_;
  Output* client_ = nullptr; ///< What the session prints to outside of any `expect`.
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<Room> room_; ///< Of the session, shared by its branches.
  Variables variables_;
  std::map<std::string, std::string> given_; ///< From outside: `let` does not change them.
  Snapshots snapshots_;
  std::string used_;      ///< `OWNER/MODEL` that `use` chose; empty: the client's.
  std::string used_uuid_; ///< Of that one.
  std::mt19937_64 random_;
  Clock::time_point start_;                              ///< Of the script; `at` counts from it.
  std::string branch_;                                   ///< Empty outside of any `parallel`.
  std::shared_ptr<std::atomic<std::uint32_t>> branches_; ///< At once, in this session.
  const std::atomic<bool>* stop_ = nullptr;              ///< Set when another branch has failed.
  bool continue_on_error_ = false;
  bool echo_ = false;
  bool recording_ = false; ///< A command runs whose output is written down.
  bool expecting_ = false; ///< Inside `expect error`: messages come without the script's own text.
  int depth_ = 0;          ///< Of files that include each other.
};

} // namespace orrery::cmd::console
