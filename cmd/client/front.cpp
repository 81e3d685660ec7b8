#include "cmd/client/front.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/client/client_files.hpp"
#include "cmd/client/model_reference.hpp"

#include <algorithm>
#include <cstdlib>

namespace orrery::cmd {

namespace {

/// A restore needs that nobody serves.
bool restores(const std::vector<std::string>& words) {
  return words[0] == "backup" && std::find(words.begin(), words.end(), "restore") != words.end();
}

/// A file is written by the engine, as whoever typed the verb.
bool writes_a_file(const std::vector<std::string>& words) {
  return words[0] == "export-bundle"
         && std::any_of(words.begin(), words.end(), [](const std::string& word) {
              return word.starts_with("--filename") || word.starts_with("--with-charms");
            });
}

bool names_a_socket(std::string_view word) {
  return word == "--socket" || word.starts_with("--socket=");
}

bool is_set(const char* variable) {
  const auto* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// Scripts for Juju name their model in the environment, too, which not every verb takes.
bool has_a_model() {
  return is_set("JUJU_MODEL") || is_set("JUJU_CONTROLLER");
}

/// Whether a word may be a flag's model, or hold one, of which the client's files must tell more:
/// that of another controller, or a controller's current one.
bool names_a_controller(std::string_view word, bool is_flags_value) {
  constexpr std::string_view usual = usual_controller;
  if (!is_flags_value && !word.starts_with("-m") && !word.starts_with("--model="))
    return false;
  auto value = word;
  if (!is_flags_value)
    value.remove_prefix(std::min(word.find('=') + 1, word.size()));
  const auto colon = value.find(':');
  return colon != std::string_view::npos
         && (value.substr(0, colon) != usual || colon + 1 == value.size());
}

bool names_a_controller_in(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i)
    if (names_a_controller(words[i], words[i - 1] == "-m" || words[i - 1] == "--model"))
      return true;
  return false;
}

} // namespace

std::optional<int> ask_at_once(std::string_view called, std::vector<std::string> words) {
  const bool as_juju = std::filesystem::path{called}.filename() == "juju";
  const auto socket = take_socket(words);
  if (words.empty() || words[0].starts_with('-') || (as_juju && has_a_model())
      || std::find(engine_verbs.begin(), engine_verbs.end(), words[0]) != engine_verbs.end()
      || restores(words) || writes_a_file(words)
      || std::any_of(words.begin(), words.end(), names_a_socket) || names_a_controller_in(words))
    return std::nullopt;
  const auto path = socket_path(socket);
  const auto current = current_model_in(client_directory(), endpoint_of(path));
  if (current.state == CurrentModel::State::Unsure)
    return std::nullopt;
  auto client = Client::connect(path);
  if (!client)
    return std::nullopt;
  auto request = make_request();
  const int lost = words[0] == "ssh" ? Exit::Unreachable : Exit::Failed;
  request.words = std::move(words);
  request.model = current.name;
  request.gives_input = true;
  if (as_juju)
    request.name = "juju";
  return ask_once(*client, request, path, lost);
}

} // namespace orrery::cmd
