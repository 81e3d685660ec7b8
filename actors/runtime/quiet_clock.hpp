#pragma once

#include "actors/runtime/race_order.hpp"

#include <caf/actor_clock.hpp>
#include <caf/detail/thread_safe_actor_clock.hpp>
#include <caf/group.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

namespace orrery::runtime {

/// CAF's clock has its thread woken for each actor that ends, to forget timeouts which ours never
/// set: they send themselves delayed messages, which nobody takes back.
class QuietClock final : public caf::detail::thread_safe_actor_clock {
public:
  explicit QuietClock(caf::actor_clock& clock) : clock_(clock) {}

  void set_ordinary_timeout(time_point at,
                            caf::abstract_actor* self,
                            caf::atom_value type,
                            std::uint64_t id) override {
    is_set_ = true;
    clock_.set_ordinary_timeout(at, self, type, id);
  }
  void set_multi_timeout(time_point at,
                         caf::abstract_actor* self,
                         caf::atom_value type,
                         std::uint64_t id) override {
    is_set_ = true;
    clock_.set_multi_timeout(at, self, type, id);
  }
  void set_request_timeout(time_point at, caf::abstract_actor* self, caf::message_id id) override {
    is_set_ = true;
    clock_.set_request_timeout(at, self, id);
  }
  void cancel_ordinary_timeout(caf::abstract_actor* self, caf::atom_value type) override {
    clock_.cancel_ordinary_timeout(self, type);
  }
  void cancel_request_timeout(caf::abstract_actor* self, caf::message_id id) override {
    clock_.cancel_request_timeout(self, id);
  }
  void cancel_timeouts(caf::abstract_actor* self) override {
    if (is_set_)
      clock_.cancel_timeouts(self);
  }
  void schedule_message(time_point at,
                        caf::strong_actor_ptr receiver,
                        caf::mailbox_element_ptr content) override {
    comes_before(content.get()); // its thread passes it on
    clock_.schedule_message(at, std::move(receiver), std::move(content));
  }
  void schedule_message(time_point at,
                        caf::group target,
                        caf::strong_actor_ptr sender,
                        caf::message content) override {
    clock_.schedule_message(at, std::move(target), std::move(sender), std::move(content));
  }
  void cancel_all() override { clock_.cancel_all(); }

private:
  caf::actor_clock& clock_;
  std::atomic<bool> is_set_{false}; ///< Somebody has asked for a timeout.
};

} // namespace orrery::runtime
