#pragma once

#include "cmd/simulate/spectator.hpp"
#include "cmd/simulate/world.hpp"
#include "test/agents/golden/record.hpp"

#include <caf/actor_addr.hpp>

#include <map>
#include <string>
#include <vector>

namespace orrery::test::golden {

/// A simulated world that writes down what its agents do, seen from outside: which notes come
/// to disk, what they ask of the model, which hooks they have run, what providers did for them,
/// when they begin, rest and end. Nothing in it names a part of an agent's inside.
class RecordedWorld : public simulate::Spectator, public simulate::World {
public:
  explicit RecordedWorld(std::uint64_t seed, std::uint32_t idle_agents = 4096);
  ~RecordedWorld() override;
  RecordedWorld(const RecordedWorld&) = delete;
  RecordedWorld& operator=(const RecordedWorld&) = delete;

  /// Begins a chapter of the life, in the words of its title.
  void chapter(const std::string& title);
  /// Begins a chapter that bears the command's own words, and runs the command until nothing is
  /// left to do.
  void ask(const protocol::Command& command);
  void ask_and_settle(const protocol::Command& command);
  /// The process is killed and begins again; nothing is handled yet.
  void crash();

  [[nodiscard]] std::string record();
  [[nodiscard]] std::vector<std::string> found_wrong() const { return found_wrong_; }

private:
  void listen();
  void heard(const caf::abstract_actor& who, const caf::mailbox_element& what);
  void hook_begins(const protocol::RunHook& order, const caf::actor_addr& agent);
  void look();
  void look_at_notes();
  void look_at_agent(const std::string& whose);
  void look_at_log(const std::string& unit);
  [[nodiscard]] std::string owner_of(const entities::Token& token);

  void decided(const entities::Token& token) override;
  void provided(const protocol::ProviderTask& task, const protocol::ProviderDone& outcome) override;
  void process_died() override;

  struct Seen {
    caf::actor_addr agent;
    bool rests = false;
    std::size_t warnings = 0;
    std::size_t statuses = 0;
  };
  Record record_;
  std::vector<std::string> found_wrong_;
  std::map<std::string, Seen> seen_; ///< By unit, or `machine 3`.
  std::map<caf::actor_addr, std::string> owners_;
  std::map<std::string, std::string> notes_; ///< As they were on disk at the last look.
  std::uint64_t notes_sequence_ = 0;         ///< Then.
};

} // namespace orrery::test::golden
