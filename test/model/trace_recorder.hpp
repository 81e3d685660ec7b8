#pragma once

#include "cmd/simulate/spectator.hpp"
#include "test/model/projection.hpp"

#include <functional>
#include <map>

namespace orrery::test {

/// One step of a run: who made it, and what docs/model/lives.pml knows after it.
struct TraceEvent {
  int cause = 0; ///< A number of docs/model/causes.pml.
  std::string name;
  Projection::Row row;
};

/// Watches a simulated world, and writes down each transaction that changes what the model knows,
/// in the order of their numbers, once it is on disk; and each process that begins.
class TraceRecorder final : public simulate::Spectator {
public:
  void decided(const entities::Token& token) override;
  void committed(std::uint64_t sequence) override;
  void process_died() override { decided_.clear(); }
  void process_began(const store::Database& model) override;

  /// The first process has settled: what happens from now on is written down.
  /// @param notes the agents' store of the process at that time
  void begin(std::function<const store::Database&()> notes);
  [[nodiscard]] const std::vector<TraceEvent>& events() const { return events_; }
  [[nodiscard]] const Projection& state() const { return state_; }

private:
  void note_beginning();

  struct Decided {
    std::string cause;
    rules::Writes writes;
  };

  std::function<const store::Database&()> notes_;
  std::map<std::uint64_t, Decided> decided_; ///< By number; not on disk yet.
  Projection state_;
  std::vector<TraceEvent> events_;
};

/// A line an event, as docs/model/trace.pml reads it.
[[nodiscard]] std::string to_text(const std::vector<TraceEvent>& events);

} // namespace orrery::test
