#pragma once

#include "cmd/views/render/index.hpp"

#include <string>

namespace orrery::render {

/// Why an entity that is not Alive is still there: the first thing that has to happen before it
/// goes.
///
/// What is stopped comes before what goes on: an application of which one unit's hook has failed
/// says `unit mysql/0: hook "stop" failed`, whatever else it waits for. `explain` begins with the
/// same.
///
/// For example `still in scope of relation 4 (app:db mysql:server)`, `still hosts db/0`, `hook
/// "stop" failed`. Long lists are shortened. Empty for an Alive entity (but a draining machine says
/// what it hosts, M10) and for one that does not exist.
/// @param name of the unit or application; the id, in decimal, of a machine or relation
[[nodiscard]] std::string
reason(const store::Contents& contents, store::EntityKind kind, const std::string& name);
[[nodiscard]] std::string
reason(const Index& index, store::EntityKind kind, const std::string& name);

/// Returns the reason as above, for whoever asks about many entities of the same contents.
[[nodiscard]] std::string machine_reason(const Index& index, const store::Machine& machine);
[[nodiscard]] std::string unit_reason(const Index& index, const store::Unit& unit);
[[nodiscard]] std::string application_reason(const Index& index,
                                             const store::Application& application);
[[nodiscard]] std::string relation_reason(const Index& index, const store::Relation& relation);

} // namespace orrery::render
