#include "cmd/verbs/led_application.hpp"

#include "store/names.hpp"

#include <string_view>

namespace orrery::cmd {

std::string led_application(const std::string& unit) {
  constexpr std::string_view leader = "/leader";
  if (!unit.ends_with(leader))
    return {};
  std::string name = unit.substr(0, unit.size() - leader.size());
  return store::is_application_name(name) ? name : std::string();
}

std::optional<std::string> unit_or_leader(Session& session, const std::string& word) {
  const std::string led = led_application(word);
  if (led.empty())
    return word;
  const auto contents = read_named(session, {.applications = {led}});
  if (!contents)
    return std::nullopt;
  const auto application = contents->applications.find(led);
  if (application == contents->applications.end())
    fail_missing(session, {store::EntityKind::Application, led});
  else if (application->second.leader.empty())
    session.fail("could not determine leader for \"" + led + "\"");
  else
    return application->second.leader;
  return std::nullopt;
}

} // namespace orrery::cmd
