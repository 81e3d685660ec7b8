#pragma once

#include "cmd/views/render/obstacle.hpp"
#include "cmd/views/render/reason.hpp"
#include "store/records.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Why an entity is still there, as plain data: what keeps it, what each of that waits for, what
/// would move it, and in which order the rest then happens.
namespace orrery::explain {

/// Subject of the verb's question: a name of a unit or application, an id of a machine or relation.
struct Subject {
  store::EntityKind kind = store::EntityKind::Application;
  std::string name;
  auto operator<=>(const Subject&) const = default;
};

/// A way to move something, best a command as a user types it after `orrery`.
struct Remedy {
  std::string command; ///< `resolved --no-retry mysql/0`; empty if the effect comes without one.
  std::string effect;  ///< `takes it as done`.
  bool operator==(const Remedy&) const = default;
};

/// An entity in the tree, with what it waits for itself and what has to go or to leave before it.
struct Node {
  Subject subject;
  std::string title;  ///< Of a relation: its key. Else empty.
  std::string status; ///< Of an Alive relation: `joining`, or `joined` once a leader has entered.
  store::Life life = store::Life::Alive;
  store::Turn turn;
  std::optional<store::Milliseconds> forced; ///< The user has forced it, due at this time (F5).
  std::string waits;    ///< Its first reason, as `status` says it; empty if it only refers.
  std::string obstacle; ///< What stops it by itself; empty if nothing does.
  std::optional<render::Obstacle::Kind> obstacle_kind; ///< Of the obstacle, if there is one.
  store::Milliseconds obstacle_since = 0;              ///< 0 if it is not known.
  std::vector<store::TaskId> tasks; ///< Of such an obstacle: users' that can be cancelled.
  std::string upgrade; ///< Of a unit: on which charm it stays and why, `keeps revision 2: ...`.
  std::optional<store::TaskId> first_task; ///< Of a lost unit or machine: its tasks wait.
  store::HookError error;                  ///< Its hook is empty while none has failed.
  std::string hook;                        ///< That runs now; empty if none.
  std::string debugged_by; ///< In whose debug session that runs, or an action; empty: in none.
  store::Milliseconds hook_since = 0;
  store::Milliseconds hook_until = 0;    ///< When it is killed; 0: not known.
  std::vector<store::RelationId> scopes; ///< In which a unit is, in the order in which it leaves.
  std::size_t scopes_left_out = 0;
  std::optional<store::MachineId> machine; ///< That a principal refers to.
  std::vector<Remedy> remedies;
  std::vector<Node> holders; ///< What is stopped comes first.
  std::size_t holders_left_out = 0;
};

/// Something that has to happen before the entity is gone.
struct Step {
  enum class Action : std::uint8_t {
    Command,  ///< A user asks for it: `text` begins with `orrery`. The subject is what it removes.
    Continue, ///< Its hook succeeds or is resolved, or its agent is back.
    SetDying, ///< By its own agent (U10, B4, M10).
    Leave,    ///< The unit leaves the scope of `relation` (S8).
    SetDead,  ///< By its own agent (U5, M4).
    Release,  ///< The provider releases the machine's instance (M6).
    Delete,   ///< The Dead unit or machine is removed (U8, M6).
    Vanish,   ///< The relation or application goes with its last reference (S8, A6).
  };
  Action action = Action::Delete;
  Subject subject;
  store::RelationId relation = 0; ///< Of Leave.
  std::string text;
};

struct Explanation {
  Node root;
  std::vector<Step> steps; ///< In an order in which they can happen. Empty if it cannot be removed.
  std::size_t steps_left_out = 0;
  bool steps_at_least = false; ///< More are left out: some of those that go were counted only.
  std::string refusal; ///< Why no removal of the Alive entity would be carried out; else empty.
  std::vector<std::string>
    stays; ///< `machine 0 stays (dummy/3)`: what is left where something goes.
};

} // namespace orrery::explain
