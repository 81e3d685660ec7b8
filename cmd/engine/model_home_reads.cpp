#include "actors/runtime/log.hpp"
#include "cmd/engine/entity_references.hpp"
#include "cmd/engine/model_home.hpp"
#include "cmd/engine/observation.hpp"
#include "cmd/engine/unused_charms.hpp"
#include "cmd/views/explain/status_reading.hpp"
#include "store/codec.hpp"
#include "store/history.hpp"
#include "store/keys.hpp"
#include "store/kinds.hpp"

#include <caf/scoped_actor.hpp>

#include <utility>

/// Sessions ask a model: each call blocks the session's thread, nothing else.
namespace orrery::cmd {

namespace {

constexpr std::chrono::seconds entities_patience{30}; // for a slow disk

} // namespace

std::optional<protocol::Answer> ModelHome::refusal(const protocol::Command& command) {
  if (!gate_.is_closed())
    return process_.reserve.refusal(command);
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::NotFound;
  refused.text = gate_.why();
  return refused;
}

protocol::Answer ModelHome::run(const protocol::Command& command) {
  const ModelGate::Use use(gate_);
  if (!use)
    return refusal(command).value(); // its gate never opens again
  if (auto refused = process_.reserve.refusal(command))
    return std::move(*refused);
  caf::scoped_actor self{process_.system};
  entities_.transactions.begin(caf::actor_cast<caf::actor>(self), 0, command);
  protocol::Answer outcome;
  self->receive([&outcome](const protocol::Answer& answer) { outcome = answer; });
  return outcome;
}

tl::expected<store::Contents, store::StoreError> ModelHome::contents() {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return store::read_contents(*now());
}

std::map<std::string, store::HostedModel> ModelHome::hosted_models() const {
  auto read = store::read_kinds(*now(), "j");
  return read ? std::move(read->hosted_models) : std::map<std::string, store::HostedModel>{};
}

tl::expected<store::SecretVault*, std::string> ModelHome::vault() {
  if (gate_.is_closed()) // one that cannot be served has never had any
    return tl::unexpected(gate_.why());
  return &*vault_;
}

/// Shows the first of all contents. No key is made for a model that is gone, nor where what cannot
/// be read may be sealed.
store::SecretVault::Sample ModelHome::sealed_sample() {
  store::SecretVault::Sample sample;
  const ModelGate::Use use(gate_);
  if (!use)
    return {true, {}, {}};
  const auto scanned = now()->scan("T", [&sample](std::string_view key, std::string_view value) {
    sample.any = true;
    if (auto record = store::decode(store::Key(key), value)) {
      auto& revision = std::get<store::SecretRevision>(*record); // its key says what it is
      sample.id = std::move(revision.secret);
      sample.sealed = std::move(revision.sealed);
    }
    return false;
  });
  sample.any |= !scanned;
  return sample;
}

tl::expected<std::optional<std::string>, std::string>
ModelHome::sealed_secret(const std::string& id, std::uint32_t revision) {
  const ModelGate::Use use(gate_);
  if (!use)
    return tl::unexpected(gate_.why());
  const store::Key key = store::secret_revision_key(id, revision);
  const auto bytes = now()->get(key);
  if (!bytes)
    return tl::unexpected(bytes.error().text);
  if (!*bytes)
    return std::nullopt;
  auto record = store::decode(key, **bytes);
  if (!record)
    return tl::unexpected(record.error().what);
  return std::move(std::get<store::SecretRevision>(*record).sealed); // its key says what it is
}

tl::expected<std::string, std::string> ModelHome::secret_content(const store::Secret& secret,
                                                                 std::uint32_t revision) {
  const auto sealed = sealed_secret(secret.id, revision);
  if (!sealed)
    return tl::unexpected(sealed.error());
  if (!*sealed)
    return tl::unexpected("secret revision \"" + secret.id + "/" + std::to_string(revision)
                          + "\" not found");
  return vault_->open(secret.id, **sealed);
}

tl::expected<store::Contents, store::StoreError> ModelHome::named(const explain::Named& named) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return explain::read_named(*now(), named);
}

tl::expected<store::Account, store::StoreError> ModelHome::account(const std::string& user,
                                                                   const std::string& target) {
  return store::read_account(*now(), user, target);
}

tl::expected<explain::Neighbourhood, store::StoreError>
ModelHome::around(const explain::Subject& subject) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  EntityReferences references(entities_, entities_patience);
  return explain::read_neighbourhood(*stores_.model, references, subject);
}

tl::expected<explain::Neighbourhood, store::StoreError>
ModelHome::shown(const explain::Choice& choice) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  EntityReferences references(entities_, entities_patience);
  return explain::read_shown(*stores_.model, references, choice);
}

tl::expected<explain::StatusRecords, store::StoreError>
ModelHome::in_status(const explain::Choice& choice) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  EntityReferences references(entities_, entities_patience);
  return explain::read_status(*stores_.model, references, choice);
}

tl::expected<store::Contents, store::StoreError>
ModelHome::relations_between(const std::string& first, const std::string& second) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  EntityReferences references(entities_, entities_patience);
  return explain::read_relations_between(*stores_.model, references, first, second);
}

tl::expected<std::vector<store::LifeStep>, store::StoreError>
ModelHome::history(const store::EntityRef& entity) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return store::read_history(*now(), entity);
}

Orchestrator::FoundOperation ModelHome::operation(store::TaskId id) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return store::read_operation(*now(), id);
}

Orchestrator::FoundOperation ModelHome::task(store::TaskId id) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return store::read_task(*now(), id);
}

tl::expected<void, store::StoreError>
ModelHome::each_operation(const std::function<bool(store::OperationSeen)>& take) {
  const ModelGate::Use use(gate_);
  if (!use)
    return gone();
  return store::each_operation(*now(), take);
}

tl::expected<check::Observed, std::string> ModelHome::observe() {
  const ModelGate::Use use(gate_);
  if (!use)
    return tl::unexpected(gate_.why());
  const auto written = [this] {
    return std::pair(stores_.model->sequence(), stores_.notes->sequence());
  };
  const auto before = written();
  const bool settled = activity_.count() == 0;
  auto observed = observe_all(stores_, *provider_, settings());
  if (observed)
    observed->quiet = settled && activity_.count() == 0 && written() == before;
  return observed;
}

tl::expected<check::Observed, std::string> ModelHome::observe_records() {
  const ModelGate::Use use(gate_);
  if (!use)
    return tl::unexpected(gate_.why());
  return cmd::observe_records(stores_, settings());
}

bool ModelHome::wait_settled(std::chrono::milliseconds timeout,
                             const std::function<bool()>& cancelled) {
  const ModelGate::Use use(gate_);
  return !use || activity_.wait_settled(timeout, [&] { return cancelled() || gate_.is_closed(); });
}

bool ModelHome::wait_settled(const std::set<std::string>& applications,
                             std::chrono::milliseconds timeout,
                             const std::function<bool()>& cancelled) {
  const ModelGate::Use use(gate_);
  return !use || of_model_.local_model.holds().wait_settled(applications, timeout, [&] {
    return cancelled() || gate_.is_closed();
  });
}

bool ModelHome::wait_for_hooks(std::chrono::milliseconds timeout,
                               const std::function<bool()>& cancelled) {
  const ModelGate::Use use(gate_);
  return !use || of_model_.local_model.holds().wait_for_hooks(timeout, [&] {
    return cancelled() || gate_.is_closed();
  });
}

hooks::HookJob ModelHome::remote_job(const agents::RemoteOrder& order) {
  const ModelGate::Use use(gate_);
  return use ? agents::remote_job(order, *provider_) : hooks::HookJob{};
}

config::CharmsHold ModelHome::hold_charms() {
  return hold_charms_of(data_directory(), entities_);
}

tl::expected<void, std::string> ModelHome::inject(const agents::Fault& fault) {
  const ModelGate::Use use(gate_);
  if (!use)
    return tl::unexpected(gate_.why());
  if (!process_.options.allow_faults)
    return Orchestrator::inject(fault);
  runtime::log("engine")->warn("a fault is injected{}{}", agents::fields_of(fault),
                               of_model_.log_fields());
  return faults_.inject(fault);
}

std::uint64_t ModelHome::wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) {
  const ModelGate::Use use(gate_);
  const std::uint64_t reached = use ? commits_.wait(seen, timeout) : seen;
  return reached == seen && gate_.is_closed() ? seen + 1 : reached; // who waits looks again
}

std::map<std::string, std::string> ModelHome::log_levels() {
  return runtime::log_levels();
}

bool ModelHome::set_log_level(const std::string& component, const std::string& level) {
  return component.empty() ? runtime::set_log_level(level)
                           : runtime::set_log_level(component, level);
}

} // namespace orrery::cmd
