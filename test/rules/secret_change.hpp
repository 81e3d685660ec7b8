#pragma once

#include "actors/protocol/secret_changes.hpp"

#include <string>

/// Changes of secrets that several tests make.
namespace orrery::test {

inline const std::string secret_one = "00000000000000000001";
inline const std::string secret_two = "00000000000000000002";

inline protocol::SecretValue value_of(const std::string& text) {
  return {"sealed " + text, "mark of " + text};
}

inline protocol::SecretChange added(const std::string& owner, const std::string& label = {}) {
  protocol::SecretChange change;
  change.added_for = owner;
  change.value = value_of("a");
  if (!label.empty())
    change.label = label;
  return change;
}

inline protocol::SecretChange granted(const std::string& subject, std::uint32_t relation) {
  protocol::SecretChange change;
  change.grants[subject] = relation;
  return change;
}

} // namespace orrery::test
