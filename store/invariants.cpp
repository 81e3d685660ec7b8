#include "store/invariants.hpp"

#include "store/violations.hpp"

namespace orrery::store {

std::string name_of(const Relation& relation) {
  return "relation " + std::to_string(relation.id) + " (" + relation.key + ")";
}

std::vector<std::string> broken_invariants(const Contents& contents) {
  Violations violations;
  check_references(contents, violations);
  check_counts(contents, violations);
  check_charms(contents, violations);
  check_sequences(contents, violations);
  check_lives(contents, violations);
  check_relations(contents, violations);
  check_subordinates(contents, violations);
  check_operations(contents, violations);
  check_storage(contents, violations);
  check_secrets(contents, violations);
  return std::move(violations).take();
}

} // namespace orrery::store
