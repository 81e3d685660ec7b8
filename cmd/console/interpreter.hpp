#pragma once

#include "cmd/console/script.hpp"
#include "cmd/session.hpp"

#include <tl/expected.hpp>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// Runs console scripts for one session; variables and settings last as long as it does.
class Interpreter {
public:
  /// The session must outlive the interpreter.
  explicit Interpreter(Session& session);

  /// Reads the whole script, then runs it up to its first error (or to its end after `set on-error
  /// continue`). Errors in it are printed with line, column and the line itself. @returns an Exit,
  /// of the first error.
  int run(const Source& source);

private:
  int run_block(const Source& source, const Block& block);
  int run_statement(const Source& source, const Statement& statement);
  int run_keyword(const Source& source,
                  const Statement& statement,
                  const std::vector<std::string>& words);
  int run_verb(const Source& source,
               const Statement& statement,
               const std::vector<std::string>& words);

  int let(const Source& source, const Statement& statement, const std::vector<std::string>& words);
  int set(const Source& source, const Statement& statement, const std::vector<std::string>& words);
  int include(const Source& source,
              const Statement& statement,
              const std::vector<std::string>& words);
  int repeat(const Source& source,
             const Statement& statement,
             const std::vector<std::string>& words);
  int for_each(const Source& source,
               const Statement& statement,
               const std::vector<std::string>& words);
  int expect_error(const Source& source,
                   const Statement& statement,
                   const std::vector<std::string>& words);

  /// The statement's words with their variables' values; keeps what is a variable's name.
  [[nodiscard]] tl::expected<std::vector<std::string>, ScriptError>
  expand(const Statement& statement) const;
  [[nodiscard]] tl::expected<std::string, ScriptError> expand(const Word& word) const;
  /// The names of what the selector means.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string>
  select(const std::string& selector) const;
  /// Prints an error of the script itself. @returns Exit::Misused
  int wrong(const Source& source, const Position& at, const std::string& text);

  Session& session_;
  std::map<std::string, std::string> variables_;
  std::mt19937_64 random_;
  bool continue_on_error_ = false;
  bool expecting_ = false; ///< Inside `expect error`: messages come without the script's own text.
  int depth_ = 0;          ///< Of files that include each other.
};

} // namespace orrery::cmd::console
