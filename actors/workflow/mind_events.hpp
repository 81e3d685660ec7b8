#pragma once

#include "actors/hooks/ended_programs.hpp"
#include "actors/rules/steps.hpp"
#include "actors/workflow/hooks_left.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "config/orrery_file.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Events of a mind (mind.hpp).
namespace orrery::agents {

// Events that have a message are told as that message.

/// The notes of an earlier agent of the unit are read (W8).
struct NotesRead {
  UnitNotes notes;
  TimeOfRun last_run{}; ///< Of a hook that notes do not tell of; none has run if it is the notes'.
};
/// Which hooks the unit's copy of its charm has, and for which ends of programs its start runs
/// again.
struct HooksListed {
  HookNames names;
  config::RestartUnits restart_units = config::RestartUnits::OnFailure;
  std::vector<hooks::EndedProgram> ended{}; ///< As in EndsSeen.
  /// Why the copy is no charm any more, as a sentence; empty: it is one.
  std::string damage{};
};
/// Programs that the unit's hooks had left running have ended, and are not forgotten
/// (ForgetTheseEnds).
struct EndsSeen {
  std::vector<hooks::EndedProgram> ended;
};
/// All programs of the unit's machine have ended (EndAllPrograms), or why they have not.
struct Rebooted {
  std::string fault;
};
/// The files of a charm have come in the place of those of the unit's copy (PutCharmInPlace), or a
/// reason why they have not.
struct CharmReplaced {
  std::string fault; ///< Empty: they have.
  HookNames names{}; ///< As in HooksListed.
  config::RestartUnits restart_units = config::RestartUnits::OnFailure;
};
/// A storage's place is made (ProvideStorage) or left (LeaveStorage), or why it is not.
struct StorageHandled {
  std::string fault;         ///< Empty: it is.
  std::string mount_point{}; ///< Where it is made.
};
/// All hooks that secrets ask the unit for now, and its application's leader if that is the unit.
struct SecretHooksRead {
  std::vector<protocol::SecretHookSeen> hooks;
};
/// How many subordinates the unit has that are not removed yet, or not recalled.
struct SubordinatesHeld {
  std::size_t count = 0;
};
/// The notes of the last output are on disk (GoOn).
struct NotesOnDisk {};
/// An entity that was to be looked at is gone from the model.
struct NotThere {
  rules::Who whom;
};
/// The time of `wake_at` has come.
struct TimeHasCome {};

} // namespace orrery::agents
