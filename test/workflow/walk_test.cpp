// Random lives: whatever happens in whatever order, the order of hooks holds.
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>

namespace orrery::agents {
namespace {

using store::Life;

/// What a charm has been told of one relation.
struct Told {
  std::set<std::string> members;
  std::string joined_last; ///< Its `changed` must come next in this relation (H1).
  bool broken = false;
};

/// Judges each hook as it starts by what the charm was told before.
class Judge {
public:
  void see(const Hook& hook) {
    SCOPED_TRACE(label(hook));
    EXPECT_FALSE(removed_) << "nothing follows remove";
    const bool owes_config = std::exchange(owes_config_, false);
    EXPECT_TRUE(!owes_config || hook.kind == HookKind::ConfigChanged) << "P26";
    switch (hook.kind) {
    case HookKind::Install:
      EXPECT_FALSE(installed_);
      installed_ = true;
      break;
    case HookKind::Start:
      EXPECT_TRUE(installed_ && configured_);
      EXPECT_FALSE(started_);
      started_ = true;
      break;
    case HookKind::Stop:
      EXPECT_TRUE(started_);
      EXPECT_FALSE(stopped_);
      for (const auto& [id, told] : told_)
        EXPECT_TRUE(told.broken || lost_.contains(id)) << "stop before broken of " << id;
      stopped_ = true;
      break;
    case HookKind::Remove:
      EXPECT_TRUE(installed_ && started_ == stopped_);
      removed_ = true;
      break;
    case HookKind::UpgradeCharm:
      EXPECT_TRUE(installed_);
      EXPECT_FALSE(stopped_);
      owes_config_ = true;
      break;
    case HookKind::ConfigChanged:
    case HookKind::LeaderElected:
      EXPECT_TRUE(installed_);
      EXPECT_FALSE(stopped_);
      configured_ = configured_ || hook.kind == HookKind::ConfigChanged;
      break;
    default:
      see_relation(hook);
    }
  }
  /// The scope is gone by force: nothing more may come of it.
  void lose(store::RelationId id) { lost_.insert(id); }

private:
  void see_relation(const Hook& hook) {
    Told& told = told_[hook.relation];
    EXPECT_TRUE(installed_);
    EXPECT_FALSE(stopped_);
    EXPECT_FALSE(told.broken) << "nothing follows broken";
    EXPECT_FALSE(lost_.contains(hook.relation));
    if (!told.joined_last.empty()) {
      EXPECT_EQ(hook.kind, HookKind::RelationChanged);
      EXPECT_EQ(hook.remote_unit, told.joined_last);
    }
    told.joined_last.clear();
    if (hook.kind == HookKind::RelationCreated) {
      EXPECT_TRUE(told.members.empty());
    } else if (hook.kind == HookKind::RelationJoined) {
      EXPECT_TRUE(started_);
      EXPECT_TRUE(told.members.insert(hook.remote_unit).second) << "joined twice";
      told.joined_last = hook.remote_unit;
    } else if (hook.kind == HookKind::RelationChanged) {
      EXPECT_TRUE(started_);
      EXPECT_TRUE(hook.remote_unit.empty() || told.members.contains(hook.remote_unit));
    } else if (hook.kind == HookKind::RelationDeparted) {
      EXPECT_EQ(told.members.erase(hook.remote_unit), 1U) << "departed without joined";
    } else {
      EXPECT_TRUE(told.members.empty()) << "broken with members";
      told.broken = true;
    }
  }

  bool installed_ = false, configured_ = false, started_ = false, stopped_ = false,
       removed_ = false;
  bool owes_config_ = false; ///< Directly behind upgrade-charm.
  std::map<store::RelationId, Told> told_;
  std::set<store::RelationId> lost_;
};

/// One random life; `number` makes it another one.
class Walk {
public:
  explicit Walk(unsigned number) : random_(number) { unit_.policy.attempts = 3; }

  void live() {
    for (int turn = 0; turn < 300; ++turn) {
      happen();
      for (auto left = below(6); left > 0; --left)
        step();
    }
    unit_.remote.life = std::max(unit_.remote.life, Life::Dying);
    unit_.looked_at.stir_all();
    for (int turn = 0; turn < 2'000 && unit_.remote.life != Life::Dead; ++turn)
      step();
    EXPECT_EQ(unit_.remote.life, Life::Dead) << "L9: it comes to its end";
    EXPECT_LE(unit_.most_writes, 3U);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  /// One step; a hook may fail, be stopped, or be caught by a restart.
  void step() {
    EXPECT_EQ(unit_.peek_again(), unit_.peek());
    unit_.files_fail = below(3) == 0;
    if (unit_.peek() != Next(RunHook{})) {
      const Next operation = unit_.step();
      if (const auto* wait = std::get_if<WaitUntil>(&operation))
        unit_.now = wait->at;
      const bool waits = unit_.local.operation || !unit_.local.conflict.empty();
      if (std::holds_alternative<Idle>(operation) && waits)
        unit_.remote.resolved = below(2) == 0 ? store::Resolved::Retry : store::Resolved::NoRetry;
      return;
    }
    if (!unit_.local.operation->tried)
      judge_.see(unit_.local.operation->hook);
    unit_.begin_hook();
    const auto fate = below(10);
    if (fate == 0) {
      unit_.apply(fail(unit_.local, "no", unit_.now, unit_.policy));
      unit_.remote.charm_at_failure = unit_.remote.application_charm;
    } else if (fate == 1)
      unit_.apply(requeue(unit_.local));
    else if (fate == 2)
      unit_.restart();
    else
      unit_.apply(finish(unit_.local));
  }

  void happen() {
    const store::RelationId id = 1 + below(next_relation_);
    const std::string remote = "other/" + std::to_string(below(4));
    const bool exists = unit_.remote.relations.contains(id);
    switch (below(13)) {
    case 0:
      unit_.relate(next_relation_, "end", "other");
      unit_.remote.relations.at(next_relation_).peer = below(3) == 0;
      next_relation_++;
      break;
    case 1:
      unit_.end_relation(id);
      break;
    case 2:
      if (below(4) == 0 && exists) {
        if (unit_.local.relations.contains(id))
          judge_.lose(id);
        unit_.remote.relations.erase(id);
        unit_.looked_at.stir(id);
      }
      break;
    case 3:
      unit_.remote.config_version++;
      break;
    case 4:
      unit_.remote.leader = !unit_.remote.leader;
      break;
    case 5:
      unit_.restart();
      break;
    case 6:
      if (exists)
        unit_.application_bag(id, ++version_);
      break;
    case 7:
      if (below(20) == 0)
        unit_.remote.application_life = Life::Dying;
      break;
    case 12:
      unit_.refresh("local:web-" + std::to_string(++version_), below(3) == 0);
      break;
    case 8:
      unit_.member_leaves(id, remote);
      break;
    default:
      unit_.member(id, remote, ++version_);
    }
  }

  std::mt19937 random_;
  PlayedUnit unit_;
  Judge judge_;
  store::RelationId next_relation_ = 1;
  std::uint64_t version_ = 0;
};

TEST(Walk, H8_the_order_of_hooks_holds_in_every_life) {
  for (unsigned number = 0; number < 200; ++number) {
    SCOPED_TRACE("life " + std::to_string(number));
    Walk(number).live();
    if (testing::Test::HasFailure())
      break;
  }
}

} // namespace
} // namespace orrery::agents
