#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/rules/secrets.hpp"
#include "actors/rules/unit.hpp"
#include "store/database.hpp"
#include "store/secret_vault.hpp"
#include "test/support/store_directory.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::test {

/// Secrets of `db` and of the user in a store with a key: changed by the rules, and read by hooks'
/// tools as hooks read them.
class SecretPlace {
public:
  SecretPlace();

  /// A hook of a unit of db succeeds; db/0 is the leader.
  rules::Decision change(const std::string& unit, const protocol::SecretChanges& changes);
  /// The user changes a secret.
  rules::Decision change_users(const std::string& id, const protocol::SecretChange& change);
  /// A transaction deletes these: what they end of secrets goes with them.
  void end(const rules::Writes& gone);
  /// A content that is sealed for a secret.
  protocol::SecretValue sealed(const std::string& id, const std::string& password);

  struct Said {
    int code = 0;
    std::string text;        ///< Output and error.
    std::size_t reads = 0;   ///< Records that were looked for, or met by a scan.
    bool was_opened = false; ///< A content was in the clear for the tool.
    bool was_pinned = false; ///< It asked to note which revision it reads, and the rule allowed it.
  };
  /// A hook of this unit calls a tool; the model does what the tool asks of it.
  Said call(const std::string& unit, const std::vector<std::string>& arguments);
  /// Why the model is not to take what a hook of this unit has changed; empty: it may.
  [[nodiscard]] std::string refused(const std::string& unit,
                                    const protocol::SecretChanges& changes) const;

private:
  void take(const rules::Decision& decision);
  [[nodiscard]] std::vector<protocol::SecretName> named(const hooks::HookSight& sight,
                                                        const hooks::NeedSecret& need) const;

  StoreDirectory directory_;
  std::unique_ptr<store::Database> database_;
  store::SecretVault vault_;
  rules::OwnedSecrets of_db_;
  rules::OwnedSecrets of_user_;
  std::map<std::string, rules::UnitState> readers_; ///< Units, by name.
  std::uint64_t sequence_ = 0;
};

} // namespace orrery::test
