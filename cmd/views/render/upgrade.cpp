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
  static constexpr std::array<std::string_view, 4> hooks{"upgrade-charm", "install", "start",
                                                         store::failed_upgrade};
  return waits_for_person(error)
         || std::find(hooks.begin(), hooks.end(), error.hook) != hooks.end();
}

/// P31
UpgradeHold held_by_error(const store::Unit& unit, const store::HookError& error) {
  const std::string why = what_failed(error);
  if (waits_for_resolved(error))
    return {why, "orrery resolved " + unit.name + ", or refresh with --force-units"};
  return {why, "the new files come after its next try, or orrery resolved " + unit.name
                 + "; at once with --force-units"};
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
    return UpgradeHold{"it is being removed", ""}; // P38
  if (obstacle)
    return UpgradeHold{obstacle->text, ""};
  return std::nullopt;
}

std::string text_of(const store::Unit& unit, const UpgradeHold& hold) {
  return "keeps revision " + revision_in(unit.charm) + ": " + hold.why
         + (hold.remedy.empty() ? "" : "; " + hold.remedy);
}

std::string upgrade_text(const Index& index, const store::Unit& unit) {
  std::string text;
  if (const auto hold = upgrade_hold(index, unit))
    text = text_of(unit, *hold);
  else if (!upgrading_from(index, unit).empty())
    text = "gets revision " + revision_in(index.application_of(unit)->charm) + " of its charm, has "
           + revision_in(unit.charm);
  if (!unit.skipped_upgrade.empty())
    text += (text.empty() ? "" : "; ") + std::string("did not run upgrade-charm of revision ")
            + revision_in(unit.skipped_upgrade.text()) + ", for a hook was failing";
  return text;
}

} // namespace orrery::render
