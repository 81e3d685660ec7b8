#include "test/agents/secret_place.hpp"

#include "actors/agents/secret_refusals.hpp"
#include "actors/agents/secrets_for_hooks.hpp"
#include "store/codec.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::test {

namespace {

const rules::Writes nothing_else;
const rules::Context at_some_time{60'000, "a test", &nothing_else};

hooks::HookSight sight_of_unit(const std::string& unit) {
  hooks::HookSight sight;
  sight.unit = unit;
  sight.application = std::string(store::owning_application(unit));
  sight.model_uuid = "u-u";
  sight.leader = unit.ends_with("/0");
  return sight;
}

/// A store that counts what is read of it.
class CountedDatabase final : public store::Database {
public:
  CountedDatabase(const store::Database& database, std::size_t& reads)
    : database_(database), reads_(reads) {}
  [[nodiscard]] std::uint64_t sequence() const override { return database_.sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override { return database_.notes(); }
  [[nodiscard]] tl::expected<void, store::StoreError> write(const std::vector<store::Change>&,
                                                            std::uint64_t) override {
    return tl::unexpected(store::StoreError{store::StoreError::Kind::ReadOnly, "only read"});
  }
  [[nodiscard]] std::unique_ptr<store::Snapshot> snapshot() const override {
    return std::make_unique<Counted>(database_.snapshot(), reads_);
  }
  [[nodiscard]] tl::expected<void, store::StoreError> verify() const override {
    return database_.verify();
  }

private:
  class Counted final : public store::Snapshot {
  public:
    Counted(std::unique_ptr<store::Snapshot> snapshot, std::size_t& reads)
      : snapshot_(std::move(snapshot)), reads_(reads) {}
    [[nodiscard]] std::uint64_t sequence() const override { return snapshot_->sequence(); }
    [[nodiscard]] tl::expected<std::optional<std::string>, store::StoreError>
    get(const store::Key& key) const override {
      ++reads_;
      return snapshot_->get(key);
    }
    [[nodiscard]] tl::expected<void, store::StoreError>
    scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const override {
      return snapshot_->scan_from(first, prefix, [&](std::string_view key, std::string_view value) {
        ++reads_;
        return visit(key, value);
      });
    }

  private:
    std::unique_ptr<store::Snapshot> snapshot_;
    std::size_t& reads_;
  };

  const store::Database& database_;
  std::size_t& reads_;
};

} // namespace

SecretPlace::SecretPlace()
  : database_(directory_.open().value()),
    vault_(directory_.store().parent_path() / store::SecretVault::file_name, [this] {
      const bool any = !of_db_.by_id.empty() || !of_user_.by_id.empty();
      return store::SecretVault::Sample{any, {}, {}};
    }) {}

protocol::SecretValue SecretPlace::sealed(const std::string& id, const std::string& password) {
  auto box = vault_.seal(id, config::secret_text({{"password", password}})).value();
  return {std::move(box.bytes), std::move(box.fingerprint)};
}

rules::Decision SecretPlace::change(const std::string& unit,
                                    const protocol::SecretChanges& changes) {
  auto decision =
    rules::change_secrets(of_db_, {"db", unit, unit == "db/0", true}, changes, at_some_time);
  take(decision);
  return decision;
}

rules::Decision SecretPlace::change_users(const std::string& id,
                                          const protocol::SecretChange& change) {
  auto decision = rules::change_user_secret(of_user_, {id, change}, at_some_time);
  take(decision);
  return decision;
}

void SecretPlace::end(const rules::Writes& gone) {
  for (auto* secrets : {&of_db_, &of_user_}) {
    rules::Decision decision;
    rules::settle_secrets(decision, *secrets, {60'000, "a test", &gone});
    take(decision);
  }
}

void SecretPlace::take(const rules::Decision& decision) {
  std::map<store::Key, std::optional<std::string>> all;
  for (const rules::Write& write : decision.writes) {
    rules::absorb_secrets(of_db_, "db", write);
    rules::absorb_secrets(of_user_, "", write);
    if (const auto* read = std::get_if<store::SecretConsumer>(&write.record)) {
      rules::UnitState& reader = readers_[read->unit];
      reader.record.name = read->unit;
      rules::absorb(reader, write);
    }
    all[store::key_of(write.record)] =
      write.deleted ? std::nullopt : std::optional(store::encode(write.record));
  }
  std::vector<store::Change> changes;
  for (auto& [key, value] : all)
    changes.push_back({key, value});
  EXPECT_TRUE(database_->write(changes, ++sequence_));
}

/// Returns what entities answer to a hook that looks for a label, or for all that it manages.
std::vector<protocol::SecretName> SecretPlace::named(const hooks::HookSight& sight,
                                                     const hooks::NeedSecret& need) const {
  using What = hooks::NeedSecret::What;
  const rules::OwnedSecrets none;
  const rules::OwnedSecrets& own = sight.application == "db" ? of_db_ : none;
  const std::vector<std::string> owners{sight.application, sight.unit};
  if (need.what == What::Managed)
    return rules::secrets_of(own, owners);
  const std::string& label = need.what == What::ByLabel ? need.text : need.new_label;
  if (auto found = rules::labelled_secrets(own, owners, label); label.empty() || !found.empty())
    return found;
  const auto reader = readers_.find(sight.unit);
  const auto read =
    reader == readers_.end() ? std::nullopt : reader->second.holdings().secret_labels.find(label);
  return read ? std::vector{*read} : std::vector<protocol::SecretName>{};
}

SecretPlace::Said SecretPlace::call(const std::string& unit,
                                    const std::vector<std::string>& arguments) {
  const hooks::HookSight sight = sight_of_unit(unit);
  hooks::HookState state;
  const hooks::ToolCall call{arguments, "/charm", "", false};
  Said said;
  for (int round = 0; round < 4; ++round) {
    const hooks::ToolOutcome outcome = hooks::evaluate(sight, state, call);
    if (const auto* need = std::get_if<hooks::NeedSecret>(&outcome)) {
      const CountedDatabase counted(*database_, said.reads);
      EXPECT_EQ(
        agents::read_secret(&counted, &vault_, sight, *need, named(sight, *need), state.secrets),
        "");
      said.was_opened |= state.secrets.found && !state.secrets.found->contents.empty();
      continue;
    }
    const auto& done = std::get<hooks::ToolDone>(outcome);
    said.code = done.reply.code;
    said.text = done.reply.output + done.reply.error;
    for (const hooks::Effect& effect : done.effects)
      if (const auto* track = std::get_if<hooks::TrackSecret>(&effect)) {
        const auto& secrets = track->owner.empty() ? of_user_ : of_db_;
        const auto decision = rules::track_secret(
          secrets, {unit, track->secret, track->owner, track->revision, track->label});
        said.was_pinned = decision.verdict != rules::Verdict::Refuse;
        EXPECT_TRUE(said.was_pinned) << decision.refusal.text;
        take(decision);
      }
    return said;
  }
  ADD_FAILURE() << "the tool asks without end";
  return said;
}

std::string SecretPlace::refused(const std::string& unit,
                                 const protocol::SecretChanges& changes) const {
  hooks::SecretState state;
  for (const auto& [id, change] : changes)
    state.pending[id].change = change;
  return agents::refused_secrets(*database_, sight_of_unit(unit), state);
}

} // namespace orrery::test
