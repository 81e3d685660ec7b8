#include "test/crash/wreck.hpp"

#include "test/crash/failures.hpp"
#include "test/crash/rest.hpp"
#include "test/crash/run.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace orrery::test {

namespace {

/// What a store may hold when it comes back.
std::set<std::uint64_t>
possible(const Undisturbed::Past& past, std::uint64_t before, bool commits, Phase phase) {
  const auto next = past.at.upper_bound(before);
  if (!commits || phase == Phase::BeforeWrite || next == past.at.end())
    return {before};
  if (phase == Phase::Synced)
    return {next->first};
  return {before, next->first};
}

/// At the instant of the crash.
void note_possible(Wreck& wreck,
                   const SimulatedWorld* world,
                   Phase phase,
                   const Undisturbed& undisturbed) {
  if (world == nullptr) { // the stores are being made
    wreck.model = {0, 1};
    wreck.notes = {0};
    return;
  }
  const bool of_model = wreck.store == "/model";
  wreck.model = possible(undisturbed.model, world->database().sequence(), of_model, phase);
  wreck.notes = possible(undisturbed.notes, world->notes_database().sequence(), !of_model, phase);
}

} // namespace

Wreck crash_at(const std::vector<Step>& steps,
               const CrashPoint& point,
               const Undisturbed& undisturbed) {
  Wreck wreck;
  store::SimulatedDisk disk;
  Run run(disk, steps);
  bool crashed = false;
  const Commits commits(disk, [&](std::size_t commit, Phase phase, const std::string& store) {
    if (crashed || commit != point.commit || phase != point.phase)
      return;
    crashed = true;
    wreck.image = disk.image();
    wreck.store = store;
    note_possible(wreck, run.world(), phase, undisturbed);
    disk.stop();
    if (run.world() != nullptr)
      run.world()->die();
  });
  run.go();
  wreck.wrong = run.wrong();
  if (!crashed)
    wreck.wrong += run.refusal() + "; the point was not reached";
  wreck.player = std::make_unique<Player>(run.player());
  wreck.world = run.end();
  return wreck;
}

namespace {

/// Looks at a store that has come back.
std::string compare(const char* name,
                    const store::Database& database,
                    const std::set<std::uint64_t>& possible,
                    const Undisturbed::Past& past) {
  const std::uint64_t sequence = database.sequence();
  if (!possible.contains(sequence)) {
    std::string text = fmt::format("{} came back with transaction {}, not", name, sequence);
    for (const std::uint64_t one : possible)
      text += " " + std::to_string(one);
    return text;
  }
  if (!past.at.contains(sequence))
    return fmt::format("{} has transaction {}, with which no commit ended without the crash", name,
                       sequence);
  if (hash_of(database) != past.at.at(sequence))
    return fmt::format("{} does not hold what it held after transaction {}", name, sequence);
  return {};
}

class Recovery {
public:
  Recovery(const Wreck& wreck, const Undisturbed& undisturbed)
    : wreck_(wreck), undisturbed_(undisturbed), player_(*wreck.player) {}

  /// @param rests plays on until everything has come to rest so often
  std::vector<std::string> run(const store::PowerCut& cut, std::uint64_t seed, std::size_t rests) {
    rests_ = rests;
    store::SimulatedDisk disk(wreck_.image.after(cut));
    try {
      auto world = std::make_unique<SimulatedWorld>(disk, wreck_.world.get(), seed);
      look(*world);
      for (play(*world); player_.wants_restart(); play(*world)) {
        world->end();
        disk.stop();
        disk.restart({store::PowerCut::Kind::KeepsAll, 0});
        world = std::make_unique<SimulatedWorld>(disk, world.get(), seed);
        world->settle();
      }
    } catch (const std::runtime_error& error) {
      say(error.what());
    }
    for (const std::string& failure : failures_.take())
      say(failure);
    return std::move(wrong_);
  }

private:
  void say(const std::string& wrong) {
    if (!wrong.empty())
      wrong_.push_back(wrong);
  }

  void look(const SimulatedWorld& world) {
    say(compare("the model", world.database(), wreck_.model, undisturbed_.model));
    say(compare("the agents' store", world.notes_database(), wreck_.notes, undisturbed_.notes));
    if (world.database().sequence() < player_.acknowledged())
      say(fmt::format("transaction {} was acknowledged and is lost", player_.acknowledged()));
    if (!player_.has_what_was_answered(world.contents()))
      say(fmt::format("what step {} was answered for is not there", player_.step()));
  }

  void play(SimulatedWorld& world) {
    if (player_.step() == 0)
      world.settle(); // it may not have had machine 0
    say(player_.play(world, [&](std::size_t step) {
      for (const std::string& difference : differences(undisturbed_.rests.at(step), seen_in(world)))
        say(fmt::format("after step {} {}", step, difference));
      return --rests_ > 0;
    }));
    if (world.is_dead())
      say("it died again");
  }

  const Wreck& wreck_;
  const Undisturbed& undisturbed_;
  Player player_;
  std::size_t rests_ = 0;
  Failures failures_;
  std::vector<std::string> wrong_;
};

} // namespace

std::vector<std::string> recover(const Wreck& wreck,
                                 const store::PowerCut& cut,
                                 const Undisturbed& undisturbed,
                                 std::uint64_t seed,
                                 std::size_t rests) {
  if (!wreck.wrong.empty())
    return {wreck.wrong};
  return Recovery(wreck, undisturbed).run(cut, seed, rests);
}

} // namespace orrery::test
