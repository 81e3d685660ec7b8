#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Records of secrets (SE). Content is in SecretRevision alone, and there sealed
/// (store/secret_vault.hpp).
namespace orrery::store {

/// A revision of a secret, without its content.
struct SecretRevisionSeen {
  std::uint32_t number = 0; ///< From 1 (SE38).
  std::int64_t created = 0; ///< Milliseconds since the epoch, as all times here.
  std::int64_t expires = 0; ///< 0: never.
  bool operator==(const SecretRevisionSeen&) const = default;
};

/// A secret. Owner: the actor of the application that `owner` is or is of; of a user's secret the
/// model.
struct Secret {
  std::string id;           ///< 20 characters, `[0-9a-v]`.
  std::string owner;        ///< An application, a unit; empty: the user (SE7).
  std::string label;        ///< The owner's (SE28); of a user's secret its name.
  std::string description;  ///< Free text.
  std::string rotation;     ///< `daily`, ...; empty: none was ever asked for (SE17).
  std::int64_t rotates = 0; ///< When it is due; 0: never.
  std::int64_t created = 0;
  std::int64_t updated = 0;
  bool auto_prune = false;  ///< Obsolete revisions go by themselves (SE55).
  std::string fingerprint;  ///< Of the latest content, keyed: equal contents have equal ones.
  std::uint32_t newest = 0; ///< Highest number that was ever given (SE38).
  std::vector<SecretRevisionSeen> revisions; ///< By number, never empty; the last is the latest.
  /// While readers are to be told of the latest revision (SE41): the last, by name, who is; else
  /// empty.
  std::string told_to{};
  bool operator==(const Secret&) const = default;
};

/// The content of one revision, sealed. Owner: as Secret; never changed.
struct SecretRevision {
  std::string secret;
  std::uint32_t number = 0;
  std::string owner;  ///< Secret::owner, by which the secret is found.
  std::string sealed; ///< Readable with the model's key only.
  bool operator==(const SecretRevision&) const = default;
};

/// A unit that has read a secret: the revision that it goes on reading (SE20, SE21). Owner: as
/// Secret.
struct SecretConsumer {
  std::string unit;
  std::string secret;
  std::string owner; ///< Secret::owner
  std::uint32_t revision = 0;
  std::string label; ///< The consumer's own (SE28); empty: none.
  bool operator==(const SecretConsumer&) const = default;
};

/// A right to read a secret (SE32). Owner: as Secret.
struct SecretGrant {
  std::string secret;
  std::string subject;        ///< An application or a unit.
  std::string owner;          ///< Secret::owner
  bool in_relation = false;   ///< False: in the model's scope, of a user's secret.
  std::uint32_t relation = 0; ///< With whose removal it goes (SE34).
  bool operator==(const SecretGrant&) const = default;
};

/// Hooks of secrets, in the order in which a unit runs them (SE43).
enum class SecretHookKind : std::uint8_t { Expired, Rotate, Changed, Remove };

/// A hook that a secret asks for (SE40 to SE52), from when it is due until it is done; of
/// `secret-remove` and `secret-expired` also from then on, so that it does not run once more.
/// Owner: as Secret.
struct SecretHook {
  std::string who; ///< A unit that runs it, an application whose leader does; empty: nobody now.
  std::string secret;
  SecretHookKind kind = SecretHookKind::Expired;
  /// Subject of `expired` and `remove`; else the latest revision when the hook became due.
  std::uint32_t revision = 0;
  std::string owner; ///< Secret::owner
  /// While nobody runs it: when somebody is to again; 0: never. Of `expired` and `rotate` that
  /// somebody is to run: when it became due, which is another time each time.
  std::int64_t due = 0;
  bool operator==(const SecretHook&) const = default;
};

/// Whether it is a unit that runs the hook, and not an application's leader.
[[nodiscard]] inline bool is_of_unit(const SecretHook& hook) {
  return hook.who.find('/') != std::string::npos;
}

/// Returns the application that an owner is or is of; empty for the user.
[[nodiscard]] inline std::string_view owning_application(std::string_view owner) {
  return owner.substr(0, owner.find('/'));
}

/// Returns the number of the latest revision.  @pre the secret has one
[[nodiscard]] inline std::uint32_t latest_revision(const Secret& secret) {
  return secret.revisions.back().number;
}

} // namespace orrery::store
