#pragma once

#include "actors/rules/decision.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

/// Effects of a transaction: what its writes mean to a person.
namespace orrery::rules {

struct Effect {
  enum class Kind : std::uint8_t {
    Created,
    Turned, ///< Its life; `life` is the new one.
    Removed,
    Entered, ///< A unit enters the scope of the relation in `detail`.
    Left,    ///< A unit leaves it.
    Changed, ///< Something else: `detail` says what.
  };
  Who who;
  std::string name; ///< `unit web/0`, `relation 3 (web:db mysql:server)`.
  Kind kind = Kind::Changed;
  store::Life life = store::Life::Alive;
  std::string detail;
  bool operator==(const Effect&) const = default;
};

/// @param before the records before the transaction.
/// @returns what changes, without the counts and sequences that follow from it.
[[nodiscard]] std::vector<Effect> effects_of(const store::Contents& before, const Writes& writes);

/// An entity as people are told of it.
[[nodiscard]] std::string shown(const store::Contents& contents, const Who& who);

} // namespace orrery::rules
