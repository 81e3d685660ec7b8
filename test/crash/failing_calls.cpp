// Fails each call of a scenario to the disk once, one a run: the process must stop with a word,
// refuse to begin, or go on unharmed; and begin again from what is left, with all that was
// acknowledged.
//
// usage: failing_calls                  every call of every kind        failing_calls EVERY
// every EVERY-th call of each kind        failing_calls KIND K FAULT     one, such as: sync 17 'no
// space'

#include "test/crash/failures.hpp"
#include "test/crash/run.hpp"
#include "test/crash/scenario.hpp"
#include "test/crash/wreck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace orrery::test {

namespace {

using store::DiskCall;
using store::DiskFault;

/// What came of one failed call.
enum class Outcome { NotReached, Stopped, Refused, Unharmed };

struct Result {
  Outcome outcome = Outcome::NotReached;
  std::string path; ///< Of the call that failed.
  std::vector<std::string> wrong;
};

struct Row {
  std::array<std::size_t, 4> by_outcome{};
  std::size_t wrong = 0;
};

/// How a fault must be named to people.
std::string words_for(DiskFault fault) {
  switch (fault) {
  case DiskFault::NoSpace:
    return "The disk is full";
  case DiskFault::ReadOnly:
    return "cannot be written";
  default:
    return "Input/output error";
  }
}

/// `.log`, `MANIFEST`, `.witness`: what kind of file it is.
std::string kind_of(const std::string& path) {
  std::string name = store::name_of(path);
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos)
    return name.substr(dot);
  return name.substr(0, name.find('-'));
}

/// A store that stopped in the midst of a commit has it or not.
std::set<std::uint64_t> near(const Undisturbed::Past& past, std::uint64_t sequence) {
  const auto next = past.at.upper_bound(sequence);
  return next == past.at.end() ? std::set{sequence} : std::set{sequence, next->first};
}

Outcome outcome_of(const Run& run) {
  if (!run.refusal().empty())
    return Outcome::Refused;
  return run.player().is_done() ? Outcome::Unharmed : Outcome::Stopped;
}

class FailingCalls {
public:
  FailingCalls() : steps_(short_scenario()), undisturbed_(run_undisturbed(steps_)) {}
  [[nodiscard]] const std::string& wrong() const { return undisturbed_.wrong; }

  /// Plays the scenario with the k-th of those calls failing, then begins again without.
  [[nodiscard]] Result fail(DiskCall call, std::uint64_t k, DiskFault fault) const;

private:
  void check(const Run& run, DiskFault fault, Result& result) const;
  void go_on(const Run& run,
             std::unique_ptr<SimulatedWorld> dead,
             const store::DiskImage& image,
             std::uint64_t k,
             Result& result) const;

  std::vector<Step> steps_;
  Undisturbed undisturbed_;
};

Result FailingCalls::fail(DiskCall call, std::uint64_t k, DiskFault fault) const {
  Result result;
  store::SimulatedDisk disk;
  disk.fail_at(call, k, fault);
  Run run(disk, steps_);
  {
    Failures failures;
    run.go();
    result.wrong = failures.take();
  }
  if (!disk.failed_path())
    return result;
  result.path = *disk.failed_path();
  result.outcome = outcome_of(run);
  std::unique_ptr<SimulatedWorld> dead = run.end();
  check(run, fault, result);
  disk.stop();
  go_on(run, std::move(dead), disk.image(), k, result);
  return result;
}

void FailingCalls::check(const Run& run, DiskFault fault, Result& result) const {
  if (!run.wrong().empty())
    result.wrong.push_back(run.wrong());
  const std::string& said = run.refusal().empty() ? run.fault() : run.refusal();
  // RocksDB does not say why it cannot open this one.
  const bool is_said = said.find(words_for(fault)) != std::string::npos
                       || said.find("cannot open its file CURRENT") != std::string::npos;
  if (result.outcome != Outcome::Unharmed && !is_said)
    result.wrong.push_back("it does not say what happened: " + said);
  if (result.outcome == Outcome::Unharmed && !said.empty())
    result.wrong.push_back("it went on after: " + said);
}

/// What was not synced is lost every other time.
void FailingCalls::go_on(const Run& run,
                         std::unique_ptr<SimulatedWorld> dead,
                         const store::DiskImage& image,
                         std::uint64_t k,
                         Result& result) const {
  Wreck wreck;
  wreck.image = image;
  wreck.world = std::move(dead);
  wreck.player = std::make_unique<Player>(run.player());
  wreck.model = near(undisturbed_.model, run.model_sequence());
  wreck.notes = near(undisturbed_.notes, run.notes_sequence());
  const store::PowerCut cut{
    k % 2 == 0 ? store::PowerCut::Kind::KeepsAll : store::PowerCut::Kind::DropsUnsynced, 0};
  Undisturbed expected = undisturbed_;
  if (result.outcome
      == Outcome::Unharmed) { // an agent that was begun anew may have taken other steps
    expected.model.at[run.model_sequence()] = run.model_hash();
    expected.notes.at[run.notes_sequence()] = run.notes_hash();
  }
  for (std::string& wrong : recover(wreck, cut, expected, k))
    result.wrong.push_back("begun again, " + to_string(cut) + ": " + std::move(wrong));
}

/// Fails every `stride`-th call of a kind.
class Sweep {
public:
  explicit Sweep(std::uint64_t stride) : stride_(stride) {}

  void sweep(DiskCall call, DiskFault fault, const std::string& name) {
    for (std::uint64_t k = 1; try_one(call, k, fault, name); k += stride_)
      continue;
  }
  /// @returns whether there are so many calls
  bool try_one(DiskCall call, std::uint64_t k, DiskFault fault, const std::string& name) {
    const Result result = calls_.fail(call, k, fault);
    if (result.outcome == Outcome::NotReached)
      return false;
    Row& row = rows_[{name, to_string(call), kind_of(result.path)}];
    ++row.by_outcome.at(static_cast<std::size_t>(result.outcome));
    row.wrong += result.wrong.empty() ? 0 : 1;
    wrong_ += result.wrong.empty() ? 0 : 1;
    for (const std::string& wrong : result.wrong)
      fmt::print("{} {} {} ({}): {}\n", to_string(call), k, name, result.path, wrong);
    return true;
  }
  [[nodiscard]] bool is_ready() const {
    fmt::print("{}", calls_.wrong());
    return calls_.wrong().empty();
  }
  [[nodiscard]] bool has_failed() const { return wrong_ > 0; }
  void print() const {
    fmt::print("{:<16}{:<16}{:<12}{:>8}{:>9}{:>9}{:>10}{:>8}\n", "fault", "call", "file", "calls",
               "stopped", "refused", "unharmed", "wrong");
    std::size_t all = 0;
    for (const auto& [key, row] : rows_) {
      const auto& [fault, call, file] = key;
      const std::size_t calls = row.by_outcome[1] + row.by_outcome[2] + row.by_outcome[3];
      all += calls;
      fmt::print("{:<16}{:<16}{:<12}{:>8}{:>9}{:>9}{:>10}{:>8}\n", fault, call, file, calls,
                 row.by_outcome[1], row.by_outcome[2], row.by_outcome[3], row.wrong);
    }
    fmt::print("{} calls failed, {} wrong\n", all, wrong_);
  }

private:
  std::uint64_t stride_;
  FailingCalls calls_;
  std::map<std::tuple<std::string, std::string, std::string>, Row> rows_;
  std::size_t wrong_ = 0;
};

struct Named {
  const char* name;
  DiskFault fault;
};
constexpr std::array faults{Named{"i/o error", DiskFault::InputOutput},
                            Named{"no space", DiskFault::NoSpace},
                            Named{"read-only", DiskFault::ReadOnly}};

/// A call that only reads knows no full disk.
bool can_happen(DiskCall call, DiskFault fault) {
  return fault == DiskFault::InputOutput || (call != DiskCall::Read && call != DiskCall::List);
}

int run_main(const std::vector<std::string>& words) {
  const std::uint64_t stride = words.size() == 1 ? std::strtoull(words[0].c_str(), nullptr, 10) : 1;
  if (stride == 0 || words.size() == 2 || words.size() > 3) {
    std::fputs("usage: failing_calls [EVERY | KIND K FAULT]; EVERY is 1 or more\n", stderr);
    return 2;
  }
  Sweep sweep(stride);
  if (!sweep.is_ready())
    return 1;
  for (std::size_t call = 0; call < store::disk_calls; ++call)
    for (const Named& one : faults)
      if (const auto kind = static_cast<DiskCall>(call); !can_happen(kind, one.fault))
        continue;
      else if (words.size() < 3)
        sweep.sweep(kind, one.fault, one.name);
      else if (words[0] == to_string(kind) && words[2] == one.name)
        sweep.try_one(kind, std::strtoull(words[1].c_str(), nullptr, 10), one.fault, one.name);
  sweep.print();
  return sweep.has_failed() ? 1 : 0;
}

} // namespace

} // namespace orrery::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return orrery::test::run_main({argv + 1, argv + argc});
}
