#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A console script: its text, its syntax tree, and what is wrong with it.
namespace orrery::cmd::console {

inline constexpr std::uint64_t script_bytes_max = 16 << 20; ///< Of a script's file.

struct Position {
  std::size_t line = 1;   ///< From 1.
  std::size_t column = 1; ///< From 1, in bytes.
  bool operator==(const Position&) const = default;
};

/// A script's text and what people call it: a file's name, `-c`, `stdin`.
struct Source {
  std::string name;
  std::string text;
  std::filesystem::path directory{}; ///< Where files it names lie; empty: the session's directory.
};

/// A part of a word: literal text, or the name of a variable whose value stands there.
struct Piece {
  std::string text;
  bool variable = false;
  bool operator==(const Piece&) const = default;
};

struct Word {
  std::vector<Piece> pieces;
  Position at;
  bool quoted = false; ///< At least in part: never a keyword.

  /// The word's text if it holds no variable; empty otherwise.
  [[nodiscard]] std::string literal() const;
  /// The variable's name if the word is just `$NAME`; empty otherwise.
  [[nodiscard]] std::string variable() const;
};

/// A command, or a keyword with its block.
struct Statement {
  std::vector<Word> words; ///< At least one.
  bool has_block = false;
  std::vector<Statement> block;
  bool has_else = false;
  std::vector<Statement> otherwise; ///< Of `else`; just one `if` of `else if`.
};

using Block = std::vector<Statement>;

/// A fault of a script, and its place.
struct ScriptError {
  std::string text;
  Position at;
  bool incomplete =
    false; ///< More text could make it right: an open quote, block or continued line.
};

/// `NAME:LINE:COLUMN: text`, the line and a caret below the column.
[[nodiscard]] std::string describe(const Source& source, const Position& at, std::string_view text);

} // namespace orrery::cmd::console
