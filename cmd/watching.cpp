#include "cmd/watching.hpp"

#include "cmd/shown.hpp"
#include "cmd/terminal_text.hpp"

#include <algorithm>
#include <thread>

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

/// What was there is written over line by line: clearing it first would flicker.
std::string frame(const render::Output& output) {
  std::string drawn = top_left;
  for (const char c : terminal_text(output.out + output.err)) {
    if (c == '\n')
      drawn += clear_to_line_end;
    drawn += c;
  }
  return drawn + clear_to_screen_end;
}

void pause_until(Session& session, Clock::time_point time) {
  for (auto now = Clock::now(); now < time && !session.output->cancelled(); now = Clock::now())
    std::this_thread::sleep_for(std::min<Clock::duration>(patience, time - now));
}

} // namespace

int watch(Session& session, milliseconds period, const Draw& draw) {
  const bool in_place = session.terminal.is_tty;
  for (bool first = true; !session.output->cancelled(); first = false) {
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
      session.output->out((first ? clear_screen : "") + frame(drawn->output));
    }
    while (!session.output->cancelled()
           && session.orchestrator->wait_change(drawn->sequence, patience) == drawn->sequence)
      continue;
    pause_until(session, begun + period);
  }
  return Exit::Fine;
}

} // namespace orrery::cmd
