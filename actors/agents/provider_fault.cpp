#include "actors/agents/provider_fault.hpp"

#include <caf/atom.hpp>
#include <caf/make_message.hpp>

namespace orrery::agents {

namespace {

constexpr caf::atom_value category = caf::atom("provider");

} // namespace

caf::error fault_of_provider(const std::string& why) {
  return {1, category, caf::make_message(why)};
}

std::optional<std::string> fault_of_provider(const caf::error& reason) {
  if (!reason || reason.category() != category)
    return std::nullopt;
  return reason.context().get_as<std::string>(0);
}

} // namespace orrery::agents
