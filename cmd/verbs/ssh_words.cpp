#include "cmd/verbs/ssh_words.hpp"

#include <string_view>

namespace orrery::cmd {

namespace {

constexpr std::string_view options_with_values = "BbcDEeFIiJLlmOopQRSWw";
constexpr std::string_view options_that_forward = "DLRWw";

bool is_among(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

/// Reads one word of options.  @param takes_next set where the value is the next word
/// @returns what is wrong with it; empty: nothing is.
std::string read_options(const std::string& word, SshWords& read, bool& takes_next) {
  for (std::size_t at = 1; at < word.size(); ++at) {
    const char letter = word[at];
    if (is_among(options_that_forward, letter))
      return std::string{"there is no connection to forward ports or devices through (-"} + letter
             + "): a machine's programs listen at its address, which \"status\" shows";
    if (is_among(options_with_values, letter)) {
      takes_next = at + 1 == word.size();
      return {};
    }
    if (letter == 't' || letter == 'T')
      read.terminal = letter == 't';
    read.no_input = read.no_input || letter == 'n';
  }
  return {};
}

} // namespace

std::string without_user(const std::string& word) {
  const auto at = word.find('@');
  return at == std::string::npos ? word : word.substr(at + 1);
}

tl::expected<SshWords, std::string> read_ssh_words(const std::vector<std::string>& words) {
  SshWords read;
  if (words.empty() || (read.target = without_user(words[0])).empty())
    return tl::unexpected(std::string{"no target name specified"});
  std::size_t at = 1;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--") {
      ++at;
      break;
    }
    if (word.size() < 2 || word[0] != '-')
      break;
    bool takes_next = false;
    if (std::string wrong = read_options(word, read, takes_next); !wrong.empty())
      return tl::unexpected(std::move(wrong));
    if (takes_next && ++at == words.size())
      return tl::unexpected("option requires an argument: " + word);
  }
  for (; at < words.size(); ++at)
    read.command = read.command ? *read.command + " " + words[at] : words[at];
  return read;
}

} // namespace orrery::cmd
