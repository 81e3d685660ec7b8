// Whether ThreadSanitizer finds what it is there to find, and nothing in what CAF orders: one try a
// process, its exit code says whether a race was reported.
//
// usage: teeth ordered | handlers | plain | detached | sender | bystander
//
// What is unordered here never happens at once: relaxed flags make it happen in a fixed order, each
// side on a thread of its own.

#include "actors/runtime/activity.hpp"
#include "actors/runtime/counted_actor.hpp"
#include "actors/runtime/plain_actor.hpp"
#include "actors/runtime/scheduling.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace orrery::test {

/// Told to other threads, orders nothing.
class Flag {
public:
  void raise() { up_.store(true, std::memory_order_relaxed); }
  void wait() const {
    while (!up_.load(std::memory_order_relaxed))
      std::this_thread::yield();
  }

private:
  std::atomic<bool> up_{false};
};

Flag second_is_there;
Flag first_stays;
Flag second_has_touched;
int touched = 0;

struct Touch {
  bool first;
};
struct StayFirst {};
struct WaitForFirst {};
/// Handed on until nothing is left of it.
struct Round {
  int left;
  std::shared_ptr<std::string> text;
  caf::actor end;
};
struct RoundOver {
  std::string text;
};
struct Ask {
  caf::actor asker;
};

} // namespace orrery::test

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::Touch)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::StayFirst)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::WaitForFirst)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::Round)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::RoundOver)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::Ask)

namespace orrery::test {

/// What either kind of actor does.
template <class Base>
class Playing : public Base {
public:
  using Base::Base;

protected:
  void touch(const Touch& order) {
    if (order.first)
      second_is_there.wait();
    ++touched;
    if (!order.first)
      second_has_touched.raise();
  }
  /// Its thread has asked the scheduler for work since it touched, and has no time for what the
  /// second does.
  void stay_first(const StayFirst&) {
    first_stays.raise();
    second_has_touched.wait();
  }
  void wait_for_first(const WaitForFirst&) {
    second_is_there.raise();
    first_stays.wait();
  }
  void answer(const Ask& question) { caf::send_as(self(), question.asker, RoundOver{"asked"}); }
  void hand_on(const Round& round) {
    ++rounds_;
    *round.text += 'x';
    if (round.left > 0)
      return caf::send_as(self(), caf::actor_cast<caf::actor>(this->current_sender()),
                          Round{round.left - 1, round.text, round.end});
    const caf::message over = caf::make_message(RoundOver{*round.text});
    caf::send_as(self(), round.end, over);
    caf::send_as(self(), self(), over);
  }
  void count(const RoundOver& over) { length_ += over.text.size() + rounds_; }

private:
  caf::actor self() { return caf::actor_cast<caf::actor>(this); }

  std::size_t rounds_ = 0;
  std::size_t length_ = 0;
};

class Player final : public Playing<runtime::CountedActor> {
public:
  using Playing::Playing;

private:
  caf::behavior make_behavior() override {
    return {on(&Player::touch),  on(&Player::stay_first), on(&Player::wait_for_first),
            on(&Player::answer), on(&Player::hand_on),    on(&Player::count)};
  }
};

class PlainPlayer final : public Playing<runtime::PlainActor> {
public:
  using Playing::Playing;
  [[nodiscard]] const char* name() const override { return "a player"; }

private:
  bool handle(const Content& message) override {
    return dispatch(message, &PlainPlayer::touch, &PlainPlayer::stay_first,
                    &PlainPlayer::wait_for_first, &PlainPlayer::answer, &PlainPlayer::hand_on,
                    &PlainPlayer::count);
  }
};

struct SystemConfig : caf::actor_system_config {
  SystemConfig() {
    runtime::use_workers(*this, 2);
    set("scheduler.max-throughput", std::size_t{1}); // each message goes through the queue
  }
};

class Try {
public:
  /// Two actors write the same.
  void handlers() { both_write(player(), player()); }
  void plain() { both_write(plain_player(), plain_player()); }
  void detached() { both_write(player(), detached_player()); }

  /// One goes on writing what it has sent.
  void sender() {
    const caf::actor first = player();
    second_is_there.raise();
    caf::anon_send(first, Touch{true});
    caf::anon_send(first, StayFirst{});
    first_stays.wait();
    ++touched;
    second_has_touched.raise();
  }

  /// An answer, but not from the one who wrote.
  void bystander() {
    const caf::actor first = player();
    const caf::actor other = player();
    caf::anon_send(first, Touch{true});
    caf::anon_send(first, StayFirst{});
    caf::anon_send(other, WaitForFirst{});
    first_stays.wait();
    caf::scoped_actor self{system_};
    self->send(other, Ask{caf::actor_cast<caf::actor>(self)});
    self->receive([](const RoundOver& over) { touched += static_cast<int>(over.text.size()); });
    second_has_touched.raise();
  }

  /// All that orders: messages, shared ones too, the end of an actor, the count of what is still to
  /// happen.
  void ordered() {
    caf::scoped_actor self{system_};
    std::size_t length = 0;
    std::vector<caf::actor> players;
    for (int i = 0; i < 20; ++i) {
      const bool is_plain = i % 4 == 1; // it ends with the last who knows it
      const caf::actor first = is_plain     ? plain_player()
                               : i % 4 == 0 ? detached_player()
                                            : player();
      if (!is_plain)
        players.push_back(first);
      players.push_back(player());
      self->monitor(players.back());
      play(caf::actor_cast<caf::actor>(self), first, players.back());
    }
    for (int i = 0; i < 20; ++i)
      self->receive([&length](const RoundOver& over) { length += over.text.size(); });
    second_is_there.raise();
    caf::anon_send(players.front(), Touch{true});
    if (!activity_.wait_settled(std::chrono::minutes{1}, [] { return false; }))
      std::abort();
    ++touched;
    for (const caf::actor& any : players)
      caf::anon_send_exit(any, caf::exit_reason::user_shutdown);
    for (int i = 0; i < 20; ++i)
      self->receive([&length](const caf::down_msg&) { ++length; });
    std::printf("%zu\n", length);
  }

private:
  static void both_write(const caf::actor& first, const caf::actor& second) {
    caf::anon_send(first, Touch{true});
    caf::anon_send(first, StayFirst{});
    caf::anon_send(second, WaitForFirst{});
    caf::anon_send(second, Touch{false});
    second_has_touched.wait();
  }

  caf::actor plain_player() {
    return system_.spawn<PlainPlayer, caf::lazy_init>(std::ref(activity_));
  }
  caf::actor player() { return system_.spawn<Player>(std::ref(activity_)); }
  caf::actor detached_player() { return system_.spawn<Player, caf::detached>(std::ref(activity_)); }
  static void play(const caf::actor& end, const caf::actor& first, const caf::actor& second) {
    auto text = std::make_shared<std::string>("begun");
    caf::send_as(first, second, Round{200, std::move(text), end});
  }

  runtime::Activity activity_;
  SystemConfig config_;
  caf::actor_system system_{config_};
};

} // namespace orrery::test

int main(int count, char** words) {
  const std::string what = count == 2 ? words[1] : "";
  orrery::test::Try one;
  if (what == "ordered")
    one.ordered();
  else if (what == "handlers")
    one.handlers();
  else if (what == "plain")
    one.plain();
  else if (what == "detached")
    one.detached();
  else if (what == "sender")
    one.sender();
  else if (what == "bystander")
    one.bystander();
  else
    return 2;
  return 0;
}
