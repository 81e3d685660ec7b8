#pragma once

#include "actors/protocol/observations.hpp"
#include "actors/rules/secrets.hpp"

#include <string>
#include <vector>

/// The rules of hooks that secrets ask for (SE40 to SE52): what is due, who runs it, what ends it.
namespace orrery::rules {

class SecretDraft;

/// How long an expired revision that is still there, or a rotation that has changed nothing, waits
/// for the next hook (SE47, SE50).
inline constexpr store::Milliseconds secret_retry = store::Milliseconds{5} * 60'000;
/// A time so near is taken along with one that has come (SE51).
inline constexpr store::Milliseconds secret_granularity = 60'000;

/// Adds the hooks that a change of a secret asks for, and takes back those that mean nothing any
/// more: their revision or reader has gone, or the reader's right. So many readers are told of a
/// new revision that the transaction has a bound, and the record says who is told later (SE41).
/// @param draft of a secret that is new if it has had no revisions before
void settle_secret_hooks(Decision& decision, SecretDraft& draft);

/// How many readers of a new revision one transaction tells, and of how many secrets it asks for
/// the hooks that are due.
inline constexpr std::size_t most_hooks_at_once = 100;
/// Tells the readers of a secret who come next of its latest revision (SE41).
/// @param left how many may be looked at, which is taken off.  @pre it is not 0
void tell_next_readers(Decision& decision, SecretDraft& draft, std::size_t& left);
/// Does what settle_secret_hooks() is to do for `secret-changed`.
void settle_readers_hooks(Decision& decision, SecretDraft& draft);

/// Returns the time when a rotation that is over is due again (SE47). Periods count from when it
/// was due, and those that are past already are left out (SE48).
/// @param has_changed there is a new content
[[nodiscard]] store::Milliseconds
next_rotation(const store::Secret& secret, bool has_changed, store::Milliseconds now);
/// Says whether a rotation is due and not done.
[[nodiscard]] bool is_rotating(const OwnedSecret& secret);

/// Returns a hook as who is to run it is told: the leader for an application.
/// @returns nothing where nobody is to run it, or nobody leads
[[nodiscard]] std::optional<protocol::SecretHookAwaited> awaited_hook(const store::SecretHook& hook,
                                                                      const std::string& leader);

/// Returns the time when the first hook of a secret becomes due that nobody has been asked for
/// (SE46, SE50); 0: never. Costs the same however many revisions and hooks there are.
[[nodiscard]] store::Milliseconds next_due(const OwnedSecret& secret);
/// Asks the owners for the hooks whose time has come, of so many secrets that the transaction has a
/// bound.
[[nodiscard]] Decision note_secrets_due(const OwnedSecrets& secrets, const Context& context);
/// Notes that a hook is done: what it was told is not told again (SE40, SE41). Nothing where it is
/// not due any more, or is due for a later revision.
[[nodiscard]] Decision end_secret_hook(const OwnedSecrets& secrets,
                                       const protocol::EndSecretHook& ended,
                                       const Context& context);

} // namespace orrery::rules
