#include "actors/rules/model_settings.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

using protocol::Code;
using protocol::SetModelConfig;
using rules::decide;

namespace {

rules::ModelState with(store::Settings values) {
  rules::ModelState model = World().model_state();
  model.config.values = std::move(values);
  return model;
}

} // namespace

TEST(SetModelConfig, MD63_values_become_canonical_in_one_write) {
  EXPECT_EQ(
    decide(with({{"ftp-proxy", "f"}, {"mode", "m"}}),
           protocol::Command{SetModelConfig{{{"test-mode", "1"}, {"my-own", "x"}}, {"mode"}}},
           now()),
    decided({rules::put(
      store::ModelConfig{{{"ftp-proxy", "f"}, {"my-own", "x"}, {"test-mode", "true"}}})}));
}

TEST(SetModelConfig, MD63_one_that_is_wrong_fails_all) {
  EXPECT_TRUE(
    refused(rules::set_model_config(with({}), {{{"ftp-proxy", "f"}, {"test-mode", "2"}}, {}}),
            Code::BadOption, "test-mode: expected bool, got string(\"2\")"));
}

TEST(SetModelConfig, MD64_what_is_fixed_is_not_changed) {
  const std::vector<std::pair<store::Settings, std::string>> refusals{
    {{{"agent-version", "3.6.2"}}, "\"agent-version\" must be set via \"upgrade-model\""},
    {{{"charmhub-url", "u"}}, "\"charmhub-url\" must be set via \"add-model\""},
    {{{"authorized-keys", "k"}}, "authorized-keys cannot be set"},
    {{{"firewall-mode", "none"}}, "cannot change firewall-mode from \"instance\" to \"none\""},
    {{{"type", "lxd"}}, "cannot change type from \"process\" to \"lxd\""}};
  for (const auto& [set, text] : refusals)
    EXPECT_TRUE(refused(rules::set_model_config(with({}), {set, {}}), Code::BadOption, text))
      << text;
  EXPECT_TRUE(refused(rules::set_model_config(with({}), {{}, {"uuid"}}), Code::BadOption,
                      "\"uuid\" cannot be reset"));
  EXPECT_EQ(rules::set_model_config(with({}), {{{"firewall-mode", "instance"}}, {}}),
            rules::nothing())
    << "it is so already";
}

TEST(SetModelConfig, MD60_the_same_again_writes_nothing) {
  EXPECT_EQ(
    rules::set_model_config(with({{"test-mode", "true"}}), {{{"test-mode", "t"}}, {"mode"}}),
    rules::nothing());
}

TEST(SetModelConfig, CL5_keys_are_added_once_and_the_last_one_stays) {
  const std::string bytes =
    " AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHvYZqGGkgAPk9j87 ";
  const std::string mine = "ssh-ed25519" + bytes + "me";
  const std::string other = "no-pty ssh-ed25519" + bytes + "other";
  EXPECT_EQ(rules::set_model_config(with({}), {{}, {}, {mine, mine}, {}}),
            decided({rules::put(store::ModelConfig{{{"authorized-keys", mine + "\n"}}})}));
  const auto both = with({{"authorized-keys", mine + "\n" + other + "\n"}});
  EXPECT_EQ(rules::set_model_config(both, {{}, {}, {}, {mine}}),
            decided({rules::put(store::ModelConfig{{{"authorized-keys", other + "\n"}}})}));
  EXPECT_EQ(rules::set_model_config(both, {{}, {}, {mine}, {"nobody"}}), rules::nothing());
  EXPECT_TRUE(refused(rules::set_model_config(both, {{}, {}, {}, {mine, other}}), Code::BadOption,
                      "cannot delete all keys"));
  EXPECT_TRUE(refused(rules::set_model_config(both, {{}, {}, {"ssh-rsa AAAA x"}, {}}),
                      Code::BadOption, "invalid ssh key: ssh-rsa AAAA x"));
  std::vector<std::string> many;
  for (int i = 0; i <= 100; ++i)
    many.push_back(mine + std::to_string(i));
  EXPECT_EQ(rules::set_model_config(with({}), {{}, {}, many, {}}).verdict, rules::Verdict::Refuse);
}

TEST(SetModelConfig, MD60_is_bounded) {
  SetModelConfig change;
  for (int i = 0; i < 17; ++i)
    change.set["my-own-" + std::to_string(i)] = std::string(64 << 10, 'x');
  EXPECT_TRUE(
    refused(rules::set_model_config(with({}), change), Code::LimitExceeded, "larger than 1 MiB"));
  EXPECT_TRUE(refused(rules::set_model_config(with({}), {{{"a b", ""}}, {}}), Code::BadOption,
                      "\"a b\" is no name of a key"));
}

TEST(ModelState, MD60_knows_what_is_set) {
  rules::ModelState model;
  const store::ModelConfig config{{{"mode", "m"}}};
  EXPECT_FALSE(absorb(model, rules::put(config)));
  EXPECT_EQ(model.config, config);
}

TEST(SetModelConfig, A63_results_are_not_kept_for_ever) {
  const store::Settings no_age{{"max-action-results-age", "0s"}};
  const store::Settings no_size{{"max-action-results-size", "0M"}};
  EXPECT_EQ(rules::set_model_config(with({}), {no_age, {}}).writes.size(), 1U);
  EXPECT_EQ(rules::set_model_config(with({}), {no_size, {}}).writes.size(), 1U);
  EXPECT_TRUE(refused(
    rules::set_model_config(with(no_age), {no_size, {}}), Code::BadOption,
    "max-action-results-age and max-action-results-size cannot both be 0: nothing of operations "
    "would ever be deleted; set one of them"));
}

TEST(SetModelDefaults, MD68_values_become_canonical_in_one_write) {
  rules::ModelState model = with({});
  model.defaults.values = {{"ftp-proxy", "f"}};
  EXPECT_EQ(
    decide(model,
           protocol::Command{protocol::SetModelDefaults{{{"test-mode", "1"}}, {"ftp-proxy"}}},
           now()),
    decided({rules::put(store::ModelDefaults{{{"test-mode", "true"}}})}));
  EXPECT_EQ(rules::set_model_defaults(model, {{{"ftp-proxy", "f"}}, {}}), rules::nothing());
}

TEST(SetModelDefaults, MD68_what_cannot_be_set_of_a_model_is_no_default_either) {
  for (const char* fixed : {"uuid", "agent-version", "firewall-mode", "authorized-keys"})
    EXPECT_TRUE(refused(rules::set_model_defaults(with({}), {{{fixed, "x"}}, {}}), Code::BadOption,
                        "cannot be a default of models"))
      << fixed;
  EXPECT_TRUE(refused(rules::set_model_defaults(with({}), {{{"test-mode", "2"}}, {}}),
                      Code::BadOption, "expected bool"));
  EXPECT_TRUE(refused(
    rules::set_model_defaults(with({}), {{{"x", std::string(60'000, 'x')}, {"a b", ""}}, {}}),
    Code::BadOption, "a b"));
}

TEST(SetModelConfig, MD13_sets_of_commands_are_disabled_and_enabled_by_no_key) {
  SetModelConfig disable;
  disable.disabled[config::CommandSet::All] = "ask Eve";
  const store::Settings disabled{{"disabled-commands-all", "ask Eve"}};
  EXPECT_EQ(rules::set_model_config(with({}), disable),
            decided({rules::put(store::ModelConfig{disabled})}));
  EXPECT_EQ(rules::set_model_config(with(disabled), disable), rules::nothing());
  SetModelConfig enable;
  enable.disabled[config::CommandSet::All] = std::nullopt;
  EXPECT_EQ(rules::set_model_config(with(disabled), enable),
            decided({rules::put(store::ModelConfig{})}));
  EXPECT_EQ(rules::set_model_config(with({}), enable), rules::nothing());
  EXPECT_EQ(rules::set_model_config(with({}), {{{"disabled-commands-all", "x"}}, {}}),
            rules::refuse(Code::BadOption,
                          "\"disabled-commands-all\" must be set via \"disable-command\""));
  EXPECT_EQ(rules::set_model_config(with(disabled), {{}, {"disabled-commands-all"}}),
            rules::refuse(Code::BadOption, "\"disabled-commands-all\" cannot be reset"));
}

TEST(FirstSettings, MD34_what_is_given_is_over_the_defaults) {
  EXPECT_EQ(rules::first_settings("m", {{"ftp-proxy", "f"}, {"mode", "d"}},
                                  {{"mode", "g"}, {"test-mode", "1"}, {"name", "m"}})
              .value(),
            (store::Settings{{"ftp-proxy", "f"}, {"mode", "g"}, {"test-mode", "true"}}));
  EXPECT_EQ(rules::first_settings("m", {}, {}).value(), store::Settings{});
}

TEST(FirstSettings, MD64_the_hubs_address_is_for_new_models_alone) {
  EXPECT_EQ(rules::first_settings("m", {}, {{"charmhub-url", "http://hub"}}).value(),
            (store::Settings{{"charmhub-url", "http://hub"}}));
}

TEST(FirstSettings, MD34_refuses_as_model_config_does) {
  EXPECT_EQ(rules::first_settings("m", {}, {{"name", "other"}}).error(),
            "cannot change name from \"m\" to \"other\"");
  EXPECT_FALSE(rules::first_settings("m", {}, {{"test-mode", "2"}}));
  EXPECT_EQ(rules::first_settings("m", {}, {{"authorized-keys", "nonsense"}}).error(),
            "invalid ssh key: nonsense");
}

} // namespace orrery::test
