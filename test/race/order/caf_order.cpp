// What CAF orders, said to ThreadSanitizer. Debian's libcaf_core is not instrumented: its mailboxes
// and counts of references order threads by atomics that the sanitizer cannot see. These functions
// stand before those of the library (a program's own come first), say it, and go on there.
//
// Only that is said, not more: a message orders its handling after its sending, an actor's steps
// come one after the other, an object ends after its last use. That two threads meet at the
// scheduler's lock orders nothing which another day would not be the other way round, so locks are
// not looked at where CAF schedules. Thus a race is seen however far apart in time its two sides
// are.

#include "actors/runtime/race_order.hpp"

#include <caf/actor_control_block.hpp>
#include <caf/actor_system.hpp>
#include <caf/blocking_actor.hpp>
#include <caf/ref_counted.hpp>
#include <caf/scheduled_actor.hpp>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

/// The function of that name which comes after this program's own.
template <class Function>
Function* next(const char* name) {
  void* const found = ::dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "no %s: this is for CAF 0.17.6 on x86-64\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

} // namespace

using orrery::runtime::comes_after;
using orrery::runtime::comes_before;
using orrery::runtime::passing;
using orrery::runtime::WhilePassing;

namespace caf {

// Messages.

void scheduled_actor::enqueue(mailbox_element_ptr element, execution_unit* host) {
  static auto* const theirs = next<void(scheduled_actor*, mailbox_element_ptr, execution_unit*)>(
    "_ZN3caf15scheduled_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE");
  comes_before(element.get());
  const WhilePassing scheduler{true};
  theirs(this, std::move(element), host);
}

invoke_message_result scheduled_actor::consume(mailbox_element& element) {
  static auto* const theirs = next<invoke_message_result(scheduled_actor*, mailbox_element&)>(
    "_ZN3caf15scheduled_actor7consumeERNS_15mailbox_elementE");
  comes_after(&element);
  const invoke_message_result result = theirs(this, element);
  comes_before(this); // once its mailbox is empty another thread may take the next step
  return result;
}

void blocking_actor::enqueue(mailbox_element_ptr element, execution_unit* host) {
  static auto* const theirs = next<void(blocking_actor*, mailbox_element_ptr, execution_unit*)>(
    "_ZN3caf14blocking_actor7enqueueESt10unique_ptrINS_15mailbox_elementENS_6detail8disposerEEPNS_"
    "14execution_unitE");
  comes_before(this);
  const WhilePassing scheduler{true};
  theirs(this, std::move(element), host);
}

void blocking_actor::await_data() {
  static auto* const theirs = next<void(blocking_actor*)>("_ZN3caf14blocking_actor10await_dataEv");
  theirs(this);
  passing.set(false); // no worker's thread
  comes_after(this);
}

bool blocking_actor::await_data(timeout_type timeout) {
  static auto* const theirs = next<bool(blocking_actor*, timeout_type)>(
    "_ZN3caf14blocking_actor10await_dataENSt6chrono10time_pointINS1_3_V212system_clockENS1_"
    "8durationIlSt5ratioILl1ELl1000000000EEEEEE");
  const bool any = theirs(this, timeout);
  passing.set(false);
  comes_after(this);
  return any;
}

// An actor's steps.

/// A worker looks for its first one.
void actor_system::thread_started() {
  static auto* const theirs = next<void(actor_system*)>("_ZN3caf12actor_system14thread_startedEv");
  theirs(this);
  passing.set(true);
}

void scheduled_actor::launch(execution_unit* host, bool lazy, bool hide) {
  static auto* const theirs = next<void(scheduled_actor*, execution_unit*, bool, bool)>(
    "_ZN3caf15scheduled_actor6launchEPNS_14execution_unitEbb");
  comes_before(this);
  const WhilePassing scheduler{true};
  theirs(this, host, lazy, hide);
}

bool scheduled_actor::activate(execution_unit* host) {
  static auto* const theirs = next<bool(scheduled_actor*, execution_unit*)>(
    "_ZN3caf15scheduled_actor8activateEPNS_14execution_unitE");
  const bool active = theirs(this, host);
  comes_before(this); // as after a message
  return active;
}

resumable::resume_result scheduled_actor::resume(execution_unit* host, std::size_t messages) {
  static auto* const theirs = next<resume_result(scheduled_actor*, execution_unit*, std::size_t)>(
    "_ZN3caf15scheduled_actor6resumeEPNS_14execution_unitEm");
  passing.set(false);
  comes_after(this);
  const resume_result result = theirs(this, host, messages);
  if (::gettid() != ::getpid()) // Tests play actors in the main thread themselves.
    passing.set(true);          // until this thread takes the next step
  return result;
}

// Ends.

void intrusive_ptr_release(actor_control_block* block) {
  static auto* const theirs =
    next<void(actor_control_block*)>("_ZN3caf21intrusive_ptr_releaseEPNS_19actor_control_blockE");
  const WhilePassing ours{false};
  comes_before(block);
  theirs(block);
}

void local_actor::on_destroy() {
  static auto* const theirs = next<void(local_actor*)>("_ZN3caf11local_actor10on_destroyEv");
  comes_after(ctrl());
  theirs(this);
}

void intrusive_ptr_release_weak(actor_control_block* block) {
  static auto* const theirs = next<void(actor_control_block*)>(
    "_ZN3caf26intrusive_ptr_release_weakEPNS_19actor_control_blockE");
  const WhilePassing ours{false};
  comes_before(block);
  comes_after(block);
  theirs(block);
}

void ref_counted::deref() const noexcept {
  static auto* const theirs = next<void(const ref_counted*)>("_ZNK3caf11ref_counted5derefEv");
  const WhilePassing ours{false};
  comes_before(this);
  theirs(this);
}

void memory_managed::request_deletion(bool counted_down) const noexcept {
  static auto* const theirs =
    next<void(const memory_managed*, bool)>("_ZNK3caf14memory_managed16request_deletionEb");
  comes_after(this);
  theirs(this, counted_down);
}

} // namespace caf
