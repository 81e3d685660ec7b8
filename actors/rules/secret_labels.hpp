#pragma once

#include "actors/protocol/secret_changes.hpp"
#include "store/secret_records.hpp"

#include <map>
#include <optional>
#include <string>

namespace orrery::rules {

/// Labels that one unit gives to secrets which it reads (SE28). A look for one costs the same
/// however many there are.
class SecretLabels {
public:
  /// Takes in that the unit reads a secret, and calls it so.
  void put(const store::SecretConsumer& read);
  /// Takes in that it reads it no more.
  void erase(const store::SecretConsumer& read);
  /// Returns the secret that it has called so last.
  [[nodiscard]] std::optional<protocol::SecretName> find(const std::string& label) const;
  [[nodiscard]] bool empty() const { return by_label_.empty(); }

private:
  void forget(const std::string& secret);

  std::map<std::string, protocol::SecretName> by_label_;
  std::map<std::string, std::string> labels_; ///< By the secret's id.
};

} // namespace orrery::rules
