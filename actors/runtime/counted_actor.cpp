#include "actors/runtime/counted_actor.hpp"

#include "actors/runtime/fatal.hpp"
#include "actors/runtime/log.hpp"
#include "actors/runtime/scheduling.hpp"

#include <caf/mailbox_element.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <utility>

namespace orrery::runtime {

namespace {
constexpr std::int64_t closed = std::numeric_limits<std::int64_t>::min();

/// Ends the actor; whoever monitors it is told why. CAF itself would tell standard output.
caf::error fail(caf::scheduled_actor*, std::exception_ptr& thrown) {
  std::string why = what_it_says(thrown);
  log("actors")->error("an actor has failed{}", field("why", why));
  return caf::make_error(caf::sec::runtime_error, std::move(why));
}
} // namespace

CountedActor::CountedActor(caf::actor_config& config, UnderWay& activity)
  : caf::event_based_actor(config), activity_(activity) {
  set_default_handler(
    [this](caf::scheduled_actor*, const caf::message_view&) -> caf::result<caf::message> {
      handled();
      return caf::sec::unexpected_message;
    });
  set_down_handler([this](caf::scheduled_actor*, caf::down_msg&) { handled(); });
  // What ends it is in the activity until it has ended.
  set_exit_handler(
    [this](caf::scheduled_actor*, caf::exit_msg& message) { quit(std::move(message.reason)); });
  set_error_handler([this](caf::scheduled_actor*, caf::error& reason) { quit(std::move(reason)); });
  set_exception_handler(fail);
}

/// A lazy one begins with its first message, which counts.
void CountedActor::launch(caf::execution_unit* unit, bool lazy, bool hide) {
  beginning_ = !lazy;
  if (beginning_)
    activity_.add();
  caf::event_based_actor::launch(unit, lazy, hide);
}

void CountedActor::initialize() {
  struct Begun {
    CountedActor& self;
    ~Begun() {
      if (std::exchange(self.beginning_, false))
        self.activity_.remove();
    }
  };
  const Begun begun{*this};
  caf::event_based_actor::initialize();
}

void CountedActor::stop_process_on_exception(const char* what_it_is) {
  set_exception_handler(
    [what_it_is](caf::scheduled_actor*, std::exception_ptr& thrown) -> caf::error {
      stop_process(what_it_is, thrown);
    });
}

void CountedActor::take_no_messages() {
  struct Never {};
  become([](const Never&) {});
  set_default_handler(
    [this](caf::scheduled_actor*, const caf::message_view&) -> caf::result<caf::message> {
      handled();
      return caf::message{};
    });
}

void CountedActor::enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) {
  std::int64_t waiting = waiting_.load(std::memory_order_relaxed);
  activity_.add();
  while (waiting != closed && !waiting_.compare_exchange_weak(waiting, waiting + 1, to_count_up))
    continue;
  if (waiting == closed)
    activity_.remove(); // nobody will handle it
  // What is sent in nobody's name comes without its worker.
  caf::event_based_actor::enqueue(std::move(element), worker_for(home_system(), unit));
}

void CountedActor::handled() {
  std::int64_t waiting = waiting_.load(std::memory_order_relaxed);
  while (waiting != closed && !waiting_.compare_exchange_weak(waiting, waiting - 1, to_count_down))
    continue;
  if (waiting != closed)
    activity_.remove();
}

void CountedActor::on_exit() {
  left_ += std::max<std::int64_t>(0, waiting_.exchange(closed));
}

bool CountedActor::cleanup(caf::error&& reason, caf::execution_unit* host) {
  const bool first = caf::event_based_actor::cleanup(std::move(reason), host);
  if (const std::int64_t left = std::exchange(left_, 0); left > 0)
    activity_.remove(left);
  holds_.end();
  return first;
}

} // namespace orrery::runtime
