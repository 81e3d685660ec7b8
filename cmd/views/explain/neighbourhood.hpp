#pragma once

#include "cmd/views/explain/explanation.hpp"
#include "cmd/views/explain/references.hpp"
#include "cmd/views/render/omitted.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

namespace orrery::explain {

/// Holders of one kind that are looked at. Of all that hold an entity, at any level, ten times as
/// many units.
constexpr std::size_t neighbours_max = 200;

/// Records of a model that the explanation of one entity tells of, and how many holders were
/// left out because there are too many.
struct Neighbourhood {
  store::Contents contents;
  render::Omitted omitted;
};

/// Reads what explain() needs: the entity, what holds it, and what that waits for. Costs what is
/// told, whatever else is in the model; only a machine that manages the model looks at others until
/// it finds one that does, too.
///
/// Records are of the snapshot. Who refers to whom comes from the entities; what of that the
/// snapshot does not hold, yet or any more, is left out. Of more than `most` holders of a kind the
/// first in natural order are looked at (relations: by id). An entity that is not there has nothing
/// around it.
[[nodiscard]] tl::expected<Neighbourhood, store::StoreError>
read_neighbourhood(const store::Snapshot& snapshot,
                   References& references,
                   const Subject& subject,
                   std::size_t most = neighbours_max);

/// Reads it from what is durable now. Looks up to three times for a moment in which nothing was
/// written, so that entities and records say the same.
[[nodiscard]] tl::expected<Neighbourhood, store::StoreError>
read_neighbourhood(const store::Database& database,
                   References& references,
                   const Subject& subject,
                   std::size_t most = neighbours_max);

/// The relations of two applications with one another, and nothing else.
[[nodiscard]] tl::expected<store::Contents, store::StoreError>
read_relations_between(const store::Database& database,
                       References& references,
                       const std::string& first,
                       const std::string& second);

} // namespace orrery::explain
