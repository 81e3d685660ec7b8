#include "cmd/simulate/ledger.hpp"

#include "store/codec.hpp"
#include "store/erasure.hpp"
#include "store/invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace orrery::simulate {

namespace {

using rules::Stage;
using store::EntityKind;

template <class Map, class Key>
Stage stage_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? Stage::Unborn : rules::stage_of(found->second.life);
}

/// The life that a record has in the contents; nothing for records without a life.
struct Before {
  const store::Contents& contents;

  std::optional<LifeChange> operator()(const store::Machine& r) const {
    return LifeChange{EntityKind::Machine, std::to_string(r.id), stage_in(contents.machines, r.id),
                      rules::stage_of(r.life)};
  }
  std::optional<LifeChange> operator()(const store::Unit& r) const {
    return LifeChange{EntityKind::Unit, r.name, stage_in(contents.units, r.name),
                      rules::stage_of(r.life)};
  }
  std::optional<LifeChange> operator()(const store::Application& r) const {
    return LifeChange{EntityKind::Application, r.name, stage_in(contents.applications, r.name),
                      rules::stage_of(r.life)};
  }
  std::optional<LifeChange> operator()(const store::Relation& r) const {
    return LifeChange{EntityKind::Relation, std::to_string(r.id),
                      stage_in(contents.relations, r.id), rules::stage_of(r.life)};
  }
  template <class Record>
  std::optional<LifeChange> operator()(const Record&) const {
    return std::nullopt;
  }
};

/// Whether only statuses of units are written: no invariant speaks of what they say.
bool is_report(const rules::Writes& writes) {
  return std::all_of(writes.begin(), writes.end(), [](const rules::Write& write) {
    return !write.deleted && !write.created
           && std::holds_alternative<store::UnitStatus>(write.record);
  });
}

} // namespace

std::string name_of(const LifeChange& change) {
  return fmt::format("{} {}", store::word_of(change.kind), change.name);
}

void Ledger::decided(const entities::Token& token) {
  if (token.changes.empty())
    return;
  Waiting waiting{{token.answer.sequence, token.context.cause, token.writes, {}}, token.changes};
  if (!waiting_.emplace(token.answer.sequence, std::move(waiting)).second)
    findings_.add(fmt::format("two transactions have number {}", token.answer.sequence));
  while (!waiting_.empty() && waiting_.begin()->first == sequence_ + 1)
    apply(std::move(waiting_.extract(waiting_.begin()).mapped()));
}

void Ledger::apply(Waiting next) {
  ++count_;
  sequence_ = next.applied.sequence;
  judge(next.applied);
  listener_(next.applied);
  for (const rules::Write& write : next.applied.writes) {
    if (write.deleted)
      store::erase(contents_, write.record);
    else
      store::insert(contents_, write.record);
  }
  contents_.sequence = sequence_;
  since_.emplace(sequence_, std::move(next.changes));
  if (is_report(next.applied.writes))
    return;
  for (const std::string& broken : store::broken_invariants(contents_))
    findings_.add(
      fmt::format("after transaction {} ({}): {}", sequence_, next.applied.cause, broken));
}

/// L2, L4, L6.
void Ledger::judge(Applied& applied) {
  for (const rules::Write& write : applied.writes) {
    std::optional<LifeChange> change = std::visit(Before{contents_}, write.record);
    if (!change)
      continue;
    if (write.deleted)
      change->to = Stage::Removed;
    if (change->from == change->to)
      continue;
    if (!rules::allowed(change->kind, change->from, change->to))
      findings_.add(fmt::format("transaction {} ({}) takes {} from {} to {} (L2)", applied.sequence,
                                applied.cause, name_of(*change), rules::name_of(change->from),
                                rules::name_of(change->to)));
    if (change->from == Stage::Unborn)
      judge_birth(*change);
    applied.lives.push_back(std::move(*change));
  }
}

void Ledger::judge_birth(const LifeChange& change) {
  if (change.kind != EntityKind::Application && !born_.emplace(name_of(change), sequence_).second)
    findings_.add(name_of(change) + " has been there before (L6)");
}

void Ledger::committed(std::uint64_t sequence) {
  acknowledged_ = sequence;
  fold(sequence);
}

void Ledger::fold(std::uint64_t sequence) {
  while (!since_.empty() && since_.begin()->first <= sequence) {
    for (store::Change& change : since_.begin()->second)
      if (change.value)
        durable_[change.key] = std::move(*change.value);
      else
        durable_.erase(change.key);
    since_.erase(since_.begin());
  }
}

void Ledger::recovered(const store::Database& model) {
  if (model.sequence() < acknowledged_)
    findings_.add(
      fmt::format("transaction {} was acknowledged, and after a crash the store is at {}",
                  acknowledged_, model.sequence()));
  fold(model.sequence());
  std::erase_if(born_, [&](const auto& birth) { return birth.second > model.sequence(); });
  since_.clear();
  waiting_.clear();
  const auto snapshot = model.snapshot();
  compare(*snapshot);
  auto contents = store::read_contents(*snapshot);
  if (!contents)
    throw std::runtime_error(contents.error().text);
  contents_ = std::move(*contents);
  sequence_ = durable_sequence_ = acknowledged_ = model.sequence();
}

/// From the first process on every change has been seen; what was there before it is taken as it
/// is.
void Ledger::compare(const store::Snapshot& snapshot) {
  std::map<std::string, std::string> found;
  const auto scanned = snapshot.scan("", [&](std::string_view key, std::string_view value) {
    found.emplace(key, value);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  if (durable_sequence_ == 0)
    durable_ = found;
  for (const auto& [key, value] : found)
    if (const auto known = durable_.find(key); known == durable_.end() || known->second != value)
      findings_.add(fmt::format("after a crash key {} holds what no transaction up to {} wrote",
                                key, snapshot.sequence()));
  for (const auto& [key, value] : durable_)
    if (!found.contains(key))
      findings_.add(fmt::format("after a crash key {}, which a transaction up to {} wrote, is gone",
                                key, snapshot.sequence()));
  durable_ = std::move(found);
}

} // namespace orrery::simulate
