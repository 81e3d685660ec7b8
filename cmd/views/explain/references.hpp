#pragma once

#include "store/database.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <vector>

namespace orrery::explain {

/// Referrers of an entity, as the entity itself has it in memory: what keys of records do not
/// tell. An entity that is gone has nobody. Errors: no answer in time.
class References {
public:
  struct OfUnit {
    std::vector<std::string> subordinates;
    std::vector<store::RelationId> scopes; ///< By id.
    std::vector<std::string> storages{};   ///< Ids, by name, then number.
  };
  template <class Value>
  using Expected = tl::expected<Value, store::StoreError>;

  virtual ~References() = default;
  /// Asks several units at once, by name; one that is gone may be absent.
  [[nodiscard]] virtual Expected<std::map<std::string, OfUnit>>
  of_units(const std::vector<std::string>& names) = 0;
  [[nodiscard]] virtual Expected<std::vector<std::string>> principals_on(store::MachineId id) = 0;
  /// By id, as they were made: their records say what has become of them.
  [[nodiscard]] virtual Expected<std::vector<store::Relation>>
  relations_of(const std::string& application) = 0;
};

} // namespace orrery::explain
