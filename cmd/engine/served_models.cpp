#include "cmd/engine/served_models.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/client_document.hpp"
#include "config/yaml.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// Keeps what a verb prints; its errors are shown as they come.
class KeptAnswer : public StreamOutput {
public:
  void out(std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

} // namespace

std::string own_user(const std::string& endpoint) {
  const auto stored = stored_account_in(client_directory(), endpoint);
  return stored.user.empty() ? std::string{usual_owner} : stored.user;
}

tl::expected<ServedModels, std::string> read_served_models(const std::string& json,
                                                           const std::string& asking) {
  const auto read = config::parse_yaml(json, "models");
  const auto* list = read ? read->root().find("models") : nullptr;
  if (list == nullptr)
    return tl::unexpected(std::string{"the orchestrator's list of models is not understood: it may "
                                      "be of another version"});
  ServedModels served;
  auto current = text_of(read->root(), "current-model");
  if (!current.empty() && current.find('/') == std::string::npos)
    current.insert(0, asking + "/");
  for (const auto& item : list->value.items) {
    served.models.push_back({text_of(item, "name"), text_of(item, "model-uuid")});
    served.controller_uuid = text_of(item, "controller-uuid");
    if (!current.empty() && served.models.back().name == current)
      served.current = served.models.back().name;
  }
  return served;
}

tl::expected<ServedModels, int> ask_for_models(const std::filesystem::path& socket,
                                               const std::string& flag) {
  auto client = Client::connect(socket);
  if (!client)
    return tl::unexpected(no_orchestrator(socket, Exit::Failed));
  auto request = make_request();
  request.terminal = {};
  request.words = {"models", "--all", "--format", "json"}; // a superuser may choose any (MD22)
  if (!flag.empty())
    request.words.push_back("--model=" + flag);
  KeptAnswer answer;
  const auto exit = client->ask(request, answer);
  if (exit && *exit != Exit::Fine)
    return tl::unexpected(*exit);
  auto served = exit ? read_served_models(answer.text(), own_user(endpoint_of(socket)))
                     : tl::unexpected("the orchestrator at " + socket.string()
                                      + " went away before it had answered");
  if (served)
    return std::move(*served);
  complain(served.error());
  return tl::unexpected(static_cast<int>(Exit::Failed));
}

tl::expected<KnownController, std::string>
own_entry(const KnownControllers& known, const ServedModels& served, const std::string& endpoint) {
  const auto found = known.controllers.find(usual_controller);
  if (found == known.controllers.end())
    return KnownController{};
  const auto& entry = found->second;
  const bool is_there =
    std::find(entry.endpoints.begin(), entry.endpoints.end(), endpoint) != entry.endpoints.end();
  if (is_there || (!entry.uuid.empty() && entry.uuid == served.controller_uuid))
    return entry;
  return tl::unexpected(
    "the controller orrery of " + (client_directory() / controllers_file).string()
    + " is another orchestrator, at " + (entry.endpoints.empty() ? "no socket" : entry.endpoints[0])
    + ": nothing was changed; set JUJU_DATA to a directory for this one, or take that entry out of "
      "the file if nobody needs it");
}

tl::expected<void, std::string> keep_models(const std::string& model,
                                            const ServedModels& served,
                                            const std::string& endpoint,
                                            CurrentKept current) {
  ClientChange change{usual_controller, served.controller_uuid, endpoint, usual_owner, {}, model};
  change.keeps_current = current == CurrentKept::Yes;
  for (const auto& each : served.models)
    change.models[each.name] = each.uuid;
  return change_client_files(client_directory(), change);
}

} // namespace orrery::cmd
