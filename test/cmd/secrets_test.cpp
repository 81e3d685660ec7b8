// The user's secrets as verbs: what they say, their exit codes, and what they never show.
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

/// Adds `mine` with a password. @returns its id
std::string add_mine(Bench& bench) {
  EXPECT_EQ(bench.verb({"add-secret", "mine", "password=hunter2"}), Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.output.printed.substr(0, 7), "secret:");
  return bench.output.printed.substr(7, 20);
}

TEST(SecretVerbs, SE53_a_secret_is_added_once) {
  Bench bench;
  (void)add_mine(bench);
  EXPECT_EQ(bench.verb({"add-secret", "mine", "password=x"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("secret with name \"mine\" already exists"),
            std::string::npos);
  EXPECT_NE(bench.verb({"add-secret", "other"}), Exit::Fine);
  EXPECT_NE(bench.output.complained.find("missing secret value or filename"), std::string::npos);
  EXPECT_NE(bench.verb({"add-secret", "other", "Foo=x"}), Exit::Fine);
  EXPECT_NE(bench.verb({"add-secret", "password=x"}), Exit::Fine);
}

TEST(SecretVerbs, SE61_a_content_is_shown_only_where_that_is_asked_for) {
  Bench bench;
  const std::string id = add_mine(bench);
  ASSERT_EQ(bench.verb({"show-secret", "mine"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed.find("hunter2"), std::string::npos);
  EXPECT_EQ(bench.output.printed.find("checksum"), std::string::npos);
  ASSERT_EQ(bench.verb({"show-secret", id, "--reveal"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("  content:\n    password: hunter2\n"), std::string::npos)
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"show-secret", id, "--reveal", "--format", "json"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find(R"("content":{"Data":{"password":"hunter2"}})"),
            std::string::npos);
  EXPECT_NE(bench.verb({"show-secret", "mine", "--reveal", "--revisions"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"show-secret", "nobody"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("secret \"nobody\" not found"), std::string::npos);
  ASSERT_EQ(bench.verb({"secrets", "--format", "json"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed.find("hunter2"), std::string::npos);
}

TEST(SecretVerbs, SE61_no_verb_about_one_secret_reads_all_records_of_a_kind) {
  Bench bench;
  const std::string id = add_mine(bench);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"show-secret", "mine"},
                                             {"show-secret", id, "--revisions"},
                                             {"secrets", "--owner", "application-db"},
                                             {"secrets", "--owner", "model"},
                                             {"update-secret", id, "--info", "text"},
                                             {"remove-secret", id}}) {
    const std::size_t before = bench.orchestrator.kinds_read().size();
    ASSERT_EQ(bench.verb(words), Exit::Fine) << words[0] << ": " << bench.output.complained;
    const auto& read = bench.orchestrator.kinds_read();
    for (std::size_t i = before; i < read.size(); ++i)
      EXPECT_EQ(read[i].find_first_of("SWru"), std::string::npos) << words[0] << " " << read[i];
  }
}

TEST(SecretVerbs, SE61_a_list_reads_secrets_and_nothing_else) {
  Bench bench;
  const std::string id = add_mine(bench);
  const std::size_t before = bench.orchestrator.kinds_read().size();
  ASSERT_EQ(bench.verb({"secrets"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find(id), std::string::npos);
  const auto& read = bench.orchestrator.kinds_read();
  for (std::size_t i = before; i < read.size(); ++i)
    EXPECT_TRUE(read[i] == "S" || read[i].find_first_of("SWru") == std::string::npos) << read[i];
  ASSERT_EQ(bench.verb({"secrets", "--owner", "<model>"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find(id), std::string::npos);
  ASSERT_EQ(bench.verb({"secrets", "--owner", "db"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed.find(id), std::string::npos) << "it is none of db's";
}

TEST(SecretVerbs, SE62_a_content_takes_the_right_to_administer) {
  Bench bench;
  (void)add_mine(bench);
  bench.session.right = cmd::Right::Write;
  EXPECT_NE(bench.verb({"show-secret", "mine", "--reveal"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed.find("hunter2"), std::string::npos);
  EXPECT_EQ(bench.verb({"show-secret", "mine"}), Exit::Fine);
}

TEST(SecretVerbs, SE54_an_update_makes_a_revision) {
  Bench bench;
  (void)add_mine(bench);
  EXPECT_EQ(bench.verb({"update-secret", "mine"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("at least one attribute to update must be specified"),
            std::string::npos);
  EXPECT_EQ(bench.verb({"update-secret", "mine", "password=other", "--name", "ours"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"show-secret", "ours", "--revisions"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("revision: 2"), std::string::npos);
  EXPECT_EQ(bench.verb({"update-secret", "mine", "password=other"}), Exit::Failed);
}

TEST(SecretVerbs, SE56_grants_to_applications_that_are_there) {
  Bench bench;
  const std::string id = add_mine(bench);
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"grant-secret", "mine", "nobody,web"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("failed to grant secret: cannot change access to \"secret:"
                                         + id + "\" for \"nobody\": "),
            std::string::npos)
    << bench.output.complained;
  ASSERT_EQ(bench.verb({"show-secret", "mine"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("target: application-web"), std::string::npos);
  EXPECT_EQ(bench.verb({"grant-secret", "mine", ","}), Exit::Misused);
  EXPECT_NE(bench.output.complained.find("\",\" names no application"), std::string::npos)
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"revoke-secret", "mine", "web"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"show-secret", "mine"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed.find("access"), std::string::npos);
}

TEST(SecretVerbs, SE57_a_secret_or_a_revision_goes) {
  Bench bench;
  (void)add_mine(bench);
  EXPECT_EQ(bench.verb({"remove-secret", "mine", "--revision", "7"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"remove-secret", "mine"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"remove-secret", "mine"}), Exit::Failed);
  bench.orchestrator.change([](store::Contents& model) {
    store::Secret charms;
    charms.id = "00000000000000000009";
    charms.owner = "web";
    charms.revisions = {{1, 0, 0}};
    model.secrets[charms.id] = charms;
  });
  EXPECT_EQ(bench.verb({"remove-secret", "00000000000000000009"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("permission denied"), std::string::npos);
}

TEST(SecretVerbs, SE57_a_dry_run_says_what_goes_and_who_loses_it) {
  Bench bench;
  const std::string id = add_mine(bench);
  bench.charm("web");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"grant-secret", "mine", "web"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"update-secret", "mine", "password=other"}), Exit::Fine);
  const auto told = [&](std::vector<std::string> words) {
    words.emplace_back("--dry-run");
    EXPECT_EQ(bench.verb(words), Exit::Fine) << bench.output.complained;
    return bench.output.printed;
  };
  const std::string all = told({"remove-secret", "mine"});
  EXPECT_NE(all.find("secret " + id), std::string::npos) << all;
  EXPECT_NE(all.find("can be read by web no more"), std::string::npos) << all;
  const std::string one = told({"remove-secret", "mine", "--revision", "1"});
  EXPECT_NE(one.find("loses revision 1"), std::string::npos) << one;
  const std::string revoked = told({"revoke-secret", "mine", "web"});
  EXPECT_NE(revoked.find("can be read by web no more"), std::string::npos) << revoked;
  ASSERT_EQ(bench.verb({"show-secret", "mine", "--revisions"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("application-web"), std::string::npos) << "nothing is done";
  EXPECT_NE(bench.output.printed.find("revision: 1"), std::string::npos);
}

TEST(SecretVerbs, SE56_an_option_with_a_secret_that_is_not_granted_is_warned_of) {
  Bench bench;
  const std::string id = add_mine(bench);
  bench.charm("web");
  bench.file("web/config.yaml", "options:\n  password: {type: secret}\n  note: {type: string}\n");
  const std::string names = "WARNING option \"password\" of web names secret:";
  const std::string mine =
    names + id + ", which it may not read: run orrery grant-secret mine web\n";
  ASSERT_EQ(bench.verb({"deploy", "./web", "--config", "password=secret:" + id}), Exit::Fine);
  EXPECT_NE(bench.output.complained.find(mine), std::string::npos) << bench.output.complained;
  EXPECT_EQ(bench.verb({"config", "web", "password=secret:" + id}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, mine);
  EXPECT_EQ(bench.verb({"config", "web", "note=secret:" + id}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "") << "a text is no secret";
  const std::string other(20, 'a');
  EXPECT_EQ(bench.verb({"config", "web", "password=secret:" + other}), Exit::Fine);
  EXPECT_EQ(bench.output.complained,
            names + other
              + ", which is not there, or not granted to it: \"secrets\" lists what "
                "there is\n");
  ASSERT_EQ(bench.verb({"grant-secret", "mine", "web"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"config", "web", "password=secret:" + id}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "");
}

TEST(SecretVerbs, SE56_a_refresh_and_a_bundle_warn_of_it_too) {
  Bench bench;
  const std::string id = add_mine(bench);
  bench.charm("web");
  bench.file("web/config.yaml", "options:\n  password: {type: secret}\n");
  ASSERT_EQ(bench.verb({"deploy", "./web"}), Exit::Fine);
  const auto is_warned = [&](const std::string& application) {
    return bench.output.complained.find("WARNING option \"password\" of " + application
                                        + " names secret:" + id + ", which it may not read")
           != std::string::npos;
  };
  ASSERT_EQ(bench.verb({"refresh", "web", "--path", "./web", "--config", "password=secret:" + id}),
            Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(is_warned("web")) << bench.output.complained;
  bench.file("shop.yaml", "applications:\n  shop:\n    charm: ./web\n    num_units: 0\n"
                          "    options: {password: \"secret:"
                            + id + "\"}\n");
  ASSERT_EQ(bench.verb({"deploy", "./shop.yaml"}), Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(is_warned("shop")) << bench.output.complained;
}

} // namespace
} // namespace orrery::test
