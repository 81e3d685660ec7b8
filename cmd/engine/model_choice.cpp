#include "cmd/engine/model_choice.hpp"

#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/verbs/parse_arguments.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

std::string without_controller(const ModelReference& reference) {
  return reference.owner.empty() ? reference.model : reference.owner + "/" + reference.model;
}

/// The socket of a controller that is named. @returns why there is none.
tl::expected<std::string, std::string> named_endpoint(const std::string& controller,
                                                      const GivenSocket& place,
                                                      const KnownControllers& known) {
  const auto found = known.controllers.find(controller);
  if (found == known.controllers.end())
    return controller == usual_controller
             ? tl::expected<std::string, std::string>{place.endpoint}
             : tl::unexpected("controller " + controller + " not found");
  const auto& endpoints = found->second.endpoints;
  const auto socket =
    std::find_if(endpoints.begin(), endpoints.end(),
                 [](const std::string& endpoint) { return endpoint.starts_with(socket_scheme); });
  if (socket == endpoints.end())
    return tl::unexpected("controller " + controller
                          + " is one of Juju's: use Juju's own client for it");
  if (controller == usual_controller || *socket == place.endpoint)
    return place.endpoint; // the socket says which orchestrator is meant
  if (place.is_named)
    return tl::unexpected("controller " + controller + " listens at "
                          + socket->substr(std::string_view{socket_scheme}.size())
                          + ", another socket than --socket or ORRERY_SOCKET names: leave one of "
                            "them out");
  return *socket;
}

/// The current model that the files tell of the orchestrator there.
std::string current_of(const std::string& controller,
                       const std::string& endpoint,
                       const KnownControllers& known) {
  const auto found = known.controllers.find(controller.empty() ? usual_controller : controller);
  if (found == known.controllers.end())
    return {};
  const auto& endpoints = found->second.endpoints;
  const bool is_there = std::find(endpoints.begin(), endpoints.end(), endpoint) != endpoints.end();
  return is_there ? found->second.current_model : std::string{};
}

} // namespace

tl::expected<ModelChoice, std::string>
choose_model_place(const ModelWish& wish, const GivenSocket& place, const KnownControllers& known) {
  const auto flag = parse_model_reference(wish.flag);
  if (!wish.flag.empty() && !flag)
    return ModelChoice{place.endpoint, wish.flag, true};
  const auto variable = parse_model_reference(wish.juju_model);
  if (!flag && !wish.juju_model.empty() && !variable)
    return ModelChoice{place.endpoint, wish.juju_model, true};
  auto controller = flag ? flag->controller : std::string{};
  if (controller.empty() && variable && !variable->controller.empty()) {
    if (!wish.juju_controller.empty() && wish.juju_controller != variable->controller)
      return tl::unexpected("controller name from JUJU_MODEL (" + variable->controller
                            + ") conflicts with value in JUJU_CONTROLLER (" + wish.juju_controller
                            + ")");
    controller = variable->controller;
  }
  if (controller.empty())
    controller = wish.juju_controller;
  auto endpoint = controller.empty() ? tl::expected<std::string, std::string>{place.endpoint}
                                     : named_endpoint(controller, place, known);
  if (!endpoint)
    return tl::unexpected(endpoint.error());
  ModelChoice choice{std::move(*endpoint), {}, true};
  if (flag)
    choice.model = without_controller(*flag);
  else if (variable)
    choice.model = without_controller(*variable);
  if (choice.model.empty()) {
    choice.model = current_of(controller, choice.endpoint, known);
    choice.is_wished = false;
  }
  return choice;
}

std::vector<std::string>
without_flags(const Verb& verb, const std::vector<std::string>& words, std::string_view name) {
  std::vector<std::string> left;
  std::size_t kept = 0; // the first word that is not looked at yet
  auto lexer = lexer_of(verb, words);
  while (const auto lexed = lexer.next()) {
    const bool is_flag = lexed->kind == config::LexedFlag::Kind::Flag;
    const auto* flag = is_flag ? find_flag(verb, lexed->text) : nullptr;
    if (flag == nullptr || flag->name != name || !words[lexed->first].starts_with(lexed->text))
      continue; // in one word with other letters it stays: the last one counts
    left.insert(left.end(), words.begin() + static_cast<std::ptrdiff_t>(kept),
                words.begin() + static_cast<std::ptrdiff_t>(lexed->first));
    kept = lexed->last + 1;
  }
  left.insert(left.end(), words.begin() + static_cast<std::ptrdiff_t>(kept), words.end());
  return left;
}

} // namespace orrery::cmd
