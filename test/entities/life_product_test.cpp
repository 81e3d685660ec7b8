#include "actors/protocol/command_names.hpp"
#include "test/entities/subjects.hpp"
#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

/// Every kind of entity in every life under every command that names it, through the real actors:
/// what comes of it stands in lives.txt.
namespace orrery::test {

namespace {

using protocol::Code;
using rules::Stage;

std::string_view word_of(Code code) {
  constexpr std::string_view words[] = {
    "none",           "not-found",        "not-alive",        "already-exists",   "invalid-name",
    "no-relation",    "ambiguous",        "no-such-endpoint", "limit-exceeded",   "has-units",
    "is-subordinate", "is-peer",          "not-dead",         "has-subordinates", "in-scope",
    "cannot-enter",   "cannot-enter-yet", "not-in-error",     "already-resolved", "only-manager",
    "not-leader",     "bad-option",       "bad-storage",      "has-storage",      "contention",
    "denied"};
  static_assert(std::size(words) == static_cast<std::size_t>(Code::Denied) + 1);
  return words[static_cast<std::size_t>(code)];
}

/// The life it has after; `nothing`; or why it was refused.
std::string outcome(const protocol::Answer& answer, Stage after) {
  switch (answer.verdict) {
  case protocol::Verdict::Done:
    return std::string(rules::name_of(after));
  case protocol::Verdict::Nothing:
    return "nothing";
  case protocol::Verdict::Refused:
    return std::string(word_of(answer.code));
  case protocol::Verdict::Contended:
    return "contended";
  }
  return "unknown";
}

/// A life that turned: `unit alive dying remove-unit`.
using Turns = std::set<std::string>;

std::string turn_name(store::EntityKind kind, Stage from, Stage to, std::string_view command) {
  std::string name;
  for (const std::string_view word :
       {store::word_of(kind), rules::name_of(from), rules::name_of(to), command})
    name.append(name.empty() ? "" : " ").append(word);
  return name;
}

/// Whose life turned, of all entities of one kind.
template <class Map>
void add_turns(Turns& turns,
               store::EntityKind kind,
               std::string_view command,
               const Map& before,
               const Map& after) {
  for (const auto& [key, record] : before) {
    const auto still = after.find(key);
    const Stage to = still == after.end() ? Stage::Removed : rules::stage_of(still->second.life);
    if (rules::stage_of(record.life) != to)
      turns.insert(turn_name(kind, rules::stage_of(record.life), to, command));
  }
  for (const auto& [key, record] : after)
    if (!before.contains(key))
      turns.insert(turn_name(kind, Stage::Unborn, rules::stage_of(record.life), command));
}

/// One cell as it was played.
struct Cell {
  std::string subject;
  Stage life = Stage::Unborn;
  std::string command;
  std::string outcome;
};

struct Played {
  std::vector<Cell> cells;
  Turns turns;
};

/// Runs one cell. What is refused or a no-op has changed nothing.
void play(Played& played,
          const Subject& subject,
          Stage life,
          const std::string& name,
          const protocol::Command& command) {
  DeterministicSystem system(subject.model(life));
  const store::Contents before = system.contents();
  const protocol::Answer answer = system.run(command);
  const store::Contents after = system.contents();
  EXPECT_EQ(after.sequence > before.sequence, answer.verdict == protocol::Verdict::Done)
    << subject.name << ' ' << name;
  played.cells.push_back({subject.name, life, name, outcome(answer, stage_in(after, subject))});
  const std::string_view verb = protocol::name_of(command);
  add_turns(played.turns, store::EntityKind::Machine, verb, before.machines, after.machines);
  add_turns(played.turns, store::EntityKind::Unit, verb, before.units, after.units);
  add_turns(played.turns, store::EntityKind::Application, verb, before.applications,
            after.applications);
  add_turns(played.turns, store::EntityKind::Relation, verb, before.relations, after.relations);
}

/// The whole product, played once.
const Played& played() {
  static const Played all = [] {
    Played product;
    for (const Subject& subject : subjects())
      for (const auto& [name, command] : commands_to(subject))
        for (const Stage life : subject.lives)
          play(product, subject, life, name, command);
    // What names no entity that is there already.
    play(product, subjects().front(), Stage::Alive, "add-machine", protocol::AddMachine{});
    product.cells.pop_back();
    return product;
  }();
  return all;
}

std::string
cell_name(const std::string& subject, std::string_view life, const std::string& command) {
  return subject + " | " + std::string(life) + " | " + command;
}

/// Fields stand two blanks or more apart.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos;) {
    const std::size_t end = std::min(line.find("  ", at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return fields;
}

/// A line at the margin names a subject and its lives; those below it a command and an outcome a
/// life.
std::map<std::string, std::string> expected_cells() {
  std::ifstream file(LIVES_TABLE);
  EXPECT_TRUE(file) << LIVES_TABLE;
  std::map<std::string, std::string> cells;
  std::vector<std::string> head;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#')
      continue;
    const std::vector<std::string> fields = fields_of(line);
    if (line.front() != ' ') {
      head = fields;
      continue;
    }
    EXPECT_EQ(fields.size(), head.size()) << line;
    for (std::size_t i = 1; i < std::min(fields.size(), head.size()); ++i)
      EXPECT_TRUE(cells.emplace(cell_name(head.front(), head[i], fields.front()), fields[i]).second)
        << line;
  }
  return cells;
}

} // namespace

TEST(LifeProduct, L3_every_kind_in_every_life_under_every_command) {
  std::map<std::string, std::string> expected = expected_cells();
  std::string line;
  std::ostringstream table;
  for (const Cell& cell : played().cells) {
    const std::string name = cell_name(cell.subject, rules::name_of(cell.life), cell.command);
    const auto wanted = expected.extract(name);
    if (wanted.empty())
      ADD_FAILURE() << "no expectation for " << name << ", which gave " << cell.outcome;
    else
      EXPECT_EQ(cell.outcome, wanted.mapped()) << name;
    table << (line == cell.subject + cell.command
                ? "  "
                : "\n" + cell.subject + ":  " + cell.command + "  ")
          << cell.outcome;
    line = cell.subject + cell.command;
  }
  for (const auto& [name, outcome] : expected)
    ADD_FAILURE() << "no such cell: " << name;
  if (testing::Test::HasFailure())
    std::cerr << "what came of it:" << table.str() << '\n';
}

TEST(LifeProduct, L1_L2_L4_lives_turn_as_the_tables_say_and_every_row_of_them_is_taken) {
  Turns listed;
  for (const store::EntityKind kind : store::entity_kinds)
    for (const rules::Transition& row : rules::transitions(kind))
      listed.insert(turn_name(kind, row.from, row.to, row.command));
  for (const std::string& turn : played().turns)
    EXPECT_TRUE(listed.contains(turn)) << "not in the tables: " << turn;
  for (const std::string& row : listed)
    EXPECT_TRUE(played().turns.contains(row)) << "nothing does: " << row;
}

} // namespace orrery::test
