#pragma once

#include "store/contents.hpp"

#include <string>

namespace orrery::test {

/// 22 Aug 2026 10:00:00 UTC, the time of everything unless said otherwise.
inline constexpr store::Milliseconds at_ten = 1'787'392'800'000;

/// Contents of a model, written down as a sentence:
/// `SampleModel{}.machine(0).application("mysql").unit("mysql/0", 0)`.
class SampleModel {
public:
  explicit SampleModel(const std::string& name = "default");

  SampleModel& machine(store::MachineId id);
  /// With a charm `local:NAME-0` of its own.
  SampleModel& application(const std::string& name);
  /// A subordinate one.
  SampleModel& subordinate(const std::string& name);
  /// A principal that is `active` and `idle`.
  SampleModel& unit(const std::string& name, store::MachineId machine);
  /// A subordinate unit on its principal's machine.
  SampleModel& unit_below(const std::string& name, const std::string& principal);
  SampleModel&
  workload(const std::string& unit, const std::string& value, const std::string& message = "");
  SampleModel&
  agent(const std::string& unit, const std::string& value, const std::string& message = "");
  SampleModel& open(const std::string& unit,
                    const std::string& protocol,
                    std::uint16_t from,
                    std::uint16_t to = 0);
  SampleModel& failed(const std::string& unit, const store::HookError& error);
  SampleModel& leader(const std::string& unit);
  /// Requirer and provider as APPLICATION:ENDPOINT; one end with an empty requirer for a peer
  /// relation.
  SampleModel& relation(store::RelationId id,
                        const std::string& requirer,
                        const std::string& provider,
                        const std::string& interface,
                        store::ScopeKind scope = store::ScopeKind::Global);
  SampleModel& in_scope(store::RelationId id, const std::string& unit);
  SampleModel& bag(store::RelationId id, const std::string& owner, const store::Settings& values);
  SampleModel&
  option(const std::string& application, const std::string& key, const store::CharmOption& option);
  SampleModel&
  set(const std::string& application, const std::string& key, const std::string& value);

  /// The records themselves, for what has no word of its own.
  store::Contents contents;
};

/// mysql with two units, one of them installing, a subordinate and a relation: the example of the
/// documentation.
[[nodiscard]] SampleModel documented_model();

} // namespace orrery::test
