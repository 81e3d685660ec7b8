#include "cmd/client/front.hpp"

#include "cmd/client/asking.hpp"

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

/// Scripts for Juju name their model in the environment, too, which not every verb takes.
bool has_a_model() {
  const auto* model = std::getenv("JUJU_MODEL");
  return model != nullptr && *model != '\0';
}

} // namespace

std::optional<int> ask_at_once(std::string_view called, std::vector<std::string> words) {
  const bool as_juju = std::filesystem::path{called}.filename() == "juju";
  const auto socket = take_socket(words);
  if (words.empty() || words[0].starts_with('-') || (as_juju && has_a_model())
      || std::find(engine_verbs.begin(), engine_verbs.end(), words[0]) != engine_verbs.end()
      || restores(words) || writes_a_file(words)
      || std::any_of(words.begin(), words.end(), names_a_socket))
    return std::nullopt;
  const auto path = socket_path(socket);
  auto client = Client::connect(path);
  if (!client)
    return std::nullopt;
  auto request = make_request();
  const int lost = words[0] == "ssh" ? Exit::Unreachable : Exit::Failed;
  request.words = std::move(words);
  request.gives_input = true;
  if (as_juju)
    request.name = "juju";
  return ask_once(*client, request, path, lost);
}

} // namespace orrery::cmd
