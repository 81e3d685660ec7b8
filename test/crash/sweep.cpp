// Cuts the power at commits of a scenario and recovers from what is left, in every way that a disk
// may leave it.
//
// usage: crash_sweep                              one slice of all crash points:
// ORRERY_CRASH_SLICE, or the day's        crash_sweep --share I/N --state FILE     every N-th point
// from the I-th; goes on where FILE says it was        crash_sweep --table DIRECTORY
// what all files in it say together        crash_sweep --commit C [--phase 0|1|2] [--cut 0..17]
// just these, with all that goes wrong        crash_sweep --steps                      the
// scenario, with the commits that each step makes

#include "config/flag_lexer.hpp"
#include "test/crash/scenario.hpp"
#include "test/crash/tally.hpp"
#include "test/crash/wreck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

namespace orrery::test {

namespace {

using Arguments = std::map<std::string, std::string>;

constexpr std::size_t slice_size = 2000; ///< Recoveries of one slice, at least.

/// A scenario with what it is like without a crash. Its commits are counted behind those of the
/// scenarios before it.
struct Played {
  std::vector<Step> steps;
  Undisturbed undisturbed;
  std::size_t first_commit = 0;
};

struct Sweep {
  std::vector<Played> scenarios;
  std::size_t commits = 0;
  std::size_t cuts = store::power_cuts(0).size();

  Sweep() {
    for (std::vector<Step>& steps : std::array{scenario(), scenario_of_changes()}) {
      Undisturbed undisturbed = run_undisturbed(steps);
      const std::size_t first = std::exchange(commits, commits + undisturbed.commits);
      scenarios.push_back({std::move(steps), std::move(undisturbed), first});
    }
  }
  [[nodiscard]] std::size_t points() const { return commits * phases; }
  [[nodiscard]] static CrashPoint point(std::size_t index) {
    return {index / phases, static_cast<Phase>(index % phases)};
  }
  [[nodiscard]] const Played& of(const CrashPoint& point) const {
    return point.commit < scenarios.back().first_commit ? scenarios.front() : scenarios.back();
  }
  [[nodiscard]] std::string name() const {
    std::uint64_t hash = 0;
    std::size_t steps = 0;
    for (const auto& [each, undisturbed, first] : scenarios) {
      steps += each.size();
      hash ^= undisturbed.model.at.rbegin()->second ^ undisturbed.model.at.size();
    }
    return fmt::format("{} steps, {} commits, {:x}", steps, commits, hash);
  }
};

/// One recovery in six, another one at each point, plays the whole rest of the script; the others
/// until everything has come to rest four times. Messages come in another order each time.
PointResult
try_point(const Sweep& sweep, const CrashPoint& point, std::optional<std::size_t> only = {}) {
  constexpr std::size_t few_rests = 4;
  constexpr std::size_t whole_one_in = 6;
  PointResult result{point, 0, {}};
  const Played& played = sweep.of(point);
  const Wreck wreck =
    crash_at(played.steps, {point.commit - played.first_commit, point.phase}, played.undisturbed);
  const std::size_t at = point.commit * phases + static_cast<std::size_t>(point.phase);
  const auto cuts = store::power_cuts(at);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (only && *only != i)
      continue;
    ++result.recoveries;
    const std::size_t rests = (i + at) % whole_one_in == 0 ? SIZE_MAX : few_rests;
    for (const std::string& wrong :
         recover(wreck, cuts[i], played.undisturbed, at * cuts.size() + i, rests))
      result.failures.push_back(fmt::format("cut {} ({}): {}", i, to_string(cuts[i]), wrong));
  }
  return result;
}

/// Tries every `stride`-th point from the first.
int run(const Sweep& sweep, Tally& tally, std::size_t first, std::size_t stride) {
  const auto begin = std::chrono::steady_clock::now();
  auto told = begin;
  for (std::size_t i = first; i < sweep.points(); i += stride) {
    const CrashPoint point = Sweep::point(i);
    if (!tally.has(point)) {
      PointResult result = try_point(sweep, point);
      for (const std::string& failure : result.failures)
        fmt::print("commit {}, {}: {}\n", point.commit, to_string(point.phase), failure);
      tally.add(std::move(result));
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - told > std::chrono::seconds(30)) {
      told = now;
      fmt::print("{} of {} points, {} recoveries, {} failed\n", i + 1, sweep.points(),
                 tally.recoveries(), tally.failures());
      std::fflush(stdout);
    }
  }
  fmt::print("{}", tally.table());
  fmt::print("{:.0f} s\n",
             std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return tally.failures() == 0 ? 0 : 1;
}

std::size_t number(const std::string& text) {
  return std::strtoull(text.c_str(), nullptr, 10);
}

int run_slice(const Sweep& sweep) {
  std::size_t slices = std::max<std::size_t>(1, sweep.points() * sweep.cuts / slice_size);
  slices -= slices % phases == 0 ? 1 : 0; // each slice has all phases
  const auto day = std::chrono::duration_cast<std::chrono::hours>(
                     std::chrono::system_clock::now().time_since_epoch())
                     .count()
                   / 24;
  const char* const given = std::getenv("ORRERY_CRASH_SLICE");
  const std::size_t slice =
    (given != nullptr ? number(given) : static_cast<std::size_t>(day)) % slices;
  fmt::print("slice {} of {}; the same again: ORRERY_CRASH_SLICE={} build/test/crash/crash_sweep\n",
             slice, slices, slice);
  Tally tally({}, sweep.name());
  return run(sweep, tally, slice, slices);
}

int run_share(const Sweep& sweep, const Arguments& given) {
  const std::string share = given.at("--share");
  Tally tally(given.at("--state"), sweep.name());
  return run(sweep, tally, number(share), number(share.substr(share.find('/') + 1)));
}

int show_table(const Sweep& sweep, const std::filesystem::path& directory) {
  Tally all({}, sweep.name());
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    all.take(Tally(entry.path(), sweep.name()));
  fmt::print("{}\n{}", sweep.name(), all.table());
  const std::size_t expected = sweep.points() * sweep.cuts;
  if (all.recoveries() < expected)
    fmt::print("not done: {} of {}\n", all.recoveries(), expected);
  return all.failures() == 0 && all.recoveries() == expected ? 0 : 1;
}

int run_one(const Sweep& sweep, const Arguments& given) {
  std::optional<std::size_t> cut;
  if (given.contains("--cut"))
    cut = number(given.at("--cut"));
  Tally tally({}, sweep.name());
  for (std::size_t phase = 0; phase < phases; ++phase)
    if (!given.contains("--phase") || number(given.at("--phase")) == phase)
      tally.add(try_point(sweep, {number(given.at("--commit")), static_cast<Phase>(phase)}, cut));
  fmt::print("{}", tally.table());
  return tally.failures() == 0 ? 0 : 1;
}

int show_steps(const Sweep& sweep) {
  for (const auto& [steps, undisturbed, first] : sweep.scenarios) {
    for (std::size_t i = 0; i < steps.size(); ++i)
      fmt::print("{:>3} {}{}\n", i, steps[i].text, steps[i].settles ? "; settles" : "");
    fmt::print("from commit {} on {}, {} of them of the agents' store; {} tables\n\n", first,
               undisturbed.commits, undisturbed.notes_commits, undisturbed.tables);
  }
  fmt::print("{}\n", sweep.name());
  return 0;
}

int run_main(const std::vector<std::string>& words) {
  Arguments given;
  config::FlagLexer lexer(words, 0, {}, [](std::string_view flag) {
    return flag == "--steps" ? config::FlagKind::Switch : config::FlagKind::Value;
  });
  while (const auto lexed = lexer.next())
    given[lexed->text] = lexed->value.value_or("");
  const Sweep sweep;
  for (const Played& played : sweep.scenarios)
    if (!played.undisturbed.wrong.empty()) {
      fmt::print("without any crash: {}\n", played.undisturbed.wrong);
      return 1;
    }
  if (given.contains("--steps"))
    return show_steps(sweep);
  if (given.contains("--table"))
    return show_table(sweep, given.at("--table"));
  if (given.contains("--commit"))
    return run_one(sweep, given);
  return given.contains("--share") ? run_share(sweep, given) : run_slice(sweep);
}

} // namespace

} // namespace orrery::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return orrery::test::run_main({argv + 1, argv + argc});
}
