#include "cmd/simulate/secret_judge.hpp"

#include "actors/rules/secret_hooks.hpp"
#include "actors/workflow/secret_steps.hpp"
#include "store/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace orrery::simulate {

namespace {

using store::SecretHookKind;

std::string application_of_subject(const std::string& name) {
  return std::string(store::owning_application(name));
}

/// The secret of a call that names it: `secret-get ID`; empty where it does not.
std::string id_in(const std::vector<std::string>& arguments) {
  return arguments.size() > 1 && !arguments[1].starts_with("-") ? arguments[1] : "";
}

std::string id_of(const hooks::HookJob& job) {
  constexpr std::string_view scheme = "secret:";
  const auto found = job.environment.find("JUJU_SECRET_ID");
  if (found == job.environment.end())
    return {};
  return found->second.starts_with(scheme) ? found->second.substr(scheme.size()) : found->second;
}

std::uint32_t revision_in(const hooks::HookJob& job) {
  const auto found = job.environment.find("JUJU_SECRET_REVISION");
  return found == job.environment.end() ? 0 : store::parse_id(found->second).value_or(0);
}

bool is_rotation(const hooks::HookJob& job) {
  return job.hook == "secret-rotate";
}

} // namespace

void SecretJudge::process_began() {
  acknowledged_ = ledger_.sequence();
  clock_ahead_ = 0;
  called_at_.clear();
  lost_.clear();
  disturbed();
  const auto& all = ledger_.contents().secrets;
  std::erase_if(owed_, [&](const auto& owed) {
    const auto secret = all.find(owed.first.first);
    return secret == all.end() || secret->second.newest < owed.second;
  });
}

void SecretJudge::applied(const Applied& transaction) {
  const bool ends = transaction.cause == "end secret hook";
  for (const rules::Write& write : transaction.writes) {
    if (const auto* secret = std::get_if<store::Secret>(&write.record))
      secret_written(*secret, write.deleted, transaction.sequence);
    else if (const auto* unit = std::get_if<store::Unit>(&write.record)) {
      if (write.deleted)
        owner_gone(unit->name, transaction);
      if (unit->resolved == store::Resolved::NoRetry) // a hook that never began may count as done
        std::erase_if(owed_, [&](const auto& owed) { return owed.first.second == unit->name; });
    } else if (const auto* application = std::get_if<store::Application>(&write.record);
               application != nullptr && write.deleted)
      owner_gone(application->name, transaction);
  }
  for (const rules::Write& write : transaction.writes)
    if (const auto* grant = std::get_if<store::SecretGrant>(&write.record); grant != nullptr)
      write.deleted ? right_lost(*grant, transaction.sequence) : right_given(*grant);
    else if (const auto* hook = std::get_if<store::SecretHook>(&write.record))
      hook_written(*hook, write, ends);
}

/// SE37
void SecretJudge::owner_gone(const std::string& owner, const Applied& transaction) {
  for (const auto& entry : ledger_.contents().secrets) {
    const store::Secret& secret = entry.second;
    if (secret.owner != owner)
      continue;
    const bool goes = std::any_of(
      transaction.writes.begin(), transaction.writes.end(), [&](const rules::Write& write) {
        const auto* gone = std::get_if<store::Secret>(&write.record);
        return gone != nullptr && write.deleted && gone->id == secret.id;
      });
    if (!goes)
      findings_.add(fmt::format("secret {} outlives {}, whose it is (SE37)", secret.id, owner));
  }
}

void SecretJudge::secret_written(const store::Secret& now, bool deleted, std::uint64_t sequence) {
  const auto& all = ledger_.contents().secrets;
  const auto before = all.find(now.id);
  if (deleted) {
    lost_[{now.id, {}}] = sequence;
    std::erase_if(owed_, [&](const auto& owed) { return owed.first.first == now.id; });
    return;
  }
  if (before == all.end())
    return;
  judge_period(before->second, now);
  if (now.newest == before->second.newest)
    return;
  for (const auto& [key, consumer] : ledger_.contents().secret_consumers)
    if (consumer.secret == now.id && may_read(now.id, consumer.unit))
      owed_[{now.id, consumer.unit}] = now.newest;
}

/// SE47: while a rotation is asked for, its time moves on by a period, or by a little where nothing
/// has changed.
void SecretJudge::judge_period(const store::Secret& before, const store::Secret& now) {
  constexpr store::Milliseconds hour = 3'600'000;
  const auto& all = ledger_.contents().secret_hooks;
  const bool is_asked = std::any_of(all.begin(), all.end(), [&](const auto& entry) {
    return entry.second.secret == now.id && entry.second.kind == SecretHookKind::Rotate;
  });
  if (!is_asked || now.rotates == 0 || now.rotates == before.rotates
      || now.rotation != before.rotation)
    return;
  const bool has_expiry = now.revisions.back().expires != 0;
  const store::Milliseconds least =
    now.newest != before.newest && now.rotation == "hourly" && !has_expiry ? hour : 1;
  // Earlier than before it only is where the clock was set back in between.
  if (now.rotates > before.rotates && now.rotates < before.rotates + least)
    findings_.add(fmt::format("secret {} was due at {}, is rotated, and is due at {} again (SE47)",
                              now.id, before.rotates, now.rotates));
}

void SecretJudge::right_lost(const store::SecretGrant& grant, std::uint64_t sequence) {
  lost_[{grant.secret, grant.subject}] = sequence;
  std::erase_if(owed_, [&](const auto& owed) { // no hook tells it of later revisions (SE35)
    const auto& [secret, unit] = owed.first;
    return secret == grant.secret
           && (unit == grant.subject || application_of_subject(unit) == grant.subject);
  });
}

/// A unit that comes to a right late is told of revisions that were made meanwhile (SE41).
void SecretJudge::right_given(const store::SecretGrant& grant) {
  const store::Contents& before = ledger_.contents();
  const auto secret = before.secrets.find(grant.secret);
  if (secret == before.secrets.end()
      || store::latest_revision(secret->second) != secret->second.newest)
    return;
  for (const auto& [key, consumer] : before.secret_consumers) {
    const bool is_meant =
      consumer.unit == grant.subject || application_of_subject(consumer.unit) == grant.subject;
    if (consumer.secret == grant.secret && is_meant && consumer.revision < secret->second.newest
        && !may_read(grant.secret, consumer.unit))
      owed_[{grant.secret, consumer.unit}] = secret->second.newest;
  }
}

void SecretJudge::hook_written(const store::SecretHook& hook,
                               const rules::Write& write,
                               bool ends) {
  const store::Key key = store::secret_hook_key(hook);
  if (hook.who.empty())
    return;
  if (!write.deleted) {
    done_.erase(key);
    if (hook.kind == SecretHookKind::Rotate)
      ++asked_[hook.secret];
    return;
  }
  if (!ends)
    return;
  done_[key] = hook.revision;
  if (hook.kind == SecretHookKind::Changed && !has_hook_(hook.who, "secret-changed"))
    owed_.erase({hook.secret, hook.who});
}

/// SE11, SE12: the owner; all of an owning application; and who has a grant, itself or by its
/// application.
bool SecretJudge::may_read(const std::string& secret, const std::string& unit) const {
  const store::Contents& all = ledger_.contents();
  const auto found = all.secrets.find(secret);
  if (found == all.secrets.end())
    return false;
  const std::string application = application_of_subject(unit);
  if (found->second.owner == unit || found->second.owner == application)
    return true;
  return std::any_of(all.secret_grants.begin(), all.secret_grants.end(), [&](const auto& entry) {
    return entry.second.secret == secret
           && (entry.second.subject == unit || entry.second.subject == application);
  });
}

/// Whether the unit could when it called, by what was durable then.
bool SecretJudge::could_read(const std::string& secret, const std::string& unit) const {
  const auto called = called_at_.find(unit);
  const std::uint64_t then = called == called_at_.end() ? 0 : called->second;
  for (const std::string& subject : {std::string(), unit, application_of_subject(unit)})
    if (const auto lost = lost_.find({secret, subject}); lost != lost_.end() && lost->second > then)
      return true;
  return false;
}

void SecretJudge::replied(const std::string& unit,
                          const std::vector<std::string>& arguments,
                          const hooks::ToolReply& reply) {
  const std::string id = id_in(arguments);
  if (arguments.front() != "secret-get" || id.empty() || reply.code != 0)
    return;
  const std::string bare = id.starts_with("secret:") ? id.substr(7) : id;
  const bool is_known = ledger_.contents().secrets.contains(bare) || lost_.contains({bare, {}});
  if (is_known && !may_read(bare, unit) && !could_read(bare, unit))
    findings_.add(fmt::format("{} reads secret {}, which it may not (SE11)", unit, bare));
}

void SecretJudge::began(const hooks::HookJob& job) {
  const std::string id = id_of(job);
  if (id.empty())
    return;
  for (const SecretHookKind kind : {SecretHookKind::Expired, SecretHookKind::Rotate,
                                    SecretHookKind::Changed, SecretHookKind::Remove}) {
    if (agents::secret_hook_name(kind) != job.hook)
      continue;
    for (const std::string& who : {job.unit, application_of_subject(job.unit)})
      if (done_.contains(store::secret_hook_key({who, id, kind, revision_in(job), {}, 0})))
        findings_.add(fmt::format("{} of {} runs for secret {} although it is done, and nothing "
                                  "has come since (SE40, SE41)",
                                  job.hook, job.unit, id));
  }
  if (job.hook == "secret-changed")
    owed_.erase({id, job.unit});
  if (is_rotation(job))
    rotating_.insert(id);
  if (const auto before = rotated_.find(id);
      is_rotation(job) && before != rotated_.end() && before->second == asked_[id])
    findings_.add(
      fmt::format("secret-rotate of {} runs twice in a period for secret {} (SE47)", job.unit, id));
}

void SecretJudge::ended(const hooks::HookJob& job, bool success) {
  const std::string id = id_of(job);
  if (is_rotation(job) && rotating_.erase(id) > 0 && success)
    rotated_[id] = asked_[id];
}

/// A time that has come is one that somebody was asked for (SE46, SE50).
void SecretJudge::judge_due(const store::Secret& secret, store::Milliseconds now) {
  const store::Milliseconds past = now - rules::secret_granularity - clock_ahead_;
  const auto& all = ledger_.contents().secret_hooks;
  const auto is_asked = [&](SecretHookKind kind, std::uint32_t revision) {
    return std::any_of(all.begin(), all.end(), [&](const auto& entry) {
      return entry.second.secret == secret.id && entry.second.kind == kind
             && (revision == 0 || entry.second.revision == revision);
    });
  };
  if (secret.rotates != 0 && secret.rotates < past && !is_asked(SecretHookKind::Rotate, 0))
    findings_.add(fmt::format("all rests, the rotation of secret {} was due at {} and it is {}, "
                              "and nobody is asked for it (SE46)",
                              secret.id, secret.rotates, now));
  for (const store::SecretRevisionSeen& seen : secret.revisions)
    if (seen.expires != 0 && seen.expires < past && !is_asked(SecretHookKind::Expired, seen.number))
      findings_.add(fmt::format("all rests, revision {} of secret {} expired at {} and it is {}, "
                                "and nobody is asked about it (SE50)",
                                seen.number, secret.id, seen.expires, now));
}

void SecretJudge::judge_rest(const std::function<bool(const std::string& unit)>& is_well,
                             store::Milliseconds now) {
  const store::Contents& all = ledger_.contents();
  for (const auto& [key, hook] : all.secret_hooks) {
    const auto application = all.applications.find(hook.who);
    const std::string unit =
      application == all.applications.end() ? hook.who : application->second.leader;
    const std::string name = agents::secret_hook_name(hook.kind);
    if (!unit.empty() && is_well(unit) && has_hook_(unit, name))
      findings_.add(
        fmt::format("all rests, and {} of secret {} waits for {} (SE43)", name, hook.secret, unit));
  }
  for (const auto& [id, secret] : all.secrets)
    if (!secret.owner.empty())
      judge_due(secret, now);
  for (const auto& [reader, revision] : owed_) {
    const auto& [secret, unit] = reader;
    const auto consumer = all.secret_consumers.find({unit, secret});
    if (consumer != all.secret_consumers.end() && consumer->second.revision < revision
        && may_read(secret, unit) && is_well(unit) && has_hook_(unit, "secret-changed"))
      findings_.add(fmt::format("all rests, and {} reads revision {} of secret {} and was not told "
                                "of revision {} (SE41)",
                                unit, consumer->second.revision, secret, revision));
  }
}

} // namespace orrery::simulate
