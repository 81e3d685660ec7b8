// Rights of users where there are several models: what each of them may know of.
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/two_models.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace orrery::cmd {
namespace {

using store::Access;
using test::has;
using test::TwoModels;
using Line = std::vector<std::string>;

/// Whether a text names the other model.
bool tells_other(const std::string& text) {
  static const std::regex name{"(^|[^a-z])other([^a-z]|$)"};
  return std::regex_search(text, name) || has(text, TwoModels::other_uuid)
         || has(text, TwoModels::marker);
}

/// Everything that a verb says, with a model's name taken out.
std::string said_of(TwoModels& bench, const Line& words, const std::string& model) {
  const int exit = bench.verb(words);
  const std::string said = bench.output.printed + "|" + bench.output.complained;
  return std::to_string(exit) + std::regex_replace(said, std::regex{model}, "MODEL");
}

/// A verb's shortest words with a model among them.
Line line_at(const Verb& verb, const std::string& model) {
  Line words{verb.name};
  words.resize(1 + std::max<std::size_t>(verb.words_min, verb.names_model ? 1 : 0), "x");
  if (verb.names_model)
    words[1] = model;
  else
    words.insert(words.begin() + 1, {"--model", model});
  return words;
}

TEST(AccessOfModels, UR3_no_list_of_models_tells_of_one_without_a_right) {
  TwoModels bench;
  bench.user("guest", Access::Login);
  bench.user("reader", Access::Login, Access::Read);
  bench.user("owner", Access::Login, Access::Admin);
  for (const std::string who : {"guest", "reader", "owner"})
    for (const std::string current : {"", "admin/default", "admin/other"})
      for (const Line& words : std::vector<Line>{{"models"},
                                                 {"models", "--uuid"},
                                                 {"models", "--format", "json"},
                                                 {"controllers"},
                                                 {"controllers", "--format", "json"},
                                                 {"show-controller"},
                                                 {"whoami"},
                                                 {"whoami", "--format", "json"},
                                                 {"switch"},
                                                 {"switch", "nowhere"},
                                                 {"complete", "--", "destroy-model", ""},
                                                 {"status", "-m", "nowhere"},
                                                 {"show-model", "nowhere"},
                                                 {"destroy-model", "nowhere"},
                                                 {"wait-for", "model", "x", "--timeout", "0s"}}) {
        bench.become(who);
        bench.session.model = current;
        bench.session.orchestrator =
          bench.find_model(current, "admin"); // as a server has it before a verb
        (void)bench.verb(words);
        auto said = bench.output.printed + bench.output.complained;
        if (current == "admin/other") // which the client itself has told
          said = std::regex_replace(said, std::regex{"(orrery:)?admin/other"}, "");
        EXPECT_FALSE(tells_other(said)) << who << " " << words[0] << " " << current << said;
      }
  EXPECT_EQ(bench.other.commands(), 0U);
}

TEST(AccessOfModels, UR3_each_verb_says_the_same_of_one_that_is_hidden_and_of_none) {
  TwoModels bench;
  bench.user("guest", Access::Login);
  bench.user("owner", Access::Login, Access::Admin);
  for (const std::string who : {"guest", "owner"})
    for (const auto& [there, nowhere] : std::vector<std::pair<std::string, std::string>>{
           {"other", "absent"}, {"admin/other", "admin/absent"}, {"bbbbbbbb", "cccccccc"}})
      for (const auto& verb : verbs()) {
        if (verb.later || verb.local)
          continue;
        bench.become(who);
        const auto hidden = said_of(bench, line_at(verb, there), there);
        bench.become(who);
        EXPECT_EQ(hidden, said_of(bench, line_at(verb, nowhere), nowhere)) << who << verb.name;
      }
}

TEST(AccessOfModels, MD42_who_knows_of_one_only_need_not_choose_it) {
  TwoModels bench;
  bench.user("bob", Access::Login, {}, Access::Read);
  bench.become("bob");
  ASSERT_EQ(bench.verb({"status"}), Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, TwoModels::marker));
  ASSERT_EQ(bench.verb({"show-model", "--format", "json"}), Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(bench.output.printed.starts_with("{\"other\":")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"whoami"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Controller:  orrery\nModel:       other\nUser:        bob\n");
  ASSERT_EQ(bench.verb({"complete", "--", "show-unit", ""}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, TwoModels::marker)) << bench.output.printed;
}

TEST(AccessOfModels, MD24_who_knows_of_several_chooses_among_these) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Read, Access::Read);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"status"}), Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "  - orrery:admin/default\n  - orrery:admin/other\n"))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"show-model"}), Exit::Misused);
  EXPECT_EQ(bench.verb({"status", "-m", "admin/other"}), Exit::Fine) << bench.output.complained;
}

TEST(AccessOfModels, MD22_a_name_that_is_none_is_told_with_who_asks_and_what_he_calls_the_others) {
  TwoModels bench;
  bench.user("bob", Access::Login, {}, Access::Read);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"show-model", "others"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR model orrery:bob/others not found\n");
  EXPECT_EQ(bench.verb({"switch", "others"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, ": there is one model, \"admin/other\"\n"))
    << bench.output.complained;
  bench.user("bob", Access::Login, Access::Read, Access::Admin);
  EXPECT_EQ(bench.verb({"switch", "others"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, ": models are \"admin/default\", \"admin/other\"\n"))
    << bench.output.complained;
}

TEST(AccessOfModels, MD42_who_knows_of_none_is_told_so_and_that_is_no_failure) {
  TwoModels bench;
  bench.user("bob", Access::Login);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"models"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "");
  EXPECT_TRUE(bench.output.complained.starts_with("There are no models available. "));
  EXPECT_EQ(bench.verb({"models", "--format", "json"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{\"models\":[]}\n");
  EXPECT_EQ(bench.verb({"controllers", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"user\":\"bob\",\"access\":\"login\",\"uuid\":\""
                                          + TwoModels::first_uuid + "\""))
    << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "count")) << bench.output.printed;
}

TEST(AccessOfModels, MD42_a_superuser_sees_where_he_is_named_and_all_if_he_asks) {
  TwoModels bench;
  bench.user("root", Access::Superuser, {}, Access::Read);
  bench.user("bob", Access::Login, Access::Read);
  const auto listed = [&](const Line& words) {
    EXPECT_EQ(bench.verb(words), Exit::Fine) << bench.output.complained;
    EXPECT_EQ(bench.output.complained, "");
    return std::pair{has(bench.output.printed, TwoModels::first_uuid + "\",\"model-type"),
                     has(bench.output.printed, TwoModels::other_uuid + "\",\"model-type")};
  };
  bench.become("root");
  EXPECT_EQ(listed({"models", "--format", "json"}), std::pair(false, true));
  EXPECT_EQ(listed({"models", "--all", "--format", "json"}), std::pair(true, true));
  EXPECT_EQ(listed({"models", "--user", "Bob", "--format", "json"}), std::pair(true, false));
  EXPECT_TRUE(has(bench.output.printed, "\"access\":\"read\"")) << bench.output.printed;
  EXPECT_EQ(bench.verb({"models", "--user", "nobody"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "user \"nobody\" not found"));
  bench.become("bob");
  EXPECT_EQ(listed({"models", "--all", "--format", "json"}), std::pair(true, false));
  EXPECT_EQ(bench.verb({"models", "--user", "root"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
}

TEST(AccessOfModels, MD40_access_and_last_connection_are_those_of_the_grant) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Write, Access::Read);
  bench.orchestrator.change([](store::Contents& records) {
    records.grants.at({"bob", TwoModels::other_uuid}).last_connection = 1'000'000'000'000;
  });
  bench.become("bob");
  bench.session.model = "admin/default";
  ASSERT_EQ(bench.verb({"models"}), Exit::Fine);
  EXPECT_TRUE(
    std::regex_search(bench.output.printed, std::regex{"\nadmin/default\\* .* write +just now\n"}))
    << bench.output.printed;
  EXPECT_TRUE(
    std::regex_search(bench.output.printed, std::regex{"\nadmin/other .* read +2001-09-09\n"}))
    << bench.output.printed;
}

TEST(AccessOfModels, MD44_a_reader_sees_no_machines_and_himself_only) {
  TwoModels bench;
  bench.user("bob", Access::Login, {}, Access::Read);
  bench.user("eve", Access::Login, {}, Access::Admin);
  bench.become("bob");
  ASSERT_EQ(bench.verb({"show-model", "admin/other", "--format", "json"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"users\":{\"bob\":{\"access\":\"read\","))
    << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "eve")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "machines")) << bench.output.printed;
  bench.become("eve");
  ASSERT_EQ(bench.verb({"show-model", "admin/other", "--format", "json"}), Exit::Fine);
  for (const char* part : {"\"admin\":{\"access\":\"admin\"", "\"bob\":{", "\"machines\":{\"7\":"})
    EXPECT_TRUE(has(bench.output.printed, part)) << bench.output.printed;
}

TEST(AccessOfModels, MD14_destroying_one_needs_its_admin) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Admin, Access::Write);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"destroy-model", "admin/other"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR getting model status: permission denied\n");
  bench.user("bob", Access::Login, Access::Admin);
  EXPECT_EQ(bench.verb({"destroy-model", "admin/other"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR model orrery:admin/other not found\n");
  bench.user("bob", Access::Login, {}, Access::Admin);
  EXPECT_EQ(bench.verb({"destroy-model", "admin/other"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "models cannot be destroyed here"))
    << bench.output.complained;
}

TEST(AccessOfModels, MD68_defaults_are_the_superusers_whatever_model_is_current) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Admin, Access::Admin);
  bench.become("bob");
  bench.session.model = "admin/other";
  bench.session.orchestrator = not_owned(bench.other);
  EXPECT_EQ(bench.verb({"model-defaults", "http-proxy=http://p"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
  bench.user("bob", Access::Superuser);
  ASSERT_EQ(bench.verb({"model-defaults", "http-proxy=http://p"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.contents()->model_defaults.values.at("http-proxy"), "http://p");
  EXPECT_EQ(bench.other.commands(), 0U);
}

TEST(AccessOfModels, MD33_others_than_superusers_add_none) {
  TwoModels bench;
  bench.user("bob", Access::Login, Access::Admin, Access::Admin);
  bench.become("bob");
  EXPECT_EQ(bench.verb({"add-model", "mine"}), Exit::Failed);
  EXPECT_TRUE(bench.output.complained.ends_with("ERROR permission denied\n"));
}

TEST(AccessOfModels, UR3_of_the_sockets_group_nobody_who_may_only_log_in_knows_of_any) {
  TwoModels bench;
  bench.session.account.clear();
  bench.session.user = "carl";
  bench.session.right = Right::Login;
  EXPECT_EQ(bench.verb({"models", "--format", "json"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "{\"models\":[]}\n");
  for (const std::string name : {"other", "absent"}) {
    EXPECT_EQ(bench.verb({"whoami", "-m", name}), Exit::Failed);
    EXPECT_EQ(bench.output.complained, "ERROR model orrery:admin/" + name + " not found\n");
  }
  EXPECT_EQ(bench.verb({"whoami"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "User:        carl\n")) << bench.output.printed;
}

} // namespace
} // namespace orrery::cmd
