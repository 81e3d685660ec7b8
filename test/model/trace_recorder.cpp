#include "test/model/trace_recorder.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace orrery::test {

namespace {

constexpr int crash = 21;

/// By its number in docs/model/causes.pml, from 1 on.
constexpr std::array<std::string_view, 20> causes{
  "deploy",         "add-unit",       "add-machine",       "integrate",
  "remove-unit",    "remove-machine", "remove-relation",   "remove-application",
  "set dying",      "enter scope",    "depart scope",      "leave scope",
  "set dead",       "delete unit",    "set instance",      "set machine dead",
  "delete machine", "clear instance", "set machine dying", "force removal"};

int number_of(const std::string& cause) {
  const auto found = std::ranges::find(causes, cause);
  if (found == causes.end())
    throw std::out_of_range("the model knows nothing of \"" + cause
                            + "\", which changed a life, count or scope");
  return static_cast<int>(found - causes.begin()) + 1;
}

} // namespace

void TraceRecorder::decided(const entities::Token& token) {
  if (!token.writes.empty())
    decided_[token.answer.sequence] = {token.context.cause, token.writes};
}

void TraceRecorder::committed(std::uint64_t sequence) {
  if (!notes_)
    return;
  state_.take_in_notes(notes_());
  while (!decided_.empty() && decided_.begin()->first <= sequence) {
    const Decided next = std::move(decided_.extract(decided_.begin()).mapped());
    const Projection::Row before = state_.records();
    for (const rules::Write& write : next.writes)
      state_.take_in(write);
    if (state_.records() != before)
      events_.push_back({number_of(next.cause), next.cause, state_.row()});
  }
}

void TraceRecorder::begin(std::function<const store::Database&()> notes) {
  notes_ = std::move(notes);
  decided_.clear();
  note_beginning();
}

void TraceRecorder::process_began(const store::Database&) {
  if (notes_)
    note_beginning();
}

void TraceRecorder::note_beginning() {
  state_.take_in_notes(notes_());
  events_.push_back({crash, "a process begins", state_.row()});
}

std::string to_text(const std::vector<TraceEvent>& events) {
  std::string text;
  for (const TraceEvent& event : events) {
    text += std::to_string(event.cause);
    for (const std::uint8_t value : event.row)
      text += " " + std::to_string(value);
    text += "   " + event.name + "\n";
  }
  return text;
}

} // namespace orrery::test
