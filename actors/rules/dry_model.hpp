#pragma once

#include "actors/rules/effects.hpp"
#include "actors/rules/states.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::rules {

/// A model on which commands are tried: it does what the entities do, one transaction after the
/// other, and nothing of it is ever written.
class DryModel {
public:
  /// How a command ended, and what it wrote; nothing if it changed nothing.
  struct Ran {
    protocol::Answer answer;
    Writes writes;
    std::vector<Effect> effects; ///< What the writes mean to a person.
  };

  DryModel(store::Contents contents, store::Milliseconds now);

  [[nodiscard]] Ran run(const protocol::Command& command);
  /// The records as they would be.
  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  /// Returns what each entity would know.
  [[nodiscard]] const States& states() const { return states_; }

private:
  struct Transaction;
  [[nodiscard]] std::optional<Who> find_unit(const std::string& name) const;
  [[nodiscard]] Decision decide_at(const Visit& visit, const Context& context) const;
  [[nodiscard]] bool visit(Transaction& transaction) const;
  [[nodiscard]] bool start_over(Transaction& transaction, std::vector<Visit> route) const;
  std::vector<Effect> commit(Transaction& transaction);
  void begin(const Write& write, const Writes& writes);
  void tell(const Who& who, const Writes& writes);
  void record(const Write& write);

  store::Contents contents_;
  store::Milliseconds now_;
  States states_;
};

} // namespace orrery::rules
