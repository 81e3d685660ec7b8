#pragma once

#include "actors/protocol/agents.hpp"
#include "actors/protocol/answer.hpp"
#include "actors/protocol/commands.hpp"
#include "cmd/simulate/findings.hpp"
#include "cmd/simulate/ledger.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace orrery::simulate {

/// Holds what becomes of units' data against the rules: numbers are given once (ST15), and no data
/// goes without a word of a user's that says so, whatever becomes of units and machines (ST19,
/// ST42, ST44).
///
/// A word is a command that says of a storage, a unit or an application that the data is to go. One
/// that was refused is none; one whose answer a crash took with it is.
class DataJudge {
public:
  using HasData = std::function<bool(const std::string& storage)>;

  /// @param has_data whether the host has the storage's data
  DataJudge(Findings& findings, const Ledger& ledger, HasData has_data)
    : findings_(findings), ledger_(ledger), has_data_(std::move(has_data)) {}

  void asked(std::uint64_t ticket, const protocol::Command& command);
  void answered(const protocol::Answer& answer);
  /// Told before the transaction is in the ledger's contents.
  void applied(const Applied& transaction);
  /// A provider has carried that out.
  void provided(const protocol::ProviderTask& task);
  void process_died() { open_.clear(); }
  /// All rests: data that is to stay is there.
  void judge_rest();

private:
  void storage_written(const store::Storage& now, bool deleted, const std::string& cause);
  [[nodiscard]] bool has_word_for(const std::string& id, const store::Storage& storage) const;

  Findings& findings_;
  const Ledger& ledger_;
  HasData has_data_;
  std::multiset<std::string> words_;          ///< Whose data is to go: `data/0`, `unit db/0`.
  std::map<std::uint64_t, std::string> open_; ///< Words of commands without an answer, by ticket.
};

} // namespace orrery::simulate
