#include "cmd/verbs/watching.hpp"

#include "cmd/client/terminal_text.hpp"
#include "config/counted.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <thread>
#include <vector>

namespace orrery::cmd {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long nobody looks whether the client is still there.
constexpr milliseconds patience{200};

constexpr const char* clear_screen = "\x1b[2J";
constexpr const char* top_left = "\x1b[H";
constexpr const char* clear_to_line_end = "\x1b[K";
constexpr const char* clear_to_screen_end = "\x1b[J";

/// Characters of a line that take a place on the screen; colours take none.
std::size_t places(std::string_view line) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b')
      i = std::min(line.find('m', i), line.size());
    else if (!config::continues_character(line[i]))
      ++count;
  }
  return count;
}

/// Lines that a screen has room for, the last one left to say how many are hidden. A long line
/// takes several.
std::vector<std::string_view> fitting(const std::vector<std::string_view>& lines,
                                      const Terminal& terminal) {
  const auto rows_of = [&](std::string_view line) {
    const std::size_t columns = std::max<std::size_t>(1, terminal.columns);
    return std::max<std::size_t>(1, (places(line) + columns - 1) / columns);
  };
  std::size_t rows = 0;
  for (const auto line : lines)
    rows += rows_of(line);
  if (rows < terminal.rows) // the cursor stands in the row after them
    return lines;
  std::vector<std::string_view> shown;
  std::size_t left = terminal.rows > 2 ? terminal.rows - 2 : 1;
  for (const auto line : lines) {
    if (rows_of(line) > left)
      break;
    left -= rows_of(line);
    shown.push_back(line);
  }
  return shown;
}

/// What was there is written over line by line: clearing it first would flicker.
std::string frame(const render::Output& output, const Terminal& terminal) {
  const std::string text = terminal_text(output.out + output.err);
  std::vector<std::string_view> lines;
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto shown = fitting(lines, terminal);
  std::string drawn = top_left;
  for (const auto line : shown)
    drawn.append(line).append(clear_to_line_end).append("\n");
  if (const auto hidden = lines.size() - shown.size(); hidden > 0)
    drawn += "... " + config::counted(hidden, "more line")
             + ": name what to see, or use a larger terminal" + clear_to_line_end + "\n";
  return drawn + clear_to_screen_end;
}

/// Whether nobody looks any more.
bool has_lost_viewer(const Session& session) {
  return session.output->cancelled() || session.output->is_cut();
}

/// Follows the client's window. @returns whether it has got another size
bool take_size(Session& session) {
  const auto size = session.output->resized();
  if (!size)
    return false;
  session.terminal.columns = size->columns;
  session.terminal.rows = size->rows;
  return true;
}

/// A window that gets another size is drawn in at once.
void pause_until(Session& session, Clock::time_point time) {
  for (auto now = Clock::now(); now < time && !has_lost_viewer(session) && !take_size(session);
       now = Clock::now())
    std::this_thread::sleep_for(std::min<Clock::duration>(patience, time - now));
}

} // namespace

int watch(Session& session, milliseconds period, const Draw& draw) {
  const bool in_place = session.terminal.is_tty;
  session.progress(""); // what is drawn tells enough
  for (bool first = true; !has_lost_viewer(session); first = false) {
    const auto begun = Clock::now();
    const auto drawn = draw();
    if (!drawn)
      return Exit::Failed;
    if (drawn->output.code != Exit::Fine || !in_place) {
      if (!first)
        session.out("\n");
      if (const int code = show(session, drawn->output); code != Exit::Fine)
        return code;
    } else {
      session.output->out((first ? clear_screen : "") + frame(drawn->output, session.terminal));
    }
    bool resized = false;
    while (!has_lost_viewer(session) && !(resized = take_size(session))
           && session.orchestrator->wait_change(drawn->sequence, patience) == drawn->sequence)
      continue;
    if (!resized)
      pause_until(session, begun + period);
  }
  return Exit::Fine;
}

} // namespace orrery::cmd
