#pragma once

#include "actors/rules/endpoints.hpp"
#include "cmd/views/render/reason.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

/// Answers to somebody who named something that is not there: whether such a name can be, the
/// nearest one that is there, or where to look.
namespace orrery::render {

/// `unit "db/7" not found; did you mean "db/0"?`, or `invalid unit name "db": write
/// APPLICATION/NUMBER, e.g. db/0`. A relation's name is its id.
[[nodiscard]] std::string
missing(const store::Contents& contents, store::EntityKind kind, const std::string& name);

/// Whether there is a unit, application or machine of that name; of relations never, which have
/// several names.
[[nodiscard]] bool
is_there(const store::Contents& contents, store::EntityKind kind, const std::string& name);

/// `; did you mean "db/0"?` if a name of that kind is near, and the name itself is not there.
[[nodiscard]] std::string
near_name(const store::Contents& contents, store::EntityKind kind, const std::string& name);

/// Why a relation was not found by its two ends or its id, and which end may have been meant that
/// is not there.
[[nodiscard]] std::string no_relation(const store::Contents& contents,
                                      const rules::Refusal& refusal,
                                      const std::vector<std::string>& ends);

} // namespace orrery::render
