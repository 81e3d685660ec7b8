// Another model of the process (MD30-MD35). That it becomes the client's current one, the client's
// program does (cmd/engine/model_changes.hpp).
#include "actors/rules/model_settings.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/given_model_config.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"
#include "config/document.hpp"
#include "config/model_name.hpp"
#include "config/user_name.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using config::quote;

constexpr const char* only_cloud = "local"; ///< It has no regions and no credentials.

/// Refuses words that can name no model to come, or no place for it.
std::optional<UsageError> wrong_words(const Arguments& arguments) {
  const auto& words = arguments.words;
  if (words.empty())
    return UsageError{"model name is required", std::nullopt};
  if (!config::is_model_name(words[0]))
    return arguments
      .wrong(0, quote(words[0])
                  + " is not a valid name: model names may only contain lowercase letters, "
                    "digits and hyphens")
      .value();
  if (words[0].size() > config::model_name_max)
    return arguments
      .wrong(0, "the model's name has more than " + std::to_string(config::model_name_max)
                  + " bytes: choose a shorter one")
      .value();
  if (words.size() > 2)
    return arguments.wrong(2, "unrecognized args: [" + quote(words[2]) + "]").value();
  return std::nullopt;
}

/// Why there is no such place; empty: there is.
std::string wrong_cloud(const Arguments& arguments) {
  const auto& words = arguments.words;
  if (words.size() < 2 || words[1] == only_cloud)
    return {};
  const auto slash = words[1].find('/');
  if (words[1].substr(0, slash) == only_cloud)
    return "cloud " + quote(only_cloud) + " has no regions: leave " + quote(words[1].substr(slash))
           + " out";
  return quote(words[1]) + " is neither a cloud nor a region: there is one cloud, "
         + quote(only_cloud) + ", without regions";
}

/// Decides whose it becomes (MD33): of a user who is there.
/// @returns the refusal.
tl::expected<std::string, std::string> owner_of(const Session& session,
                                                const Arguments& arguments) {
  const auto wanted = arguments.text("owner");
  if (!wanted)
    return asking_for(session);
  if (!config::is_user_name(*wanted))
    return tl::unexpected(quote(*wanted) + " is not a valid user name");
  auto owner = config::canonical_user_name(*wanted);
  if (owner == usual_owner)
    return owner;
  const auto recorded = process_of(session)->account(owner, {});
  if (!recorded)
    return tl::unexpected("cannot read the users: " + recorded.error().text);
  if (!recorded->user || recorded->user->removed)
    return tl::unexpected("user " + quote(owner) + " not found");
  return owner;
}

/// Makes the model that the words want. Errors are sentences.
tl::expected<ModelFacts, std::string> make_model(Session& session, const Arguments& arguments) {
  if (session.models == nullptr)
    return tl::unexpected(std::string{"models cannot be added here"});
  NewModel model;
  model.name = arguments.words[0];
  const auto owner = owner_of(session, arguments);
  if (!owner)
    return tl::unexpected(owner.error());
  model.owner = *owner;
  if (const auto why = wrong_cloud(arguments); !why.empty())
    return tl::unexpected(why);
  const auto given = given_model_config(session, arguments.all("config"));
  if (!given)
    return tl::unexpected(given.error());
  const auto defaults = defaults_of_models(session);
  if (!defaults)
    return tl::unexpected(defaults.error());
  auto values = rules::first_settings(model.name, *defaults, *given);
  if (!values)
    return tl::unexpected("failed to create new model: " + values.error());
  model.config = std::move(*values);
  const auto models = session.models->all();
  if (std::any_of(models.begin(), models.end(), [&](const ModelFacts& each) {
        return each.name == model.name && each.owner == model.owner;
      }))
    return tl::unexpected("failed to create new model: model " + quote(model.name) + " for "
                          + model.owner + " already exists");
  auto made = session.models->add(model);
  if (!made)
    return tl::unexpected("failed to create new model: " + made.error());
  std::vector<std::string> names;
  for (const auto& [name, value] : *given)
    names.push_back(name);
  warn_of_unknown_keys(session, names, *defaults);
  return std::move(*made);
}

Outcome add_model(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_words(arguments))
    return tl::unexpected(std::move(*wrong));
  if (session.right < Right::Superuser) {
    session.err("You do not have permission to add a model.\nYou may ask an administrator to grant "
                "you access with \""
                + session.program + " grant\".\n");
    return session.fail("permission denied");
  }
  const auto made = make_model(session, arguments);
  if (!made)
    return session.fail(made.error());
  session.err("Added '" + made->name + "' model for user '" + made->owner + "'\n");
  return Exit::Fine;
}

} // namespace

std::vector<Verb> add_model_verbs() {
  Verb verb;
  verb.name = "add-model";
  verb.right = Right::Login;
  verb.arguments = "NAME [local]";
  verb.summary = "Add a model, which becomes the current one";
  verb.flags = {{"config", '\0', Flag::Kind::Text, "KEY=VALUE|FILE",
                 "What it is configured with, over the defaults of models; may be repeated"},
                {"no-switch", '\0', Flag::Kind::Switch, "", "Leave the current model as it is"},
                {"owner", '\0', Flag::Kind::Text, "USER", "Whose it becomes, default one's own"},
                {"controller", 'c', Flag::Kind::Text, "NAME", "The controller to add it to"},
                {"credential", '\0', Flag::Kind::Text, "NAME", "Nothing needs one here", true}};
  verb.examples = {"add-model test",
                   "add-model test --no-switch --config http-proxy=http://p:3128"};
  verb.of_process = true;
  verb.handler = add_model;
  return {verb};
}

} // namespace orrery::cmd
