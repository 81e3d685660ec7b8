#pragma once

#include "actors/entities/observers.hpp"
#include "actors/entities/recipient.hpp"

#include <cstdint>
#include <string>

namespace orrery::entities {

/// Whom an application tells that nobody leads it: one of its units after another, until one can
/// lead. Were all told at once, the agents of all that rest would begin, for one of them to lead.
///
/// Units are drawn by their numbers, whoever went before them: those that are removed in an order
/// could otherwise lead one after the other. If none of some that are drawn can lead, each gets its
/// turn by name.
class Succession {
public:
  /// @param application its name.
  /// @param predecessor who led, and has given it up.
  /// @param numbers units have had so many: web/0 up to web/(numbers - 1).
  /// @param seed decides who is drawn.
  Succession(std::string application,
             std::string predecessor,
             std::uint32_t numbers,
             std::uint64_t seed);

  /// Returns the unit that is told now; empty: nobody, or all have been.
  [[nodiscard]] const std::string& candidate() const { return candidate_; }
  /// The candidate cannot lead: the next one's turn.
  /// @param observers those who can be told.
  /// @param post knows who hears what it is told.
  void pass(const Observers& observers, const Post& post);

private:
  [[nodiscard]] std::string draw();
  [[nodiscard]] const std::string* next_by_name(const Observers& observers);

  std::string application_;
  std::string predecessor_;
  std::string candidate_;
  std::string at_;    ///< How far the turns by name have come, from `begin_`.
  std::string begin_; ///< Where the first of them was.
  std::uint32_t numbers_;
  std::uint64_t seed_;
  std::uint32_t drawn_ = 0;
  bool past_last_ = false; ///< The turns by name go on with the first.
};

} // namespace orrery::entities
