#pragma once

#include <caf/actor.hpp>
#include <caf/message.hpp>

#include <string>
#include <utility>

namespace orrery::entities {

/// Addressee of a message: an actor; or whoever acts for a unit, by the unit's name, so that nobody
/// has to be there for it until then (see Post).
class Recipient {
public:
  Recipient(caf::actor actor) // NOLINT(google-explicit-constructor): most are actors
    : actor_(std::move(actor)) {}
  explicit Recipient(std::string unit) : unit_(std::move(unit)) {}

  /// Invalid where it is a unit.
  [[nodiscard]] const caf::actor& actor() const { return actor_; }
  /// Empty where it is an actor.
  [[nodiscard]] const std::string& unit() const { return unit_; }
  /// Actors in the order of their beginning, then units by name: so that a simulation repeats
  /// itself.
  [[nodiscard]] bool operator<(const Recipient& other) const {
    if (static_cast<bool>(actor_) != static_cast<bool>(other.actor_))
      return static_cast<bool>(actor_);
    return actor_ ? actor_.id() < other.actor_.id() : unit_ < other.unit_;
  }

private:
  caf::actor actor_;
  std::string unit_;
};

/// Passes on what units are told. It is the agents' side that knows who acts for a unit, and that
/// begins an agent which rests. For any thread.
class Post {
public:
  Post() = default;
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;
  virtual ~Post() = default;
  /// A unit that nobody acts for, and that does not rest, is told nothing: whoever begins to act
  /// for it looks first.
  virtual void tell(const std::string& unit, caf::message what) = 0;
  /// Whether what the unit is told is heard: by its agent, which looks no more before it ends, or
  /// by one that begins for it.
  [[nodiscard]] virtual bool hears(const std::string& unit) const = 0;
  /// Whether an agent of the unit is there now. One that is looks after what it observes itself.
  [[nodiscard]] virtual bool is_there(const std::string& unit) const = 0;
};

} // namespace orrery::entities
