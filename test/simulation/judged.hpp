#pragma once

#include "cmd/simulate/hook_order.hpp"
#include "cmd/simulate/ledger.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

/// The judges of a simulation, told of things by hand.
namespace orrery::simulate {

inline entities::TokenPtr token(std::uint64_t sequence, rules::Writes writes) {
  entities::TokenPtr made{new entities::Token, false};
  made->answer.sequence = sequence;
  made->context.cause = "chance";
  made->changes.push_back({"u", std::nullopt});
  made->writes = std::move(writes);
  return made;
}

struct Judged {
  Findings findings;
  Ledger ledger{findings, [](const Applied&) {}};
  std::set<std::string> missing;   ///< Hooks that no charm has.
  bool knows_that_it_dies = false; ///< The agent of any unit that is Dying, which upgrades nothing.
  HookOrder order{
    findings, ledger,
    [this](const std::string&, const std::string& hook) { return !missing.contains(hook); },
    [this](const std::string&) { return knows_that_it_dies; }};

  void run(const std::string& hook,
           std::optional<store::RelationId> relation = std::nullopt,
           const std::string& member = {},
           bool success = true) {
    order.began({"web/0", hook, relation, member});
    order.ended("web/0", success);
  }
  void come_up() {
    for (const char* hook : {"install", "config-changed", "start"})
      run(hook);
  }
  [[nodiscard]] bool found(const std::string& words) const {
    for (const std::string& text : findings.kept())
      if (text.find(words) != std::string::npos)
        return true;
    return false;
  }
};

} // namespace orrery::simulate
