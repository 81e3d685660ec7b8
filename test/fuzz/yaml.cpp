#include "config/yaml.hpp"

#include "config/bundle.hpp"
#include "config/charm.hpp"
#include "config/model_config_file.hpp"
#include "config/model_keys.hpp"
#include "config/settings.hpp"
#include "test/fuzz/scratch.hpp"
#include "test/fuzz/target.hpp"

#include <filesystem>
#include <string>

/// Files that users write: choice(1), then a document, settings, a bundle, a charm's metadata or
/// its options, or a model's configuration.
namespace orrery::fuzz {
namespace {

/// With a directory `charm` in it.
const Scratch& directory() {
  static const Scratch here;
  static const bool made = std::filesystem::create_directories(here.path() / "charm");
  (void)made;
  return here;
}

template <class T>
void check(const config::Result<T>& result) {
  if (!result)
    demand(!result.error().text().empty(), "an error without words");
}

/// A value that a key takes is taken again as it has become.
void check_model_config(const config::Result<config::ModelConfigFile>& read) {
  check(read);
  if (!read)
    return;
  for (const auto& [name, text] : read->values)
    if (const config::ModelKey* const key = config::find_model_key(name))
      if (const auto value = config::canonical_model_value(*key, text))
        demand(config::canonical_model_value(*key, *value) == value, "no canonical value");
}

constexpr std::string_view plain_charm = "name: web\nsummary: s\ndescription: d\n";

} // namespace

void feed(std::string_view bytes) {
  const auto [which, text] = choose(bytes, 6);
  switch (which) {
  case 0:
    check(config::parse_yaml(std::string(text), "document.yaml"));
    break;
  case 1:
    check(config::load_settings(directory().write("settings.yaml", text)));
    break;
  case 2:
    check(config::load_bundle(directory().write("bundle.yaml", text)));
    break;
  case 3:
    (void)directory().write("charm/config.yaml", "options: {}\n");
    (void)directory().write("charm/metadata.yaml", text);
    check(config::load_charm(directory().path() / "charm"));
    break;
  case 4:
    (void)directory().write("charm/config.yaml", text);
    (void)directory().write("charm/metadata.yaml", plain_charm);
    check(config::load_charm(directory().path() / "charm"));
    break;
  default:
    check_model_config(config::parse_model_config_file(std::string(text), "model.yaml"));
  }
}

} // namespace orrery::fuzz
