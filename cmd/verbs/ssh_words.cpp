#include "cmd/verbs/ssh_words.hpp"

#include <string_view>

namespace orrery::cmd {

namespace {

constexpr std::string_view options_with_values = "BbcDEeFIiJLlmOopQRSWw";
constexpr std::string_view options_that_forward = "DLRWw";

bool is_among(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

/// Notes what an option asks for. @returns what is wrong with it; empty: nothing is.
std::string note_option(char letter, SshWords& read) {
  if (is_among(options_that_forward, letter))
    return std::string{"there is no connection to forward ports or devices through (-"} + letter
           + "): a machine's programs listen at its address, which \"status\" shows";
  if (letter == 't' || letter == 'T')
    read.terminal = letter == 't';
  read.no_input = read.no_input || letter == 'n';
  return {};
}

} // namespace

std::string without_user(const std::string& word) {
  const auto at = word.find('@');
  return at == std::string::npos ? word : word.substr(at + 1);
}

config::FlagDialect openssh_dialect(bool first_word_ends) {
  return {.first_word_ends = first_word_ends, .long_names = false, .letters_equals = false};
}

config::FlagKind openssh_option(std::string_view with_values, std::string_view flag) {
  return is_among(with_values, flag[1]) ? config::FlagKind::Value : config::FlagKind::Switch;
}

tl::expected<SshWords, std::string> read_ssh_words(const std::vector<std::string>& words) {
  SshWords read;
  if (words.empty() || (read.target = without_user(words[0])).empty())
    return tl::unexpected(std::string{"no target name specified"});
  config::FlagLexer lexer{words, 1, openssh_dialect(true), [](std::string_view flag) {
                            return openssh_option(options_with_values, flag);
                          }};
  while (const auto lexed = lexer.next()) {
    if (lexed->kind == config::LexedFlag::Kind::Word) {
      read.command = read.command ? *read.command + " " + lexed->text : lexed->text;
      continue;
    }
    if (std::string wrong = note_option(lexed->text[1], read); !wrong.empty())
      return tl::unexpected(std::move(wrong));
    if (lexed->kind == config::LexedFlag::Kind::Lacking)
      return tl::unexpected("option requires an argument: " + words[lexed->first]);
  }
  return read;
}

} // namespace orrery::cmd
