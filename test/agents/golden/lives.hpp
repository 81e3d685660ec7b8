#pragma once

#include "test/agents/golden/recorded_world.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace orrery::test::golden {

/// A scripted life: what users, hooks and accidents do to a small model, step by step. Each chapter
/// ends when nothing is left to do, so that no order of messages shows in what agents did.
struct Life {
  std::string name;  ///< Of its file, without `.txt`.
  std::string title; ///< One sentence.
  void (*play)(RecordedWorld& world);
  std::uint32_t idle_agents = 4096; ///< 0: every agent rests when it has nothing to do.
};

[[nodiscard]] const std::vector<Life>& lives();

/// For the test's own words.
inline void PrintTo(const Life& life, std::ostream* out) {
  *out << life.name;
}

// Played by lives(); those about going are in lives_endings.cpp.
void play_force(RecordedWorld& world);
void play_forced_subordinate(RecordedWorld& world);
void play_related(RecordedWorld& world);
void play_subordinate(RecordedWorld& world);
void play_skipped(RecordedWorld& world);
void play_lost_machine(RecordedWorld& world);

} // namespace orrery::test::golden
