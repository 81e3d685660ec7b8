// Several branches of a script at once.
#include "cmd/console/branch_output.hpp"
#include "cmd/console/checking.hpp"
#include "cmd/console/interpreter.hpp"

#include <exception>
#include <list>
#include <system_error>
#include <thread>

namespace orrery::cmd::console {

namespace {

/// Spreads what the parent drew, so that branches do not draw alike (splitmix64).
std::uint64_t seed_of(std::uint64_t drawn, std::uint64_t number) {
  auto mixed = drawn + number * 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

/// Returns what each branch runs: the same block so many times, or one statement each.
std::vector<Block> branches_of(const Statement& statement, std::uint32_t count) {
  if (count > 0)
    return std::vector<Block>(count, statement.block);
  std::vector<Block> blocks;
  for (const auto& each : statement.block)
    blocks.push_back({each});
  return blocks;
}

/// Places among the branches of a session, given back at the end.
class Places {
public:
  Places(std::atomic<std::uint32_t>& taken, std::size_t wanted)
    : taken_{taken}, wanted_{static_cast<std::uint32_t>(wanted)} {
    granted_ = wanted <= branches_max && taken_.fetch_add(wanted_) + wanted_ <= branches_max;
    if (wanted <= branches_max && !granted_)
      taken_.fetch_sub(wanted_);
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  ~Places() {
    if (granted_)
      taken_.fetch_sub(wanted_);
  }
  [[nodiscard]] bool granted() const { return granted_; }

private:
  std::atomic<std::uint32_t>& taken_;
  std::uint32_t wanted_;
  bool granted_ = false;
};

/// Branches that run, each in a thread of its own.
class Branches {
public:
  using Run = std::function<int(Session& session, Output& client, const std::atomic<bool>& stop)>;

  Branches(const Session& session, Output& client, bool stop_at_failure)
    : parent_{session}, client_{client}, stop_at_failure_{stop_at_failure} {}
  Branches(const Branches&) = delete;
  Branches& operator=(const Branches&) = delete;
  ~Branches() { join(); }

  /// @returns false if there is no thread for it.
  bool start(Run run) {
    auto& branch = branches_.emplace_back(parent_, client_, gate_);
    try {
      branch.thread = std::thread{[this, &branch, run = std::move(run)] { work(branch, run); }};
    } catch (const std::system_error&) {
      ended(branch, branch.session.fail("no thread is left for another branch"));
      gate_.stop = true;
      return false;
    }
    return true;
  }

  /// Waits for all. @returns the code of the branch that failed first; where failures stop nothing,
  /// that of the first branch that failed.
  int join() {
    for (auto& branch : branches_)
      if (branch.thread.joinable())
        branch.thread.join();
    if (stop_at_failure_)
      return first_failure_;
    for (const auto& branch : branches_)
      if (branch.exit != Exit::Fine)
        return branch.exit;
    return Exit::Fine;
  }

private:
  struct Branch {
    Branch(const Session& parent, Output& client_behind, Gate& gate)
      : output{*parent.output, gate}, client{client_behind, gate}, session{parent} {
      session.output = &output;
    }
    BranchOutput output;
    BranchOutput client;
    Session session;
    int exit = Exit::Fine;
    std::thread thread;
  };

  void work(Branch& branch, const Run& run) {
    try {
      ended(branch, run(branch.session, branch.client, gate_.stop));
    } catch (const std::exception& error) {
      ended(branch, branch.session.fail(std::string{"the branch failed inside the orchestrator: "}
                                        + error.what()));
    }
  }

  void ended(Branch& branch, int exit) {
    branch.exit = exit;
    int none = Exit::Fine;
    if (exit != Exit::Fine && first_failure_.compare_exchange_strong(none, exit)
        && stop_at_failure_)
      gate_.stop = true;
  }

  const Session& parent_;
  Output& client_;
  bool stop_at_failure_;
  Gate gate_;
  std::atomic<int> first_failure_{Exit::Fine};
  std::list<Branch> branches_;
};

} // namespace

Interpreter::Interpreter(const Interpreter& parent,
                         Session& session,
                         Variables variables,
                         std::size_t number,
                         std::uint64_t seed)
  : session_{session}, recorder_{parent.recorder_}, room_{parent.room_},
    variables_{std::move(variables)}, given_{parent.given_}, snapshots_{parent.snapshots_},
    used_{parent.used_}, used_uuid_{parent.used_uuid_}, random_{seed}, start_{parent.start_},
    branch_{(parent.branch_.empty() ? "" : parent.branch_ + ".") + std::to_string(number)},
    branches_{parent.branches_}, continue_on_error_{parent.continue_on_error_}, echo_{parent.echo_},
    expecting_{parent.expecting_}, depth_{parent.depth_} {}

int Interpreter::parallel(const Step& step) {
  std::uint32_t count = 0;
  if (step.words.size() == 2) {
    const auto read = read_branches(step.words[1]);
    if (!read)
      return wrong(step, 1, read.error());
    count = *read;
  }
  const auto blocks = branches_of(step.statement, count);
  const Places places{*branches_, blocks.size()};
  if (!places.granted())
    return wrong(step, 0, "more than " + std::to_string(branches_max) + " branches at once");
  std::vector<Variables> variables;
  for (std::size_t number = 1; number <= blocks.size(); ++number) {
    auto own = variables_.copy();
    if (!own || !own->set("branch", std::to_string(number)))
      return wrong(step, 0, Room::full);
    variables.push_back(std::move(*own));
  }
  const auto drawn = random_();
  Branches branches{session_, *client_, !continue_on_error_};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto number = i + 1;
    const auto run = [this, &step, &block = blocks[i], &own = variables[i], number,
                      drawn](Session& session, Output& client, const std::atomic<bool>& stop) {
      Interpreter inner{*this, session, std::move(own), number, seed_of(drawn, number)};
      inner.client_ = &client;
      inner.stop_ = &stop;
      return inner.run_block(step.source, block);
    };
    if (!branches.start(run))
      break;
  }
  return branches.join();
}

} // namespace orrery::cmd::console
