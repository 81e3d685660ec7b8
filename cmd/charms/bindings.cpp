#include "cmd/charms/bindings.hpp"

#include "cmd/views/render/bindings.hpp"

#include <algorithm>
#include <sstream>

namespace orrery::cmd {

namespace {

using render::only_space;

std::string wrong_form(const std::string& what) {
  return "--bind must be in the form '[<default-space>] [<endpoint-name>=<space> ...]'; " + what;
}

} // namespace

tl::expected<Bound, std::string> read_bindings(const std::string& text) {
  Bound named;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == 0)
      return tl::unexpected(
        wrong_form("found \"=\" without endpoint name. Use a lone space name to set the default."));
    if (equals != word.rfind('='))
      return tl::unexpected(wrong_form("found multiple \"=\" in binding. Did you forget to "
                                       "space-separate the binding list?"));
    const std::string space = equals == std::string::npos ? word : word.substr(equals + 1);
    if (space != only_space)
      return tl::unexpected("space \"" + space + "\" not found");
    named.insert(equals == std::string::npos ? "" : word.substr(0, equals));
  }
  return named;
}

std::string unknown_binding(const Bound& named, const Bound& known) {
  const auto found = std::find_if(named.begin(), named.end(), [&](const std::string& name) {
    return !name.empty() && !known.contains(name);
  });
  return found == named.end() ? std::string() : *found;
}

std::string bindings_told(const Bound& before, const Bound& after, const Bound& named) {
  std::string told, unchanged;
  bool several = false;
  for (const std::string& name : after)
    if (before.contains(name)) {
      several = !unchanged.empty();
      unchanged += (several ? ", " : "") + name;
    } else {
      told += "adding endpoint \"" + name + "\" to " + (named.contains(name) ? "" : "default ")
              + "space \"" + only_space + "\"\n";
    }
  if (!unchanged.empty())
    told += std::string("no change to endpoint") + (several ? "s" : "") + " in space \""
            + only_space + "\": " + unchanged + "\n";
  return told;
}

} // namespace orrery::cmd
