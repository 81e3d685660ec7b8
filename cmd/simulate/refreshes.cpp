#include "cmd/simulate/refreshes.hpp"

#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/words.hpp"

#include <utility>

namespace orrery::simulate {

namespace {

std::optional<protocol::Command>
refresh_to(const steps::Refresh& step, const std::string& charm, std::uint32_t revision) {
  auto next = revision_of(charm, revision);
  if (!next)
    return std::nullopt;
  protocol::RefreshApplication command;
  command.application = step.application;
  command.charm = std::move(*next);
  command.force_units = step.force_units;
  command.force = step.force;
  return command;
}

} // namespace

protocol::Command Refreshes::first(const steps::Refresh& step, const store::Contents& contents) {
  const auto application = contents.applications.find(step.application);
  const auto charm = application == contents.applications.end()
                       ? contents.charms.end()
                       : contents.charms.find(application->second.charm);
  if (charm == contents.charms.end())
    return *refresh_to(step, all_charms().front().name, 2);
  return protocol::NumberCharm{charm->second.name, 0};
}

void Refreshes::asked(std::uint64_t ticket,
                      const steps::Refresh& step,
                      const protocol::Command& command) {
  if (const auto* number = std::get_if<protocol::NumberCharm>(&command))
    numbering_[ticket] = {step, number->name};
}

std::optional<protocol::Command> Refreshes::answered(const protocol::Answer& answer) {
  const auto found = numbering_.extract(answer.ticket);
  if (!found)
    return std::nullopt;
  const auto revision = LineWords(answer.created).number<std::uint32_t>();
  return revision ? refresh_to(found.mapped().step, found.mapped().charm, *revision) : std::nullopt;
}

} // namespace orrery::simulate
