#include "store/broken_history.hpp"

#include "store/codec.hpp"
#include "store/violations.hpp"

#include <optional>
#include <set>
#include <utility>

namespace orrery::store {

namespace {

std::string shown(const EntityRef& entity) {
  const auto& [kind, id, name] = entity;
  switch (kind) {
  case EntityKind::Machine:
    return "machine " + std::to_string(id);
  case EntityKind::Unit:
    return "unit " + name;
  case EntityKind::Application:
    return "application " + name;
  case EntityKind::Relation:
    return "relation " + std::to_string(id) + " (" + name + ")";
  }
  return "entity";
}

std::string shown(const LifeStep& step) {
  return "history of " + shown(step.entity);
}

/// The life that an entity has now, and since when.
using Now = std::optional<std::pair<Life, Turn>>;

template <class Map, class Key>
Now life_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? Now{} : Now{{found->second.life, found->second.turn}};
}

Now now_of(const Contents& contents, const EntityRef& entity) {
  switch (entity.kind) {
  case EntityKind::Machine:
    return life_in(contents.machines, entity.id);
  case EntityKind::Unit:
    return life_in(contents.units, entity.name);
  case EntityKind::Application:
    return life_in(contents.applications, entity.name);
  case EntityKind::Relation:
    return life_in(contents.relations, entity.id);
  }
  return {};
}

/// Goes along the history in the order of its keys: each entity's steps, then all that ended.
class Walk {
public:
  Walk(const Contents& contents, std::uint64_t kept_longest)
    : contents_(contents), kept_longest_(kept_longest) {}

  void take_in(std::string_view key, std::string_view bytes) {
    const auto record = decode(key, bytes);
    if (!record)
      return violations_.say("history: ", record.error().what);
    if (const auto* step = std::get_if<LifeStep>(&*record))
      take_in(*step);
    else if (const auto* ended = std::get_if<Ended>(&*record))
      take_in(*ended);
  }

  std::vector<std::string> end() && {
    end_life();
    for (const Key& removal : removals_)
      violations_.say("history: a removal is not known to who forgets it: ", removal.substr(1));
    return std::move(violations_).take();
  }

private:
  void take_in(const LifeStep& step) {
    if (last_ && is_same(*last_, step)) {
      if (!follows(*last_, step))
        violations_.say(shown(step), ": ", word(step), " (seq ", step.turn.sequence, ") after ",
                        word(*last_), " (L2)");
    } else {
      end_life();
    }
    if (step.turn.sequence > contents_.sequence)
      violations_.say(shown(step), ": ", word(step), " by transaction ", step.turn.sequence,
                      ", which has not been");
    if (step.removed)
      removals_.insert(key_of(Ended{step.turn.sequence, step.entity}));
    last_ = step;
  }

  void take_in(const Ended& ended) {
    end_life();
    if (removals_.erase(key_of(ended)) == 0)
      violations_.say("history of ", shown(ended.entity), ": it ended by transaction ",
                      ended.sequence, ", but no step says so");
    if (ended.sequence + kept_longest_ < contents_.sequence && !std::exchange(too_long_, true))
      violations_.say("history of ", shown(ended.entity), ": it ended by transaction ",
                      ended.sequence, " of ", contents_.sequence, " and should be forgotten (C3)");
  }

  /// Whether the record that is there is as the last step left it.
  void end_life() {
    const auto last = std::exchange(last_, std::nullopt);
    if (!last)
      return;
    const Now now = now_of(contents_, last->entity);
    if (last->removed && now)
      violations_.say(shown(*last), ": removed (seq ", last->turn.sequence, "), but it is ",
                      to_string(now->first));
    else if (!last->removed && !now)
      violations_.say(shown(*last), ": ", word(*last), " (seq ", last->turn.sequence,
                      "), but there is no such entity");
    else if (now && (now->first != last->life || now->second != last->turn))
      violations_.say(shown(*last), ": ", word(*last), " (seq ", last->turn.sequence,
                      "), but it is ", to_string(now->first), " (seq ", now->second.sequence, ")");
  }

  static bool is_same(const LifeStep& one, const LifeStep& other) {
    return life_prefix(one.entity) == life_prefix(other.entity);
  }
  static bool follows(const LifeStep& before, const LifeStep& step) {
    if (before.removed)
      return step.life == Life::Alive && !step.removed; // the name again, another thing (L6)
    const bool is_made_again =                          // M11
      step.entity.kind == EntityKind::Machine && step.life == Life::Alive && !step.removed;
    return step.removed || is_made_again ? step.life >= before.life : step.life > before.life;
  }
  static std::string_view word(const LifeStep& step) {
    return step.removed ? "removed" : to_string(step.life);
  }

  const Contents& contents_;
  std::uint64_t kept_longest_;
  Violations violations_;
  std::optional<LifeStep> last_; ///< Of the entity whose steps are being read.
  std::set<Key> removals_;       ///< Each of them has a record among what ended.
  bool too_long_ = false;        ///< Said of the oldest alone.
};

} // namespace

tl::expected<std::vector<std::string>, StoreError>
broken_history(const Snapshot& snapshot, const Contents& contents, std::uint64_t kept_longest) {
  Walk walk(contents, kept_longest);
  for (const char* kind : {"y", "z"}) {
    const auto scanned = snapshot.scan(kind, [&](std::string_view key, std::string_view bytes) {
      walk.take_in(key, bytes);
      return true;
    });
    if (!scanned)
      return tl::unexpected(scanned.error());
  }
  return std::move(walk).end();
}

} // namespace orrery::store
