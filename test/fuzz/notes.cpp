#include "actors/workflow/unit_notes_codec.hpp"
#include "test/fuzz/target.hpp"

#include <string>

/// The agents' notes: choice(1) bytes.
namespace orrery::fuzz {
namespace {

/// An older layout is written in the newest one.
void check_spelling(std::string_view read, const std::string& written) {
  if (written.front() == read.front())
    demand(written == read, "two spellings of one note");
}

void feed_core(std::string_view bytes) {
  agents::UnitNotes local;
  if (!agents::decode_core(local, "uweb/0", bytes))
    return;
  check_spelling(bytes, agents::encode_core(local));
}

void feed_progress(std::string_view bytes) {
  agents::RelationProgress progress;
  if (!agents::decode_progress(progress, "rweb/0", bytes))
    return;
  check_spelling(bytes, agents::encode_progress(progress));
}

void feed_member(std::string_view bytes) {
  const auto version = agents::decode_member("mweb/0", bytes);
  if (version)
    check_spelling(bytes, agents::encode_member(*version));
}

} // namespace

void feed(std::string_view bytes) {
  const auto [which, rest] = choose(bytes, 3);
  if (which == 0)
    feed_core(rest);
  else if (which == 1)
    feed_progress(rest);
  else
    feed_member(rest);
}

} // namespace orrery::fuzz
