#pragma once

#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "cmd/simulate/findings.hpp"
#include "cmd/simulate/ledger.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::simulate {

/// Holds secrets against the rules: nobody reads what he may not (SE11, SE12, SE34, SE35), nothing
/// of a secret outlives its owner (SE37), each period has one rotation (SE46, SE47), a hook that is
/// done does not run again (SE40, SE41, SE50), and none is lost: not that of a time that has come,
/// and not the news of who reads an older revision.
///
/// Rights to read are worked out anew from the ledger's records. Whoever reads sees what is
/// durable: a right that was there when the last acknowledged transaction was made counts.
class SecretJudge {
public:
  using HasHook = std::function<bool(const std::string& unit, const std::string& hook)>;

  /// @param has_hook whether the unit's charm has that hook
  SecretJudge(Findings& findings, const Ledger& ledger, HasHook has_hook)
    : findings_(findings), ledger_(ledger), has_hook_(std::move(has_hook)) {}

  /// Told before the transaction is in the ledger's contents.
  void applied(const Applied& transaction);
  void committed(std::uint64_t sequence) { acknowledged_ = sequence; }
  /// A hook's changes were refused: it has failed, though its program has not (SE14).
  void refused() { rotated_.clear(); }
  /// Agents have failed, or a process has begun: a hook may run once more.
  void disturbed() {
    rotated_.clear();
    rotating_.clear();
  }
  /// The host's clock is set forward while the process runs: timers come by the time that passes.
  void clock_set_forward(store::Milliseconds by) { clock_ahead_ += by; }
  /// The ledger has what is on disk.
  void process_began();
  void called(const std::string& unit) { called_at_[unit] = acknowledged_; }
  void replied(const std::string& unit,
               const std::vector<std::string>& arguments,
               const hooks::ToolReply& reply);
  void began(const hooks::HookJob& job);
  void ended(const hooks::HookJob& job, bool success);
  /// All rests. @param is_well whether the unit has nothing to do, and nothing is wrong with it
  /// @param now the process's time
  void judge_rest(const std::function<bool(const std::string& unit)>& is_well,
                  store::Milliseconds now);

private:
  using Reader = std::pair<std::string, std::string>; ///< A secret, and a unit or application.
  void secret_written(const store::Secret& now, bool deleted, std::uint64_t sequence);
  void hook_written(const store::SecretHook& hook, const rules::Write& write, bool ends);
  void right_lost(const store::SecretGrant& grant, std::uint64_t sequence);
  void right_given(const store::SecretGrant& grant);
  void owner_gone(const std::string& owner, const Applied& transaction);
  void judge_period(const store::Secret& before, const store::Secret& now);
  [[nodiscard]] bool may_read(const std::string& secret, const std::string& unit) const;
  [[nodiscard]] bool could_read(const std::string& secret, const std::string& unit) const;
  void judge_due(const store::Secret& secret, store::Milliseconds now);

  Findings& findings_;
  const Ledger& ledger_;
  HasHook has_hook_;
  std::uint64_t acknowledged_ = 0;                 ///< Transactions that are on disk.
  std::map<std::string, std::uint64_t> called_at_; ///< What was, when the unit called its tool.
  store::Milliseconds clock_ahead_ = 0;            ///< Of the time that has passed in this process.
  std::map<Reader, std::uint64_t> lost_;           ///< Rights, by which transaction.
  std::map<Reader, std::uint32_t> owed_;           ///< Revisions of which units are to be told.
  std::map<store::Key, std::uint32_t> done_;       ///< Hooks that were ended, and not asked anew.
  std::map<std::string, std::uint64_t> asked_;     ///< Rotations asked for, by secret.
  std::map<std::string, std::uint64_t> rotated_;   ///< How many were asked when one succeeded.
  std::set<std::string> rotating_; ///< Secrets whose rotation runs, undisturbed so far.
};

} // namespace orrery::simulate
