#include "cmd/engine/logged_in.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/client_document.hpp"
#include "cmd/engine/client_store.hpp"
#include "cmd/engine/switching.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// Keeps what a verb prints; its errors are shown as they come.
class KeptText : public StreamOutput {
public:
  void out(std::string_view text) override { text_ += text; }
  void err(std::string_view text) override {
    if (text.starts_with("ERROR"))
      StreamOutput::err(text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// Returns the text that a verb prints for that account, or what to exit with if it fails.
tl::expected<std::string, int> ask_as(const std::filesystem::path& socket,
                                      const wire::Credentials& account,
                                      const std::vector<std::string>& words) {
  auto client = Client::connect(socket);
  if (!client)
    return tl::unexpected(no_orchestrator(socket, Exit::Failed));
  auto request = make_request();
  request.terminal = {};
  request.account = account;
  request.words = words;
  KeptText answer;
  const auto exit = client->ask(request, answer);
  if (!exit)
    complain("the orchestrator at " + socket.string() + " went away before it had answered");
  if (exit.value_or(Exit::Failed) != Exit::Fine)
    return tl::unexpected(exit.value_or(Exit::Failed));
  return answer.text();
}

/// The part that is needed of `show-controller --format json`.
struct SeenController {
  std::string uuid;
  std::string access;
};

SeenController read_controller(const std::string& json) {
  const auto read = config::parse_yaml(json, "controller");
  const auto* own = read ? find_mapping(read->root(), usual_controller) : nullptr;
  const auto* details = own == nullptr ? nullptr : find_mapping(*own, "details");
  const auto* account = own == nullptr ? nullptr : find_mapping(*own, "account");
  return {details == nullptr ? "" : text_of(*details, "uuid"),
          account == nullptr ? "" : text_of(*account, "access")};
}

std::string models_text(const ServedModels& served) {
  if (served.models.empty())
    return "There are no models available. You can add models with\n\"orrery add-model\", or you "
           "can ask an administrator or owner\nof a model to grant access to that model with "
           "\"orrery grant\".\n";
  if (served.models.size() == 1)
    return "Current model set to \"" + served.models[0].name + "\".\n";
  std::string text = "There are " + std::to_string(served.models.size())
                     + " models available. Use \"orrery switch\" to select\none of them:\n";
  for (const auto& model : served.models)
    text += "  - orrery switch " + model.name + "\n";
  return text;
}

/// The current model of the files, if it is still there, or the only one that there is.
std::string current_of(const ServedModels& served) {
  const auto known = read_client_files(client_directory());
  std::string before;
  if (known)
    for (const auto& [name, controller] : known->controllers)
      if (name == usual_controller)
        before = controller.current_model;
  const bool is_there = std::any_of(served.models.begin(), served.models.end(),
                                    [&](const auto& model) { return model.name == before; });
  if (is_there)
    return before;
  return served.models.size() == 1 ? served.models[0].name : std::string{};
}

} // namespace

std::string why_not_logged_in_there(const std::filesystem::path& socket, bool replaces) {
  const auto known = read_client_files(client_directory());
  if (!known)
    return known.error();
  const auto found = known->controllers.find(usual_controller);
  if (replaces || found == known->controllers.end() || found->second.endpoints.empty())
    return {};
  const auto& endpoints = found->second.endpoints;
  if (std::find(endpoints.begin(), endpoints.end(), endpoint_of(socket)) != endpoints.end())
    return {};
  return "the controller orrery of " + (client_directory() / controllers_file).string()
         + " is another orchestrator, at " + endpoints[0]
         + ": nothing was changed; set JUJU_DATA to a directory for this one, or register with "
           "--replace";
}

int keep_login(const std::filesystem::path& socket,
               const wire::Credentials& account,
               bool welcomes) {
  const auto controller = ask_as(socket, account, {"show-controller", "--format", "json"});
  if (!controller)
    return controller.error();
  const auto models = ask_as(socket, account, {"models", "--format", "json"});
  if (!models)
    return models.error();
  const auto served = read_served_models(*models, account.user);
  if (!served) {
    complain(served.error());
    return Exit::Failed;
  }
  const auto seen = read_controller(*controller);
  ClientChange change;
  change.controller = usual_controller;
  change.uuid = seen.uuid;
  change.endpoint = endpoint_of(socket);
  change.user = account.user;
  change.current_model = current_of(*served);
  change.password = account.password;
  change.access = seen.access;
  for (const auto& model : served->models)
    change.models[model.name] = model.uuid;
  if (const auto changed = change_client_files(client_directory(), change); !changed) {
    complain(changed.error());
    return Exit::Failed;
  }
  if (welcomes)
    StreamOutput{}.err("\nWelcome, " + account.user + ". You are now logged into \""
                       + usual_controller + "\".\n\n" + models_text(*served));
  return Exit::Fine;
}

} // namespace orrery::cmd
