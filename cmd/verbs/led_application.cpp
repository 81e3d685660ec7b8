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

} // namespace orrery::cmd
