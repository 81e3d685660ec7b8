#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::config {

/// Tells flags apart as far as a program must know them to read its words.
enum class FlagKind : std::uint8_t {
  Unknown,
  Switch, ///< Takes no value, except behind `=`.
  Value,  ///< Takes what stands behind it in its word, or else the next word.
};

/// Where programs differ in how they read flags; as it is made, Orrery's verbs.
struct FlagDialect {
  bool first_word_ends = false; ///< All behind the first word that is no flag are words: sudo.
  bool long_names = true;       ///< `--name`; without, each letter behind dashes is a flag: ssh.
  bool letters_equals = true;   ///< `-n=3` is 3; without, it is `=3`: ssh, sudo.
  bool switches_equals = false; ///< `-a=false` says that -a is off: Juju's hook tools.
};

/// One flag with its value, or one word that is none.
struct LexedFlag {
  enum class Kind : std::uint8_t {
    Word,
    Flag,
    Unknown, ///< The program knows no such flag; what stands behind its `=` is left out.
    Lacking, ///< A flag whose value would be the word behind the last.
  };
  Kind kind = Kind::Word;
  std::string text; ///< The word, or the flag's name with its dashes: `-n`, `--num-units`.
  std::optional<std::string> value{}; ///< None of a switch without `=`.
  std::size_t first = 0;              ///< Of the words that it stands in.
  std::size_t last = 0;
};

/// Takes a program's words apart: flags wherever they stand, letters together (`-ar1`), values in
/// the flag's word or in the next one; `--` ends flags, `-` is a word.
class FlagLexer {
public:
  /// Tells of a flag with its dashes.
  using Known = std::function<FlagKind(std::string_view flag)>;

  /// @param words must outlive the lexer  @param begin the first one to read
  FlagLexer(const std::vector<std::string>& words,
            std::size_t begin,
            FlagDialect dialect,
            Known known)
    : words_(words), next_(begin), dialect_(dialect), known_(std::move(known)) {}

  /// Reads on. @returns nothing behind the last word
  std::optional<LexedFlag> next();
  /// Whether flags have ended: all that is left are words.
  [[nodiscard]] bool only_words() const { return only_words_; }

private:
  LexedFlag long_flag(const std::string& word);
  LexedFlag letter();
  LexedFlag with_next_word(FlagKind kind, std::string name);

  const std::vector<std::string>& words_;
  std::size_t next_;
  FlagDialect dialect_;
  Known known_;
  std::size_t letter_ = 0; ///< The next one in the word before next_; 0: that word is read.
  bool only_words_ = false;
};

} // namespace orrery::config
