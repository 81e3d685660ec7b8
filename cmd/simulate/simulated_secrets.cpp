#include "cmd/simulate/simulated_secrets.hpp"

#include "config/secret_content.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::simulate {

SimulatedSecrets::~SimulatedSecrets() {
  std::error_code ignored;
  if (!directory_.empty())
    std::filesystem::remove_all(directory_, ignored);
}

/// The key itself is by chance: nothing that a run shows depends on it.
store::SecretVault& SimulatedSecrets::vault() {
  if (!vault_) {
    std::string path = (std::filesystem::temp_directory_path() / "orrery-simulate-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr)
      throw std::runtime_error("no directory can be made for the key of secrets: " + path);
    directory_ = path;
    vault_.emplace(directory_ / store::SecretVault::file_name,
                   [] { return store::SecretVault::Sample(); });
    vault_->set_ids([this] { return new_id(); });
  }
  return *vault_;
}

void SimulatedSecrets::serve(agents::LocalModel& model) {
  model.set_vault(&vault());
}

protocol::Command SimulatedSecrets::sealed(protocol::Command command) {
  auto* const changed = std::get_if<protocol::ChangeUserSecret>(&command);
  if (changed == nullptr || !changed->change.value)
    return command;
  config::SecretContent content;
  const auto added = config::add_secret_value(
    content, {"password", config::SecretArgument::Kind::Text, changed->change.value->sealed});
  if (!added)
    throw std::runtime_error(added.error());
  auto box = vault().seal(changed->secret, config::secret_text(content));
  if (!box)
    throw std::runtime_error(box.error());
  changed->change.value = {std::move(box->bytes), std::move(box->fingerprint)};
  return command;
}

std::string SimulatedSecrets::new_id() {
  return draw_secret_id(random_);
}

std::string draw_secret_id(Random& random) {
  constexpr std::string_view characters = "0123456789abcdefghijklmnopqrstuv";
  constexpr std::size_t length = 20;
  std::string id;
  while (id.size() < length)
    id += characters[random.below(characters.size())];
  return id;
}

} // namespace orrery::simulate
