// A new key for the model's secrets, while it runs (SE4, decision 198).
#include "cmd/verbs/groups.hpp"
#include "config/counted.hpp"

#include <chrono>

namespace orrery::cmd {

namespace {

using store::Secret;
using store::SecretVault;

/// Bytes that one transaction seals anew: two of the largest contents, or many small ones.
constexpr std::size_t bytes_at_once = 3'000'000;
constexpr std::chrono::seconds patience_with_hooks{10}; ///< With hooks that run.

/// Calls `take` with each revision of each secret as it is sealed, until it returns an error.
template <class Take>
tl::expected<void, std::string>
each_sealed(Session& session, const store::Contents& contents, const Take& take) {
  for (const auto& [id, secret] : contents.secrets)
    for (const store::SecretRevisionSeen& seen : secret.revisions) {
      const auto sealed = session.orchestrator->sealed_secret(id, seen.number);
      if (!sealed)
        return tl::unexpected(sealed.error());
      if (!*sealed)
        continue; // removed meanwhile
      if (auto taken = take(secret, seen.number, **sealed); !taken)
        return taken;
    }
  return {};
}

/// Seals secrets anew, a bounded part of one in each transaction.
class Resealing {
public:
  Resealing(Session& session, SecretVault& vault) : session_(session), vault_(vault) {}

  tl::expected<void, std::string>
  take(const Secret& secret, std::uint32_t revision, const std::string& sealed) {
    auto anew = vault_.reseal(secret.id, sealed);
    if (!anew)
      return tl::unexpected(anew.error());
    if (!*anew)
      return {};
    if (command_.secret != secret.id || bytes_ + (*anew)->bytes.size() > bytes_at_once)
      if (auto written = write(); !written)
        return written;
    command_.secret = secret.id;
    command_.owner = secret.owner;
    bytes_ += (*anew)->bytes.size();
    command_.values[revision] = {std::move((*anew)->bytes), std::move((*anew)->fingerprint)};
    return {};
  }
  /// Writes what was taken, and not yet written.
  tl::expected<void, std::string> write() {
    bytes_ = 0;
    const protocol::ResealSecret command = std::exchange(command_, {});
    if (command.values.empty())
      return {};
    const auto answer = run_command(session_, command);
    if (!answer.ok() && answer.code != protocol::Code::NotFound) // its application has gone
      return tl::unexpected(refusal_text(answer));
    session_.sequence = std::max(session_.sequence, answer.sequence);
    count_ += command.values.size();
    return {};
  }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  Session& session_;
  SecretVault& vault_;
  protocol::ResealSecret command_;
  std::size_t bytes_ = 0;
  std::size_t count_ = 0;
};

tl::expected<store::Contents, std::string> read_secrets(Session& session) {
  auto contents = session.orchestrator->named({.kinds = "S"});
  if (!contents)
    return tl::unexpected(contents.error().text);
  return std::move(*contents);
}

/// Whether the keys open all that is sealed: else a new key would only hide what was lost.
tl::expected<void, std::string> opens_all(Session& session, SecretVault& vault) {
  const auto contents = read_secrets(session);
  if (!contents)
    return tl::unexpected(contents.error());
  return each_sealed(session, *contents,
                     [&](const Secret& secret, std::uint32_t, const std::string& sealed) {
                       return vault.open(secret.id, sealed).map([](const std::string&) {});
                     });
}

/// Seals anew whatever the former key has sealed.  @returns how many contents
tl::expected<std::size_t, std::string> reseal_all(Session& session, SecretVault& vault) {
  const auto contents = read_secrets(session);
  if (!contents)
    return tl::unexpected(contents.error());
  Resealing resealing(session, vault);
  auto done = each_sealed(session, *contents,
                          [&](const Secret& secret, std::uint32_t number, const std::string& old) {
                            return resealing.take(secret, number, old);
                          });
  if (done)
    done = resealing.write();
  if (!done)
    return tl::unexpected(done.error());
  return resealing.count();
}

/// Hooks that ran when the key was put in its place may have sealed with the former one what comes
/// into the store later. An agent that only waits for a time has nothing of that kind (decision
/// 212).
bool may_end(Session& session, const SecretVault& vault) {
  return !vault.has_sealed_with_former()
         || session.orchestrator->wait_for_hooks(
           patience_with_hooks, [&session] { return session.output->cancelled(); });
}

Outcome not_begun(Session& session, const std::string& why) {
  return session.fail("the key was not renewed, and nothing was changed: " + why);
}

Outcome rekey(Session& session, const Arguments&) {
  const auto found = session.orchestrator->vault();
  if (!found)
    return not_begun(session, found.error());
  SecretVault* const vault = *found;
  const auto alone = vault->claim_renewal();
  if (!alone.owns_lock())
    return session.fail("the key is being renewed by another rekey: wait until it is done");
  if (const auto refused = refusal_before(session, protocol::ResealSecret{}))
    return not_begun(session, refusal_text(*refused));
  if (const auto opened = opens_all(session, *vault); !opened)
    return not_begun(session, opened.error());
  const auto begun = vault->begin_renewal();
  if (!begun)
    return not_begun(session, begun.error());
  if (*begun == SecretVault::Renewal::NothingSealed) {
    session.out("the model has no secrets, and no key of them\n");
    return Exit::Fine;
  }
  const auto goes_on = [&session](const std::string& why) {
    return session.fail("the former key stays, and opens what the new one does not: " + why
                        + "; then type \"orrery rekey\" again, which goes on");
  };
  const auto first = reseal_all(session, *vault);
  if (!first)
    return goes_on(first.error());
  if (!may_end(session, *vault))
    return goes_on("hooks that run may have sealed with it: wait until they are done");
  const auto rest = reseal_all(session, *vault);
  if (!rest)
    return goes_on(rest.error());
  if (const auto ended = vault->end_renewal(); !ended)
    return goes_on(ended.error());
  session.out(config::counted(*first + *rest, "content") + " sealed with "
              + (*begun == SecretVault::Renewal::Begun ? "a new key" : "the new key of before")
              + "; the former key is gone. Backups of before have it still\n");
  return Exit::Fine;
}

} // namespace

std::vector<Verb> rekey_verbs() {
  Verb verb;
  verb.name = "rekey";
  verb.right = Right::Admin;
  verb.summary = "Seal the model's secrets with a new key";
  verb.more = "While the model runs. What was interrupted is gone on with by the next use.\n";
  verb.words_max = 0;
  verb.examples = {"rekey"};
  verb.handler = rekey;
  return {verb};
}

} // namespace orrery::cmd
