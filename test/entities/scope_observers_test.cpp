#include "actors/entities/scope_observers.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::test {
namespace {

using entities::Delivery;
using entities::Recipient;
using entities::ScopeObservers;
using Names = std::set<std::string>;

/// Those to whom something is to be delivered.
Names units_of(const std::vector<Delivery>& outbox) {
  Names names;
  for (const Delivery& delivery : outbox) {
    names.insert(delivery.to.unit());
    for (const Recipient& other : delivery.others)
      names.insert(other.unit());
  }
  return names;
}

/// db/0 and db/1 provide what others require.
struct Watched {
  Watched() {
    observers.add(Recipient("db/0"), {store::Role::Provider, ""});
    observers.add(Recipient("db/1"), {store::Role::Provider, ""});
  }
  /// A requirer has changed.
  Names woken() {
    std::vector<Delivery> outbox;
    observers.wake(store::Relation{}, {store::Role::Requirer, ""}, outbox);
    return units_of(outbox);
  }
  [[nodiscard]] Names told() const {
    std::vector<Delivery> outbox;
    observers.tell_all(outbox, caf::make_message(0));
    return units_of(outbox);
  }

  ScopeObservers observers;
};

} // namespace

TEST(ScopeObservers, S2_one_that_goes_takes_nobody_with_it) {
  Watched watched;
  watched.observers.remove(Recipient("db/0"));
  EXPECT_EQ(watched.told(), Names{"db/1"});
  EXPECT_EQ(watched.woken(), Names{"db/1"});
}

TEST(ScopeObservers, S2_one_that_has_gone_is_not_woken_for_having_read) {
  Watched watched;
  watched.observers.remove(Recipient("db/0"));
  watched.observers.has_read(Recipient("db/0"));
  EXPECT_EQ(watched.woken(), Names{"db/1"});
}

TEST(ScopeObservers, S2_nobody_is_woken_twice_before_it_has_read) {
  Watched watched;
  EXPECT_EQ(watched.woken(), (Names{"db/0", "db/1"}));
  EXPECT_EQ(watched.woken(), Names{});
  watched.observers.has_read(Recipient("db/1"));
  EXPECT_EQ(watched.woken(), Names{"db/1"});
}

} // namespace orrery::test
