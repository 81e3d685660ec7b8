#pragma once

#include "actors/workflow/mind.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The mind of web/0 of application web, which leads, told of things by hand. Each call returns
/// what the mind puts out.
namespace orrery::agents {

class PlayedMind {
public:
  explicit PlayedMind(bool places_are_bounded = true)
    : mind({"web/0", "web", "", 1, "127.1.0.1", false},
           {[this] { return ++policy_readings, policy; },
            {"shop", "uuid"},
            places_are_bounded,
            0,
            [this](const std::string& url) {
              const auto known = charms.find(url);
              return known == charms.end() ? nullptr : known->second;
            }}) {}

  template <class Event>
  Output tell(const Event& event) {
    mind.step(event, ++now);
    return put_out();
  }
  /// Grants the place that it wants.
  Output tell(const protocol::SlotGranted&) {
    mind.step(protocol::SlotGranted{wish.ticket}, ++now);
    return put_out();
  }
  Output put_out() {
    Output output = mind.take_output();
    if (output.wants_place)
      wish = *output.wants_place;
    return output;
  }
  /// Told as the answer to its own look.
  template <class Observation>
  Output show(Observation seen) {
    seen.answers = 1;
    return tell(seen);
  }
  Output show_unit(store::Life life = store::Life::Alive, std::size_t subordinates = 0) {
    protocol::UnitSeen seen;
    seen.unit.name = "web/0";
    seen.unit.application = "web";
    seen.unit.life = life;
    mind.observe(seen, ++now);
    return tell(SubordinatesHeld{subordinates});
  }
  /// The same as show_unit, with task 2 of operation 1 for it.
  Output show_task(store::TaskStatus status = store::TaskStatus::Pending,
                   store::Life life = store::Life::Alive) {
    protocol::UnitSeen seen;
    seen.unit.name = "web/0";
    seen.unit.application = "web";
    seen.unit.life = life;
    seen.tasks.push_back({2, 1, status});
    mind.observe(seen, ++now);
    return tell(SubordinatesHeld{0});
  }
  /// Shows it as its operation does: action `backup`.
  static protocol::TaskSeen task_seen() { return {2, true, "backup", "{}", false, ""}; }
  Output show_application(const std::string& leader = "web/0", std::uint64_t version = 1) {
    return show(application(leader, version));
  }
  [[nodiscard]] static protocol::ApplicationSeen application(const std::string& leader,
                                                             std::uint64_t version) {
    protocol::ApplicationSeen seen;
    seen.application.name = "web";
    seen.application.leader = leader;
    seen.application.config_version = version;
    return seen;
  }
  /// Until it has seen all: what it puts out then.
  Output begin(HookNames hooks = {"*"}, const std::string& leader = "web/0") {
    (void)tell(NotesRead{mind.notes()});
    (void)tell(HooksListed{std::move(hooks)});
    (void)show_unit();
    return show_application(leader);
  }
  static protocol::HookEnded ended(int code = 0) {
    protocol::HookEnded ended;
    ended.end.how = hooks::HookEnd::How::Exited;
    ended.end.code = code;
    return ended;
  }
  /// Runs the hook that waits for its place up to where it runs.
  Output start_hook() {
    (void)tell(protocol::SlotGranted{});
    return tell(protocol::ConfigSeen{});
  }

  config::RetryPolicy policy;
  std::map<std::string, std::shared_ptr<const store::Charm>> charms; ///< That are known, by url.
  std::size_t policy_readings = 0;
  protocol::WantSlot wish; ///< The last for a place.
  store::Milliseconds now = 1'000;
  Mind mind;
};

/// The command that it asks of the model, of that type; null if none.
template <class Command>
const Command* asked(const Output& output) {
  const auto* ask = std::get_if<AskModel>(&output.then);
  return ask == nullptr ? nullptr : std::get_if<Command>(&ask->command);
}

/// The hook or action that is started; empty if none is.
inline std::string started_program(const Output& output) {
  const auto* hook = std::get_if<StartHook>(&output.then);
  return hook == nullptr ? "" : hook->order.sight.hook;
}

inline bool waits_for_nothing(const Output& output) {
  return std::holds_alternative<std::monostate>(output.then);
}

/// Says whether a line of the unit's log has the text.
inline bool is_said(const Output& output, std::string_view text) {
  return std::any_of(output.said.begin(), output.said.end(), [&](const Said& said) {
    const auto* line = std::get_if<UnitLine>(&said);
    return line != nullptr && line->text.find(text) != std::string::npos;
  });
}

} // namespace orrery::agents
