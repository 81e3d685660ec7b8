#pragma once

#include "actors/agents/model.hpp"
#include "actors/entities/services.hpp"

#include <caf/actor.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace orrery::test {

/// The model behind links, as agents on another host would reach it. All that is asked and told
/// takes its time, and some of what is told comes twice. What one entity says keeps its order, what
/// different ones say does not. Links may be cut (AgentLink): whoever observes is then told the
/// present state as if it looked anew. Commands are carried out, and answered, once.
///
/// For one thread, in which a seed decides who comes next.
class LinkedModel final : public agents::Model, public entities::Post {
public:
  /// @param inner, @param services and @param host outlive it.
  LinkedModel(agents::Model& inner,
              entities::Services& services,
              entities::Post& host,
              std::uint64_t seed,
              bool is_cut_at_times)
    : inner_(inner), services_(services), host_(host), seed_(seed),
      is_cut_at_times_(is_cut_at_times), host_count_(inner.under_way()) {}
  /// Ends the links, which know entities that know them: from now on nothing is asked or told.
  void end();

  void run(caf::event_based_actor& agent,
           std::uint64_t ticket,
           const protocol::Command& command) override;
  void flush(caf::event_based_actor& agent, std::uint64_t ticket) override;
  bool
  ask(caf::event_based_actor& agent, const rules::Who& whom, agents::Question question) override;

  [[nodiscard]] runtime::UnderWay& under_way() override { return host_count_; }
  [[nodiscard]] agents::KnownParts& known_parts() override { return inner_.known_parts(); }

  // Calls that take no message have no link either.
  [[nodiscard]] bool has(const rules::Who& whom) const override { return inner_.has(whom); }
  [[nodiscard]] std::optional<rules::Who> find_unit(const std::string& name) const override {
    return inner_.find_unit(name);
  }
  [[nodiscard]] std::shared_ptr<const store::Charm> charm(const std::string& url) const override {
    return inner_.charm(url);
  }
  [[nodiscard]] std::shared_ptr<const entities::ModelSettings> settings() const override {
    return inner_.settings();
  }
  [[nodiscard]] bool retries_hooks() const override { return inner_.retries_hooks(); }
  [[nodiscard]] std::string read_stored(const hooks::HookSight& sight,
                                        hooks::NeedStored needed,
                                        hooks::HookState& state) const override {
    return inner_.read_stored(sight, needed, state);
  }
  [[nodiscard]] std::string read_secret(const hooks::HookSight& sight,
                                        const hooks::NeedSecret& needed,
                                        const std::vector<protocol::SecretName>& named,
                                        hooks::SecretState& state) const override {
    return inner_.read_secret(sight, needed, named, state);
  }
  [[nodiscard]] std::vector<protocol::SecretHookSeen> read_secret_hooks(const std::string& unit,
                                                                        bool leads) const override {
    return inner_.read_secret_hooks(unit, leads);
  }
  void set_secret_keeper(caf::actor keeper) override {
    inner_.set_secret_keeper(std::move(keeper));
  }
  void set_janitor(caf::actor janitor) override { inner_.set_janitor(std::move(janitor)); }
  void set_forcer(caf::actor forcer) override { inner_.set_forcer(std::move(forcer)); }

  void tell(const std::string& unit, caf::message what) override;
  [[nodiscard]] bool hears(const std::string& unit) const override { return host_.hears(unit); }
  [[nodiscard]] bool is_there(const std::string& unit) const override {
    return host_.is_there(unit);
  }

private:
  /// Counts what is under way at the host, which gives back what it has taken and nothing of the
  /// model's. What is in a link, the link counts.
  class HostCount final : public runtime::UnderWay {
  public:
    explicit HostCount(runtime::UnderWay& model) : model_(model) {}
    void add(std::int64_t parts = 1) override;
    void remove(std::int64_t parts = 1) override;

  private:
    runtime::UnderWay& model_;
    std::int64_t count_ = 0;
  };

  const caf::actor& link_of(caf::event_based_actor& agent);

  agents::Model& inner_;
  entities::Services& services_;
  entities::Post& host_;
  std::uint64_t seed_;
  bool is_cut_at_times_;
  HostCount host_count_;
  bool has_ended_ = false;
  std::map<caf::actor_id, caf::actor> links_;    ///< By agent, also those that have ended.
  std::map<std::string, caf::actor> last_links_; ///< Of who looked last in a unit's name.
};

} // namespace orrery::test
