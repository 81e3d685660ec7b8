#include "actors/hooks/hook_output.hpp"

#include "config/printable.hpp"
#include "config/utf8.hpp"

#include <algorithm>
#include <utility>

namespace orrery::hooks {

namespace {
constexpr std::size_t longest_line = 16 << 10;
constexpr std::size_t tail_lines = 20;
constexpr std::size_t tail_limit = 4 << 10;
} // namespace

HookOutput::HookOutput(UnitLog& log, std::string hook, std::uint64_t limit, Levels levels)
  : log_(log), hook_(std::move(hook)), levels_(std::move(levels)), left_(limit), limit_(limit) {}

void HookOutput::take(Stream stream, std::string_view bytes) {
  std::string& partial = partial_.at(static_cast<std::size_t>(stream));
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::size_t room = longest_line - partial.size();
    const std::size_t size = std::min({newline, room, bytes.size()});
    partial += bytes.substr(0, size);
    bytes.remove_prefix(size);
    const bool ends = !bytes.empty() && bytes.front() == '\n';
    if (!ends && partial.size() < longest_line)
      break; // the rest of the line is still to come
    if (ends)
      bytes.remove_prefix(1);
    take_line(stream, partial);
    partial.clear();
  }
  log_.append(lines_);
  lines_.clear();
}

void HookOutput::take_line(Stream stream, std::string_view line) {
  if (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  if (stream == Stream::Err)
    remember(line);
  const std::string& level = stream == Stream::Out ? levels_.out : levels_.errors;
  if (level.empty())
    return;
  // Counted as it is in the log: a million empty lines are far longer there.
  const std::string logged = dropped_ != 0 ? "" : log_line(level, hook_, line);
  if (dropped_ != 0 || logged.size() > left_) {
    dropped_ += line.size() + 1; // and everything after it, so that the log has no holes
    return;
  }
  left_ -= logged.size();
  lines_ += logged;
}

void HookOutput::remember(std::string_view line) {
  std::string text = config::printable(line);
  if (text.size() >= tail_limit) // a byte is at most 4 once printable
    text = "... " + config::printable(config::last_bytes(line, tail_limit / 4 - 2));
  tail_bytes_ += text.size() + 1;
  tail_.push_back(std::move(text));
  while (tail_.size() > tail_lines || tail_bytes_ > tail_limit) {
    tail_bytes_ -= tail_.front().size() + 1;
    tail_.pop_front();
  }
}

void HookOutput::end() {
  for (const Stream stream : {Stream::Out, Stream::Err}) {
    std::string& partial = partial_.at(static_cast<std::size_t>(stream));
    if (!partial.empty())
      take_line(stream, partial);
    partial.clear();
  }
  if (dropped_ != 0)
    lines_ += log_line("WARNING", hook_,
                       "output beyond " + std::to_string(limit_) + " bytes dropped ("
                         + std::to_string(dropped_) + " bytes)");
  log_.append(lines_);
  lines_.clear();
}

std::string HookOutput::stderr_tail() const {
  std::string text;
  for (const std::string& line : tail_)
    text += (text.empty() ? "" : "\n") + line;
  return text;
}

} // namespace orrery::hooks
