#include "actors/hooks/program_end.hpp"

#include "config/number.hpp"

#include <array>
#include <cstring>

namespace orrery::hooks {

namespace {

constexpr std::array<std::string_view, 4> ways{"exited", "signaled", "lost", "rebooted"};

/// Takes what stands before the next blank, and the blank.
std::string_view take_word(std::string_view& text) {
  const std::size_t blank = text.find(' ');
  const std::string_view word = text.substr(0, blank);
  text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
  return word;
}

template <class Number>
bool read_number(std::string_view word, Number& into) {
  const auto number = config::parse_number<Number>(word);
  into = number.value_or(into);
  return number.has_value();
}

std::string signal_text(int number) {
  const char* const name = sigabbrev_np(number);
  return std::to_string(number) + (name == nullptr ? "" : " (SIG" + std::string(name) + ")");
}

} // namespace

std::string text_of(const ProgramEnd& end) {
  return std::string(ways.at(static_cast<std::size_t>(end.how))) + " " + std::to_string(end.value)
         + " " + std::to_string(end.since) + " " + std::to_string(end.at) + " " + end.program;
}

std::optional<ProgramEnd> read_end(std::string_view text) {
  const std::string_view how = take_word(text);
  ProgramEnd end;
  std::size_t way = 0;
  while (way < ways.size() && ways.at(way) != how)
    ++way;
  if (way == ways.size() || !read_number(take_word(text), end.value)
      || !read_number(take_word(text), end.since) || !read_number(take_word(text), end.at))
    return std::nullopt;
  end.how = static_cast<ProgramEnd::How>(way);
  end.program = text;
  return end;
}

std::string sentence_of(const ProgramEnd& end) {
  const std::string program = "program " + end.program;
  switch (end.how) {
  case ProgramEnd::How::Exited:
    return program + " exited with status " + std::to_string(end.value);
  case ProgramEnd::How::Signaled:
    return program + " was killed by signal " + signal_text(end.value);
  case ProgramEnd::How::Rebooted:
    return "its machine was rebooted by a hook";
  case ProgramEnd::How::Lost:
    break;
  }
  return (end.program.empty() ? "its programs" : program) + " ended together with the keeper";
}

} // namespace orrery::hooks
