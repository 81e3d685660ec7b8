#include "cmd/verbs/keywords.hpp"

#include "cmd/verbs/verbs.hpp"

namespace orrery::cmd::console {

namespace {

constexpr std::size_t unbounded = 100'000;

} // namespace

const std::vector<Keyword>& keywords() {
  static const std::vector<Keyword> table{
    {"at", "at 5s { ... }", 2, 2, true, true, "at 1s { echo now }"},
    {"diff", "diff NAME NAME|now [--format json]", 3, 5, false, false, "diff before now", true},
    {"echo", "echo WORD...", 1, unbounded, false, false, "echo 'all is well'"},
    {"every", "every 1s for 60s { ... }", 4, 4, true, true, "every 1s for 60s { check }"},
    {"expect", "expect error \"TEXT\" { ... }", 3, 3, true, true,
     "expect error 'not found' { add-unit nobody }"},
    {"for", "for $NAME in SELECTOR { ... }", 4, 4, true, true,
     "for $u in unit[app=db] { show-unit $u }", true},
    {"if", "if CONDITION { ... } [else { ... } | else if ...]", 2, unbounded, true, true,
     "if any unit.error { resolved --all } else { echo fine }", true},
    {"let", "let NAME = TEXT | pick SELECTOR | count SELECTOR", 4, 5, false, false,
     "let u = pick unit[app=db life=alive]"},
    {"parallel", "parallel [N] { ... }", 1, 2, true, true, "parallel 4 { add-unit db }"},
    {"repeat", "repeat N { ... }", 2, 2, true, true, "repeat 3 { add-unit db }"},
    {"save", "save snapshot NAME", 3, 3, false, false, "save snapshot before", true},
    {"seed", "seed N", 2, 2, false, false, "seed 42"},
    {"set", "set timeout 30s | set on-error stop|continue | set seed N | set echo on|off", 3, 3,
     false, false, "set timeout 30s"},
    {"source", "source FILE", 2, 2, false, true, "source common.orrery"},
    {"use", "use MODEL", 2, 2, false, false, "use default"},
  };
  return table;
}

const Keyword* find_keyword(std::string_view name) {
  for (const auto& keyword : keywords())
    if (keyword.name == name)
      return &keyword;
  return nullptr;
}

std::vector<std::string> command_names() {
  auto names = verb_names();
  for (const auto& keyword : keywords())
    names.emplace_back(keyword.name);
  return names;
}

} // namespace orrery::cmd::console
