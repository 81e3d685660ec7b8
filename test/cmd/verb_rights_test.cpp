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

using Typed = std::vector<std::string>;

/// A row for each verb: Juju's levels of access, and for what only Orrery has, those of the verb
/// that does the like. A verb without a row fails.
const std::map<std::string, Right> matrix{
  // · whoever is let in
  {"add-model", Right::Login},
  {"change-user-password", Right::Login},
  {"console", Right::Login},
  {"controllers", Right::Login},
  {"dashboard", Right::Login},
  {"find-offers", Right::Login},
  {"complete", Right::Login},
  {"help", Right::Login},
  {"model-defaults", Right::Login},
  {"login", Right::Login},
  {"logout", Right::Login},
  {"models", Right::Login},
  {"register", Right::Login},
  {"register-user", Right::Login},
  {"serve", Right::Login},
  {"show-controller", Right::Login},
  {"show-user", Right::Login},
  {"simulate", Right::Login},
  {"switch", Right::Login},
  {"users", Right::Login},
  {"version", Right::Login},
  {"whoami", Right::Login},
  // r
  {"actions", Right::Read},
  {"assert", Right::Read},
  {"check", Right::Read},
  {"config", Right::Read},
  {"constraints", Right::Read},
  {"debug-log", Right::Read},
  {"diff-bundle", Right::Read},
  {"explain", Right::Read},
  {"export-bundle", Right::Read},
  {"history", Right::Read},
  {"log-level", Right::Read},
  {"machines", Right::Read},
  {"model-config", Right::Read},
  {"model-constraints", Right::Read},
  {"operations", Right::Read},
  {"resources", Right::Read},
  {"secrets", Right::Read},
  {"show-action", Right::Read},
  {"show-application", Right::Read},
  {"show-machine", Right::Read},
  {"show-model", Right::Read},
  {"show-operation", Right::Read},
  {"show-secret", Right::Read},
  {"show-status-log", Right::Read},
  {"show-storage", Right::Read},
  {"show-task", Right::Read},
  {"show-unit", Right::Read},
  {"ssh-keys", Right::Read},
  {"disabled-commands", Right::Read},
  {"status", Right::Read},
  {"storage", Right::Read},
  {"wait", Right::Read},
  {"wait-for", Right::Read},
  // w
  {"add-machine", Right::Write},
  {"add-secret", Right::Write},
  {"add-storage", Right::Write},
  {"add-unit", Right::Write},
  {"attach-resource", Right::Write},
  {"attach-storage", Right::Write},
  {"bind", Right::Write},
  {"cancel-task", Right::Write},
  {"charm", Right::Write},
  {"consume", Right::Write},
  {"deploy", Right::Write},
  {"detach-storage", Right::Write},
  {"expose", Right::Write},
  {"grant-secret", Right::Write},
  {"integrate", Right::Write},
  {"refresh", Right::Write},
  {"remove-application", Right::Write},
  {"remove-machine", Right::Write},
  {"remove-relation", Right::Write},
  {"remove-secret", Right::Write},
  {"remove-storage", Right::Write},
  {"remove-unit", Right::Write},
  {"resolved", Right::Write},
  {"resume-relation", Right::Write},
  {"retry-provisioning", Right::Write},
  {"run", Right::Write},
  {"set-constraints", Right::Write},
  {"set-model-constraints", Right::Write},
  {"suspend-relation", Right::Write},
  {"trust", Right::Write},
  {"disable-command", Right::Write},
  {"enable-command", Right::Write},
  {"unexpose", Right::Write},
  {"revoke-secret", Right::Write},
  {"update-secret", Right::Write},
  // a
  {"add-ssh-key", Right::Admin},
  {"debug-code", Right::Admin},
  {"debug-hooks", Right::Admin},
  {"destroy-model", Right::Admin},
  {"destroy-model-warning", Right::Admin},
  {"exec", Right::Admin},
  {"offer", Right::Admin},
  {"offers", Right::Admin},
  {"rekey", Right::Admin},
  {"remove-offer", Right::Admin},
  {"remove-ssh-key", Right::Admin},
  {"scp", Right::Admin},
  {"ssh", Right::Admin},
  // S
  {"add-user", Right::Superuser},
  {"backup", Right::Superuser},
  {"disable-user", Right::Superuser},
  {"enable-user", Right::Superuser},
  {"fault", Right::Superuser},
  {"grant", Right::Superuser},
  {"remove-user", Right::Superuser},
  {"revoke", Right::Superuser},
};

/// Rows for words of a verb by which it needs more, or less, than the verb alone does.
const std::vector<std::pair<Typed, Right>> rows_of_words{
  {{"config", "db"}, Right::Read},
  {{"config", "db", "port"}, Right::Read},
  {{"config", "db", "port=1"}, Right::Write},
  {{"config", "db", "port=1", "name"}, Right::Write},
  {{"config", "db", "--reset", "port"}, Right::Write},
  {{"config", "db", "--file", "f"}, Right::Write},
  {{"grant", "bob", "superuser"}, Right::Superuser},
  {{"grant", "bob", "read", "m"}, Right::Login}, // admin on m, which its handler looks up
  {{"revoke", "bob", "superuser"}, Right::Superuser},
  {{"revoke", "bob", "read", "m"}, Right::Login},
  {{"users"}, Right::Login},
  {{"users", "m"}, Right::Read},
  {{"log-level"}, Right::Read},
  {{"log-level", "agent"}, Right::Read},
  {{"log-level", "debug"}, Right::Superuser},
  {{"log-level", "agent", "debug"}, Right::Superuser},
  {{"model-config"}, Right::Read},
  {{"model-config", "automatically-retry-hooks"}, Right::Read},
  {{"model-config", "automatically-retry-hooks=false"}, Right::Write},
  {{"model-config", "--reset", "automatically-retry-hooks"}, Right::Write},
  {{"model-defaults"}, Right::Login},
  {{"model-defaults", "http-proxy"}, Right::Login},
  {{"model-defaults", "http-proxy=p"}, Right::Superuser},
  {{"model-defaults", "--reset", "http-proxy"}, Right::Superuser},
  {{"model-defaults", "--file", "f"}, Right::Superuser},
  {{"show-secret", "mine"}, Right::Read},
  {{"show-secret", "mine", "--reveal"}, Right::Admin},
  {{"models"}, Right::Login},
  {{"models", "--all"}, Right::Login},
  {{"models", "--user", "eve"}, Right::Superuser},
};

/// Returns as many words as the verb wants at least; `hunter2` stands for a value among them.
Typed words_for(const Verb& verb) {
  Typed words{verb.name};
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
    EXPECT_EQ(static_cast<int>(right_for(*verb, *arguments).value_or(Right::Login)),
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
    audited.push_back(use.verb + " " + std::to_string(use.exit.value()) + " "
                      + std::to_string(use.sequence));
  };
  for (const auto& verb : verbs()) {
    if (verb.later || *verb.right == Right::Login)
      continue;
    audited.clear();
    bench.session.right = static_cast<Right>(static_cast<int>(*verb.right) - 1);
    EXPECT_EQ(bench.verb(words_for(verb)), Exit::Failed) << verb.name;
    EXPECT_EQ(bench.output.complained, "ERROR permission denied\n") << verb.name;
    EXPECT_EQ(audited, *verb.right > Right::Read ? Typed{verb.name + " 1 0"} : Typed{})
      << verb.name;
  }
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

/// An alias is written down as the verb that it is, and nothing of what else was typed.
TEST(VerbRights, each_use_that_wants_more_than_to_read_is_audited_by_verb_and_sequence) {
  test::Bench bench;
  std::vector<Use> audited;
  bench.session.audit = [&](const Use& use) { audited.push_back(use); };
  for (const auto& verb : verbs()) {
    if (verb.later || verb.local || *verb.right <= Right::Read)
      continue;
    Typed names{verb.name};
    names.insert(names.end(), verb.aliases.begin(), verb.aliases.end());
    for (const auto& name : names) {
      audited.clear();
      Typed words = words_for(verb);
      words[0] = name;
      const int exit = bench.verb(words);
      const bool begins = audited.size() == 2 && !audited[0].exit; // programs, which may last
      ASSERT_EQ(audited.size(), begins ? 2U : 1U) << name;
      EXPECT_EQ(audited.front().verb, verb.name);
      EXPECT_EQ(audited.back().verb, verb.name);
      EXPECT_EQ(audited.back().exit, exit) << name;
      EXPECT_EQ(audited.back().sequence, bench.session.sequence) << name;
    }
  }
}

} // namespace
} // namespace orrery::cmd
