#pragma once

#include "actors/rules/secrets.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace orrery::rules {

/// A secret as a decision leaves it so far: its record, and those readers and grants that are
/// others than before. Costs what changes, however many read the secret.
class SecretDraft {
public:
  /// @param before outlives the draft
  explicit SecretDraft(const OwnedSecret& before) : record(before.record), before_(before) {}

  store::Secret record;

  void set_consumer(store::SecretConsumer consumer);
  void drop_consumer(const std::string& unit) { consumers_[unit] = std::nullopt; }
  void set_grant(store::SecretGrant grant);
  void drop_grant(const std::string& subject) { grants_[subject] = std::nullopt; }

  [[nodiscard]] const OwnedSecret& before() const { return before_; }
  /// @returns null if the unit has not read the secret
  [[nodiscard]] const store::SecretConsumer* consumer(const std::string& unit) const;
  [[nodiscard]] const store::SecretGrant* grant(const std::string& subject) const;
  [[nodiscard]] bool may_read(const std::string& unit) const;
  /// Revisions that are not the latest, and that no unit reads (SE38).
  [[nodiscard]] std::set<std::uint32_t> obsolete() const;

  /// Readers that are others than before, by unit; nothing: it goes.
  [[nodiscard]] const auto& changed_consumers() const { return consumers_; }
  /// Returns grants likewise, by subject.
  [[nodiscard]] const auto& changed_grants() const { return grants_; }

private:
  const OwnedSecret& before_;
  std::map<std::string, std::optional<store::SecretConsumer>> consumers_;
  std::map<std::string, std::optional<store::SecretGrant>> grants_;
};

/// Adds the end of a secret, and of all that is known of it.
void remove_secret(Decision& decision, const SecretDraft& secret);

} // namespace orrery::rules
