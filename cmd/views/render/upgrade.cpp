#include "cmd/views/render/upgrade.hpp"

#include "cmd/views/render/failed_hook.hpp"
#include "cmd/views/render/obstacle.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery::render {
namespace {

/// Whether a unit that fails in this hook keeps its files until somebody says `resolved`, although
/// it tries the hook again (P31): upgrade-charm itself, and what comes before a unit has started.
bool waits_for_resolved(const store::HookError& error) {
  static constexpr std::array<std::string_view, 3> hooks{"upgrade-charm", "install", "start"};
  const bool is_early = std::find(hooks.begin(), hooks.end(), error.hook) != hooks.end();
  return waits_for_person(error) || (is_early && !error.program_ended);
}

std::string kept(const store::Unit& unit) {
  return "keeps revision " + revision_in(unit.charm);
}

/// P31
UpgradeHold held_by_error(const store::Unit& unit, const store::HookError& error) {
  const std::string resolved = "orrery resolved " + unit.name;
  if (error.hook == store::failed_upgrade) // P30: its files are of a charm before that
    return {"waits in its upgrade to revision " + revision_in(unit.charm), "that failed",
            resolved + ", or refresh with --force-units"};
  if (waits_for_resolved(error))
    return {kept(unit), what_failed(error), resolved + ", or refresh with --force-units"};
  return {kept(unit), what_failed(error),
          "the new files come after its next try, or " + resolved + "; at once with --force-units"};
}

} // namespace

std::string upgrading_from(const Index& index, const store::Unit& unit) {
  const store::Application* application = index.application_of(unit);
  return application == nullptr || application->charm == unit.charm ? std::string() : unit.charm;
}

std::string revision_in(const std::string& url) {
  return url.substr(url.rfind('-') + 1);
}

std::optional<UpgradeHold> upgrade_hold(const Index& index, const store::Unit& unit) {
  if (upgrading_from(index, unit).empty())
    return std::nullopt;
  const auto obstacle = unit_obstacle(index, unit);
  if (obstacle && obstacle->kind == Obstacle::Kind::HookFailed) {
    if (index.application_of(unit)->force_units)
      return std::nullopt;
    return held_by_error(unit, index.status_of(unit.name)->error);
  }
  if (unit.life != store::Life::Alive)
    return UpgradeHold{kept(unit), "it is being removed", ""}; // P38
  if (obstacle)
    return UpgradeHold{kept(unit), obstacle->text, ""};
  return std::nullopt;
}

std::string text_of(const UpgradeHold& hold) {
  return hold.state + ": " + hold.why + (hold.remedy.empty() ? "" : "; " + hold.remedy);
}

std::string upgrade_text(const Index& index, const store::Unit& unit) {
  std::string text;
  if (const auto hold = upgrade_hold(index, unit))
    text = text_of(*hold);
  else if (!upgrading_from(index, unit).empty())
    text = "gets revision " + revision_in(index.application_of(unit)->charm) + " of its charm, has "
           + revision_in(unit.charm);
  if (!unit.skipped_upgrade.empty())
    text += (text.empty() ? "" : "; ") + std::string("did not run upgrade-charm of revision ")
            + revision_in(unit.skipped_upgrade.text()) + ", for a hook was failing";
  return text;
}

} // namespace orrery::render
