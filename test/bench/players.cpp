#include "test/bench/players.hpp"

#include "actors/entities/messages.hpp"
#include "test/bench/fresh_store.hpp"

#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>

#include <future>

namespace orrery::bench {

namespace {

/// Tells the players to begin.
struct Begin {};

} // namespace
} // namespace orrery::bench

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::bench::Begin)

namespace orrery::bench {

namespace {

using Clock = std::chrono::steady_clock;

class Players final : public caf::event_based_actor {
public:
  Players(caf::actor_config& config,
          entities::Services& services,
          std::uint32_t clients,
          const NextCommand& next,
          Latencies* latencies,
          std::promise<void>& over)
    : event_based_actor(config), services_(services), next_(next), latencies_(latencies),
      over_(over), asked_at_(clients), playing_(clients) {}

private:
  caf::behavior make_behavior() override {
    return {[this](const Begin&) {
              for (std::uint32_t client = 0; client < asked_at_.size(); ++client)
                ask(client, nullptr);
            },
            [this](const protocol::Answer& answer) { answered(answer); }};
  }
  void answered(const protocol::Answer& answer) {
    const auto client = static_cast<std::uint32_t>(answer.ticket);
    if (answer.verdict != protocol::Verdict::Done)
      give_up("a command was not done: " + answer.text);
    if (latencies_ != nullptr)
      latencies_->push_back(Clock::now() - asked_at_[client]);
    ask(client, &answer);
  }
  void ask(std::uint32_t client, const protocol::Answer* before) {
    const std::optional<protocol::Command> command = next_(client, before);
    if (!command)
      return leave();
    if (latencies_ != nullptr)
      asked_at_[client] = Clock::now();
    services_.transactions.begin(caf::actor_cast<caf::actor>(this), client, *command);
  }
  void leave() {
    if (--playing_ > 0)
      return;
    quit();
    over_.set_value();
  }

  entities::Services& services_;
  const NextCommand& next_;
  Latencies* latencies_;
  std::promise<void>& over_;
  std::vector<Clock::time_point> asked_at_;
  std::size_t playing_;
};

} // namespace

std::chrono::nanoseconds
play(EntitySystem& entities, std::uint32_t clients, const NextCommand& next, Latencies* latencies) {
  std::promise<void> over;
  const caf::actor players = entities.system().spawn<Players>(
    std::ref(entities.services()), clients, std::cref(next), latencies, std::ref(over));
  const auto began = Clock::now();
  caf::anon_send(players, Begin{});
  if (entities.threads() == Threads::One)
    entities.run();
  over.get_future().wait();
  return Clock::now() - began;
}

} // namespace orrery::bench
