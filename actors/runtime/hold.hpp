#pragma once

#include "actors/runtime/under_way.hpp"

#include <list>
#include <memory>

namespace orrery::runtime {

class Hold;

/// An actor's holds. They end with the actor at the latest, however many others still
/// know it then: no part of the activity outlives who was to give it back. Used by one thread at a
/// time.
class Holds {
public:
  explicit Holds(UnderWay& activity) : activity_(activity) {}
  Holds(const Holds&) = delete;
  Holds& operator=(const Holds&) = delete;
  ~Holds() { end(); }
  /// Releases all of them. One that is taken later holds nothing.
  void end();

private:
  friend class Hold;

  UnderWay& activity_;
  std::list<Hold*> all_;
  bool ended_ = false;
};

/// A part of the activity that lasts as long as this object, until it is released, or its holder
/// has ended.
class Hold {
public:
  explicit Hold(Holds& holder);
  Hold(Hold&& other) noexcept;
  Hold& operator=(Hold&& other) noexcept;
  ~Hold() { release(); }
  void release();
  /// Something else that lasts no longer than this part, and goes before it. Nothing is kept by one
  /// that holds nothing.
  void keep(std::shared_ptr<void> companion);

private:
  void take_over(Hold& other);

  Holds* holder_;
  std::list<Hold*>::iterator place_;
  std::shared_ptr<void> companion_;
};

} // namespace orrery::runtime
