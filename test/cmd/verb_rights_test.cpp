// The matrix of rights: what one needs at least to use each verb, and what the audit log has of it.
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::cmd {
namespace {

using Words = std::vector<std::string>;
using enum Right;

/// A row for each verb: Juju's levels of access, and for what only Orrery has, those of the verb
/// that does the like. A verb without a row fails.
const std::map<std::string, Right> matrix{
  // · whoever is let in
  {"add-model", Login},
  {"console", Login},
  {"dashboard", Login},
  {"find-offers", Login},
  {"help", Login},
  {"models", Login},
  {"serve", Login},
  {"simulate", Login},
  {"version", Login},
  // r
  {"actions", Read},
  {"assert", Read},
  {"check", Read},
  {"complete", Read},
  {"config", Read},
  {"constraints", Read},
  {"debug-log", Read},
  {"diff-bundle", Read},
  {"explain", Read},
  {"export-bundle", Read},
  {"history", Read},
  {"log-level", Read},
  {"machines", Read},
  {"model-config", Read},
  {"operations", Read},
  {"resources", Read},
  {"secrets", Read},
  {"show-action", Read},
  {"show-application", Read},
  {"show-machine", Read},
  {"show-model", Read},
  {"show-operation", Read},
  {"show-secret", Read},
  {"show-status-log", Read},
  {"show-task", Read},
  {"show-unit", Read},
  {"status", Read},
  {"storage", Read},
  {"switch", Read},
  {"wait", Read},
  {"wait-for", Read},
  // w
  {"add-machine", Write},
  {"add-secret", Write},
  {"add-storage", Write},
  {"add-unit", Write},
  {"attach-resource", Write},
  {"attach-storage", Write},
  {"bind", Write},
  {"cancel-task", Write},
  {"charm", Write},
  {"consume", Write},
  {"deploy", Write},
  {"detach-storage", Write},
  {"expose", Write},
  {"grant-secret", Write},
  {"integrate", Write},
  {"refresh", Write},
  {"remove-application", Write},
  {"remove-machine", Write},
  {"remove-relation", Write},
  {"remove-secret", Write},
  {"remove-storage", Write},
  {"remove-unit", Write},
  {"resolved", Write},
  {"resume-relation", Write},
  {"retry-provisioning", Write},
  {"run", Write},
  {"set-constraints", Write},
  {"set-model-constraints", Write},
  {"suspend-relation", Write},
  {"trust", Write},
  {"unexpose", Write},
  {"update-secret", Write},
  // a
  {"debug-code", Admin},
  {"debug-hooks", Admin},
  {"destroy-model", Admin},
  {"exec", Admin},
  {"offer", Admin},
  {"offers", Admin},
  {"remove-offer", Admin},
  {"scp", Admin},
  {"ssh", Admin},
  // S
  {"backup", Superuser},
  {"fault", Superuser},
};

/// Rows for words of a verb by which it needs more, or less, than the verb alone does.
const std::vector<std::pair<Words, Right>> rows_of_words{
  {{"backup", "create"}, Superuser},
  {{"backup", "restore", "b"}, Superuser},
  {{"backup", "list"}, Read},
  {{"config", "db"}, Read},
  {{"config", "db", "port"}, Read},
  {{"config", "db", "port=1"}, Write},
  {{"config", "db", "port=1", "name"}, Write},
  {{"config", "db", "--reset", "port"}, Write},
  {{"config", "db", "--file", "f"}, Write},
  {{"log-level"}, Read},
  {{"log-level", "agent"}, Read},
  {{"log-level", "debug"}, Superuser},
  {{"log-level", "agent", "debug"}, Superuser},
  {{"model-config"}, Read},
  {{"model-config", "automatically-retry-hooks"}, Read},
  {{"model-config", "automatically-retry-hooks=false"}, Write},
  {{"model-config", "--reset", "automatically-retry-hooks"}, Write},
  {{"models"}, Login},
  {{"models", "--all"}, Superuser},
  {{"models", "--user", "eve"}, Superuser},
};

/// As many words as the verb wants at least, in which `hunter2` stands for a value.
Words words_for(const Verb& verb) {
  Words words{verb.name};
  words.resize(1 + verb.words_min, "hunter2");
  return words;
}

TEST(VerbRights, each_verb_has_its_row_and_declares_it) {
  for (const auto& verb : verbs()) {
    const auto row = matrix.find(verb.name);
    ASSERT_NE(row, matrix.end()) << verb.name << " has no row in the matrix of rights";
    ASSERT_TRUE(verb.right) << verb.name;
    EXPECT_EQ(static_cast<int>(*verb.right), static_cast<int>(row->second)) << verb.name;
  }
}

TEST(VerbRights, each_row_is_of_a_verb) {
  for (const auto& row : matrix) {
    const auto* verb = find_verb(row.first);
    ASSERT_NE(verb, nullptr) << row.first;
    EXPECT_EQ(verb->name, row.first) << "an alias";
  }
}

TEST(VerbRights, words_that_need_another_right_have_rows_of_their_own) {
  std::map<std::string, std::set<Right>> seen;
  for (const auto& [words, right] : rows_of_words) {
    const auto* verb = find_verb(words[0]);
    ASSERT_NE(verb, nullptr) << words[0];
    const auto arguments = parse_arguments(*verb, words);
    ASSERT_TRUE(arguments) << words[0] << ": " << arguments.error().text;
    EXPECT_EQ(static_cast<int>(right_for(*verb, *arguments).value_or(Login)),
              static_cast<int>(right))
      << testing::PrintToString(words);
    seen[verb->name].insert(right);
  }
  for (const auto& verb : verbs()) {
    EXPECT_EQ(verb.right_of != nullptr, seen.contains(verb.name)) << verb.name;
    if (verb.right_of != nullptr) {
      EXPECT_GT(seen[verb.name].size(), 1U) << verb.name;
    }
  }
}

TEST(VerbRights, each_is_refused_with_less_and_that_is_audited) {
  test::Bench bench;
  std::vector<std::string> audited;
  bench.session.audit = [&](const Use& use) {
    audited.push_back(use.verb + " " + std::to_string(use.exit) + " "
                      + std::to_string(use.sequence));
  };
  for (const auto& verb : verbs()) {
    if (verb.later || *verb.right == Login)
      continue;
    audited.clear();
    bench.session.right = static_cast<Right>(static_cast<int>(*verb.right) - 1);
    EXPECT_EQ(bench.verb(words_for(verb)), Exit::Failed) << verb.name;
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << verb.name;
    EXPECT_EQ(audited, *verb.right > Read ? Words{verb.name + " 1 0"} : Words{}) << verb.name;
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

/// An alias is written down as the verb that it is, and nothing of what else was typed.
TEST(VerbRights, each_use_that_wants_more_than_to_read_is_audited_by_verb_and_sequence) {
  test::Bench bench;
  std::vector<Use> audited;
  bench.session.audit = [&](const Use& use) { audited.push_back(use); };
  for (const auto& verb : verbs()) {
    if (verb.later || verb.local || *verb.right <= Read)
      continue;
    Words names{verb.name};
    names.insert(names.end(), verb.aliases.begin(), verb.aliases.end());
    for (const auto& name : names) {
      audited.clear();
      Words words = words_for(verb);
      words[0] = name;
      const int exit = bench.verb(words);
      ASSERT_EQ(audited.size(), 1U) << name;
      EXPECT_EQ(audited[0].verb, verb.name);
      EXPECT_EQ(audited[0].exit, exit) << name;
      EXPECT_EQ(audited[0].sequence, bench.session.sequence) << name;
    }
  }
}

} // namespace
} // namespace orrery::cmd
