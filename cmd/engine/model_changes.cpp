#include "cmd/engine/model_changes.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/served_models.hpp"
#include "cmd/engine/typed_line.hpp"
#include "config/user_name.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

/// A client's files beside what the orchestrator says.
struct BothSides {
  KnownController files;
  ServedModels served;
  std::string endpoint;
};

/// Errors are sentences, but where the orchestrator has said one already: empty.
tl::expected<BothSides, std::string> both_sides(const std::filesystem::path& socket) {
  const auto known = read_client_files(client_directory());
  if (!known)
    return tl::unexpected(known.error());
  auto served = ask_for_models(socket, {});
  if (!served)
    return tl::unexpected(std::string{});
  auto endpoint = endpoint_of(socket);
  auto files = own_entry(*known, *served, endpoint);
  if (!files)
    return tl::unexpected(files.error());
  if (served->controller_uuid.empty()) // who may see no model is not told it
    served->controller_uuid = files->uuid;
  return BothSides{std::move(*files), std::move(*served), std::move(endpoint)};
}

bool has_model(const ServedModels& served, const std::string& name) {
  return std::any_of(served.models.begin(), served.models.end(),
                     [&](const ServedModel& model) { return model.name == name; });
}

/// The model in whose store the process's own records are: whoever names none went to it.
std::string first_model(const ServedModels& served) {
  for (const ServedModel& model : served.models)
    if (model.uuid == served.controller_uuid)
      return model.name;
  return {};
}

/// `CONTROLLER:` of a model's name; empty: it names none.
std::string up_to_colon(const std::string& name) {
  const auto colon = name.find(':');
  return colon == std::string::npos ? std::string{} : name.substr(0, colon + 1);
}

void warn_of_files(const std::string& why) {
  if (!why.empty())
    StreamOutput{}.err("WARNING the client's files do not tell its models: " + why + "\n");
}

/// Makes a model that was added the current one. @returns why it cannot
tl::expected<void, std::string> make_current(const std::string& name,
                                             const std::filesystem::path& socket) {
  const auto sides = both_sides(socket);
  if (!sides)
    return tl::unexpected(sides.error());
  const auto owned = own_user(sides->endpoint) + "/" + name;
  if (!has_model(sides->served, owned))
    return tl::unexpected("model " + full_model_name(name, own_user(sides->endpoint))
                          + " has gone again");
  return keep_models(owned, sides->served, sides->endpoint);
}

/// Shows what goes with a model, and has the user type its name without the controller (MD15).
/// @returns what to exit with if it is not to go; nothing: it is
std::optional<int> refuse_unconfirmed(wire::Request request,
                                      const Arguments& arguments,
                                      const std::filesystem::path& socket) {
  request.words[0] = "destroy-model-warning";
  if (const int exit = ask_at(socket, request, Exit::Failed); exit != Exit::Fine)
    return exit;
  const auto& word = arguments.words[0];
  const auto answer =
    ask_for_line("\nTo continue, enter the name of the model to be unregistered: ", false)
      .value_or("");
  const auto name = word.substr(up_to_colon(word).size());
  if (config::canonical_user_name(answer) == config::canonical_user_name(name)) // an owner's may be
    return std::nullopt;
  complain("model destruction: aborted");
  return Exit::Failed;
}

/// Notes a model that was added, and leaves the current one as it is.
tl::expected<void, std::string> note_models(const std::filesystem::path& socket) {
  const auto sides = both_sides(socket);
  if (!sides)
    return tl::unexpected(sides.error());
  const auto& current = sides->files.current_model;
  if (current.empty()) // there were no others to choose from, or it was the same
    return keep_models(first_model(sides->served), sides->served, sides->endpoint);
  return keep_models({}, sides->served, sides->endpoint, CurrentKept::Yes);
}

} // namespace

void wish_for_controller(ModelWish& wish, const std::string& verb, const Arguments& arguments) {
  const bool destroys = verb == "destroy-model";
  if (!destroys && verb != "add-model" && verb != "model-defaults")
    return;
  wish.juju_model = up_to_colon(wish.juju_model);
  if (const auto controller = arguments.text("controller"))
    wish.flag = *controller + ":";
  else if (destroys && !arguments.words.empty())
    wish.flag = up_to_colon(arguments.words[0]);
}

int ask_to_add_model(const wire::Request& request,
                     const Arguments& arguments,
                     const std::filesystem::path& socket) {
  if (const int exit = ask_at(socket, request, Exit::Failed); exit != Exit::Fine)
    return exit;
  const auto owner = arguments.text("owner");
  if (owner && config::canonical_user_name(*owner) != own_user(endpoint_of(socket)))
    return Exit::Fine; // another's: not even noted (MD31)
  if (arguments.on("no-switch")) {
    if (const auto noted = note_models(socket); !noted)
      warn_of_files(noted.error());
    return Exit::Fine;
  }
  const auto made = make_current(arguments.words[0], socket);
  if (made)
    return Exit::Fine;
  complain("the model was added, but is not this client's current one: " + made.error());
  return Exit::Failed;
}

int ask_to_destroy_model(const wire::Request& request,
                         const Arguments& arguments,
                         const std::filesystem::path& socket) {
  if (!arguments.on("no-prompt") && !arguments.on("yes"))
    if (const auto exit = refuse_unconfirmed(request, arguments, socket))
      return *exit;
  if (const int exit = ask_at(socket, request, Exit::Failed); exit != Exit::Fine)
    return exit;
  const auto known = read_client_files(client_directory());
  if (!known || !known->controllers.contains(usual_controller))
    return Exit::Fine; // they tell nothing of its models
  const auto sides = both_sides(socket);
  if (!sides)
    return Exit::Fine; // another orchestrator's stay as they are
  const auto& current = sides->files.current_model;
  const bool stays = has_model(sides->served, current);
  const auto done =
    keep_models({}, sides->served, sides->endpoint, stays ? CurrentKept::Yes : CurrentKept::No);
  if (!done)
    warn_of_files(done.error());
  return Exit::Fine;
}

} // namespace orrery::cmd
