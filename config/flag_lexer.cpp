#include "config/flag_lexer.hpp"

#include <utility>

namespace orrery::config {

std::optional<LexedFlag> FlagLexer::next() {
  if (letter_ != 0)
    return letter();
  if (next_ >= words_.size())
    return std::nullopt;
  const std::string& word = words_[next_++];
  if (!only_words_ && word == "--") {
    only_words_ = true;
    return next();
  }
  if (only_words_ || word.size() < 2 || word.front() != '-') {
    only_words_ = only_words_ || dialect_.first_word_ends;
    return LexedFlag{LexedFlag::Kind::Word, word, std::nullopt, next_ - 1, next_ - 1};
  }
  if (dialect_.long_names && word[1] == '-')
    return long_flag(word);
  letter_ = 1;
  return letter();
}

LexedFlag FlagLexer::long_flag(const std::string& word) {
  const std::size_t equals = word.find('=');
  std::string name = word.substr(0, equals);
  const FlagKind kind = known_(name);
  if (kind == FlagKind::Unknown || equals == std::string::npos)
    return with_next_word(kind, std::move(name));
  return {LexedFlag::Kind::Flag, std::move(name), word.substr(equals + 1), next_ - 1, next_ - 1};
}

LexedFlag FlagLexer::letter() {
  const std::string& word = words_[next_ - 1];
  const std::size_t rest = letter_ + 1;
  std::string name{'-', word[letter_]};
  const FlagKind kind = known_(name);
  const bool is_last = rest == word.size();
  const bool has_equals = !is_last && word[rest] == '=';
  letter_ = is_last ? 0 : rest;
  const bool takes_rest =
    kind == FlagKind::Value || (kind == FlagKind::Switch && has_equals && dialect_.switches_equals);
  if (is_last || !takes_rest)
    return with_next_word(kind, std::move(name));
  letter_ = 0;
  const std::size_t begin = rest + (has_equals && dialect_.letters_equals ? 1 : 0);
  return {LexedFlag::Kind::Flag, std::move(name), word.substr(begin), next_ - 1, next_ - 1};
}

/// Takes the next word where the flag wants a value, which its own word does not have.
LexedFlag FlagLexer::with_next_word(FlagKind kind, std::string name) {
  const std::size_t first = next_ - 1;
  if (kind == FlagKind::Unknown)
    return {LexedFlag::Kind::Unknown, std::move(name), std::nullopt, first, first};
  if (kind == FlagKind::Switch)
    return {LexedFlag::Kind::Flag, std::move(name), std::nullopt, first, first};
  if (next_ == words_.size())
    return {LexedFlag::Kind::Lacking, std::move(name), std::nullopt, first, first};
  const std::string& value = words_[next_++];
  return {LexedFlag::Kind::Flag, std::move(name), value, first, next_ - 1};
}

} // namespace orrery::config
