#pragma once

#include "actors/rules/decision.hpp"

#include <gtest/gtest.h>

#include <iosfwd>
#include <string_view>

namespace orrery::rules {
/// What a failed comparison shows: verdict, text, keys of writes, participants of visits.
void PrintTo(const Decision& decision, std::ostream* out);
} // namespace orrery::rules

namespace orrery::test {

/// When and why everything in these tests happens.
inline constexpr store::Milliseconds present = 77;
inline const store::Turn this_turn{present, "test"};

/// The context of a test's decision; earlier participants have decided `so_far`.
[[nodiscard]] rules::Context now(const rules::Writes& so_far);
[[nodiscard]] rules::Context now();

[[nodiscard]] rules::Decision
decided(rules::Writes writes, std::vector<rules::Visit> visits = {}, std::string created = {});

/// Whether the whole transaction ends without changes, with this category and these words in its
/// sentence.
[[nodiscard]] ::testing::AssertionResult
refused(const rules::Decision& decision, protocol::Code code, std::string_view words);

/// A copy with a change.
template <class Record, class Change>
[[nodiscard]] Record changed(Record record, Change change) {
  change(record);
  return record;
}
/// A copy that has turned Dying, Dead now.
template <class Record>
[[nodiscard]] Record dying(Record record) {
  record.life = store::Life::Dying;
  record.turn = this_turn;
  return record;
}
template <class Record>
[[nodiscard]] Record dead(Record record) {
  record.life = store::Life::Dead;
  record.turn = this_turn;
  return record;
}

} // namespace orrery::test
