#pragma once

#include "test/workflow/charm_urls.hpp"
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A mind whose unit is upgraded, told of things by hand.
namespace orrery::agents {

inline protocol::Answer model_says(protocol::Verdict verdict = protocol::Verdict::Done) {
  protocol::Answer answer;
  answer.verdict = verdict;
  return answer;
}

inline protocol::ConfigSeen config_of(const char* charm) {
  protocol::ConfigSeen seen;
  seen.charm.url = charm;
  seen.charm.directory = std::string("/charms/") + charm;
  return seen;
}

inline const CharmReplaced replaced{"", {"*"}};
inline const CharmReplaced not_replaced{"the disk is full"};

/// The report of what people shall see, of the last that were said; null if none was.
inline const protocol::ReportUnit* reported(const Output& output) {
  const protocol::ReportUnit* found = nullptr;
  for (const Said& said : output.said)
    if (const auto* command = std::get_if<protocol::Command>(&said))
      if (const auto* report = std::get_if<protocol::ReportUnit>(command))
        found = report;
  return found;
}

/// A mind whose unit has started, at rest, with the files of the first charm.
class Upgraded : public PlayedMind {
public:
  explicit Upgraded(HookNames hooks = {"*"}) : PlayedMind(false) {
    UnitNotes notes = mind.notes();
    notes.installed = notes.started = notes.configured = notes.leader = true;
    notes.config_version = 1;
    (void)tell(NotesRead{notes});
    (void)tell(HooksListed{std::move(hooks)});
    (void)show_unit_with(first);
    const Output rests = show(of(first));
    EXPECT_TRUE(rests.is_idle);
    EXPECT_TRUE(mind.may_rest());
  }
  Output show_unit_with(const char* charm,
                        store::Resolved resolved = store::Resolved::None,
                        std::vector<protocol::TaskToRun> tasks = {}) {
    protocol::UnitSeen seen;
    seen.unit.name = "web/0";
    seen.unit.application = "web";
    seen.unit.charm = charm;
    seen.unit.resolved = resolved;
    seen.tasks = std::move(tasks);
    mind.observe(seen, ++now);
    return tell(SubordinatesHeld{0});
  }
  static protocol::ApplicationSeen of(const char* charm, std::uint64_t version = 1) {
    protocol::ApplicationSeen seen = application("web/0", version);
    seen.application.charm = charm;
    return seen;
  }
  /// Gives its application another charm: up to where the provider is asked.
  Output refresh(const char* charm = second) {
    const Output asks = show(of(charm, 2));
    const auto* set = asked<protocol::SetUnitCharm>(asks);
    EXPECT_TRUE(set != nullptr && set->charm == charm);
    EXPECT_FALSE(asks.notes.empty()) << "noted before the model is told";
    const Output reads = tell(model_says());
    EXPECT_TRUE(std::holds_alternative<LookAtConfig>(reads.then));
    return tell(config_of(charm));
  }
};

inline std::string put_in_place(const Output& output) {
  const auto* charm = std::get_if<PutCharmInPlace>(&output.then);
  return charm == nullptr ? "" : charm->directory;
}

} // namespace orrery::agents
