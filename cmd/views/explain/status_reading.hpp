#pragma once

#include "cmd/views/explain/status_records.hpp"
#include "cmd/views/render/selector.hpp"

#include <vector>

/// Records that verbs which show the model need of a store.
namespace orrery::explain {

/// A choice of what somebody wants to see.
struct Choice {
  std::vector<render::Selector> selectors; ///< None: everything.
  bool relations = true;                   ///< Those of the applications that are shown, too.
  bool units = true;                       ///< Those of the applications that are chosen, too.
  bool settings = false; ///< What the units that are chosen see in their relations, too.
};

/// Reads those records of a whole model that status shows: neither settings nor history.
[[nodiscard]] tl::expected<StatusRecords, store::StoreError>
read_status(const store::Snapshot& snapshot);

/// Reads what is chosen. Costs: as read_shown.
[[nodiscard]] tl::expected<StatusRecords, store::StoreError>
read_status(const store::Snapshot& snapshot, References& references, const Choice& choice);

/// The same of what is durable now, in a quiet moment if there is one.
[[nodiscard]] tl::expected<StatusRecords, store::StoreError>
read_status(const store::Database& database, References& references, const Choice& choice);

/// Reads what is chosen, with whatever status shows beside it. Costs what is shown, whatever else
/// is in the model; only a status word looks at everything, and a pattern at the names that it may
/// fit. Of what waits to go, holders are looked at as read_neighbourhood does.
[[nodiscard]] tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Snapshot& snapshot, References& references, const Choice& choice);

/// The same of what is durable now, in a quiet moment if there is one.
[[nodiscard]] tl::expected<Neighbourhood, store::StoreError>
read_shown(const store::Database& database, References& references, const Choice& choice);

} // namespace orrery::explain
