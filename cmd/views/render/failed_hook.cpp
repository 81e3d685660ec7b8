#include "cmd/views/render/failed_hook.hpp"

#include "cmd/views/render/escape.hpp"

#include <algorithm>

namespace orrery::render {
namespace {

constexpr std::size_t longest_reason = 120;
constexpr std::size_t longest_path = 40;

/// ` for mysql:server`, the other end of the relation whose hook failed; nothing for a peer
/// relation.
std::string failed_for(const Index& index, const store::Unit& unit, const store::HookError& error) {
  if (!error.in_relation)
    return "";
  const auto found = index.contents().relations.find(error.relation);
  if (found == index.contents().relations.end())
    return "";
  const store::RelationEnd* other = other_end(found->second, unit.application);
  if (other == nullptr || other->application == unit.application)
    return "";
  return " for " + other->application + ":" + other->endpoint;
}

/// `, try 2 of 5, next at 10:00:05Z`; once no try is left, what a person may do.
std::string
next_step(const store::Unit& unit, const store::HookError& error, const TimeFormat& time) {
  if (error.hook == store::failed_upgrade)
    return ": orrery resolved " + unit.name; // P30: nothing else tries again
  if (error.attempt == 0)
    return "";
  std::string text = ", try " + std::to_string(error.attempt);
  if (error.attempts_max > 0)
    text += " of " + std::to_string(error.attempts_max);
  if (is_tried_again(error))
    return text + ", tried again now";
  return text
         + (error.next_at > 0 ? ", next at " + time.of_day(error.next_at)
                              : ": orrery resolved " + unit.name);
}

} // namespace

bool is_tried_again(const store::HookError& error) {
  return error.next_at == 0 && error.attempt > 0 && error.attempt < error.attempts_max;
}

bool waits_for_person(const store::HookError& error) {
  return error.next_at == 0 && !is_tried_again(error);
}

std::string what_failed(const store::HookError& error) {
  return (error.hook == store::failed_upgrade ? error.hook : "hook \"" + error.hook + "\"")
         + " failed";
}

std::string failed_hook(const Index& index,
                        const store::Unit& unit,
                        const store::HookError& error,
                        const TimeFormat& time) {
  std::string what = what_failed(error);
  if (error.program_ended)
    what = error.hook + (waits_for_person(error) ? " does not run" : " runs") + " again";
  else if (error.in_relation)
    what.insert(what.rfind(" failed"), failed_for(index, unit, error));
  std::string text = what + next_step(unit, error, time);
  if (const std::string why = last_line(error.stderr_tail); !why.empty())
    text += "; " + cut_middle(with_short_paths(why), longest_reason);
  return text;
}

std::string last_line(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos)
    return "";
  text = text.substr(0, last + 1);
  const auto before = text.find_last_of("\r\n");
  if (before != std::string_view::npos)
    text.remove_prefix(before + 1);
  return std::string(text.substr(text.find_first_not_of(" \t")));
}

std::string with_short_paths(std::string_view text) {
  constexpr std::string_view ends = " \t\"'`:,;()<>=";
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t last = word.rfind('/');
    const std::size_t before =
      last == std::string_view::npos || last == 0 ? 0 : word.rfind('/', last - 1);
    const bool cuts = word.starts_with('/') && word.size() > longest_path && before > 0
                      && before != std::string_view::npos;
    out.append(cuts ? "..." : "").append(cuts ? word.substr(before) : word);
    out.append(text.substr(end, end < text.size() ? 1 : 0));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

} // namespace orrery::render
