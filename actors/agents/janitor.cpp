#include "actors/agents/janitor.hpp"

#include "config/go_duration.hpp"
#include "config/model_keys.hpp"
#include "store/codec.hpp"
#include "store/history.hpp"
#include "store/operations.hpp"

#include <caf/actor_cast.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

Janitor::Janitor(caf::actor_config& config,
                 const AgentServices& services,
                 const store::Database& model)
  : Agent(config, services), model_(model) {}

caf::behavior Janitor::make_behavior() {
  model().set_janitor(caf::actor_cast<caf::actor>(this));
  read_model([this] { recall(); });
  return {on(&Janitor::answered),         on(&Janitor::due),
          on(&Janitor::history_due),      on(&Janitor::operation_ended),
          on(&Janitor::model_configured), on(&Janitor::operations_due)};
}

/// Reads from its records what is still to be cleaned up.
void Janitor::recall() {
  const auto scanned =
    model_.snapshot()->scan("x", [this](std::string_view key, std::string_view bytes) {
      const auto record = store::decode(key, bytes);
      if (!record)
        throw std::runtime_error(record.error().what); // the supervisor shows it
      waiting_.push_back(std::get<store::Cleanup>(*record).relation);
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  recalled_ = true;
  history_due({model_.sequence()});
}

void Janitor::due(const protocol::CleanupDue& cleanup) {
  if (!recalled_)
    return; // its record is on disk, and will be read
  waiting_.push_back(cleanup.relation);
  clean_next();
}

void Janitor::history_due(const protocol::HistoryDue& due) {
  if (!recalled_)
    return; // how far they have come will be read
  const std::uint64_t kept = of_process().history_kept;
  forget_before_ = due.sequence > kept ? due.sequence - kept : 0;
  operations_due_ = true;
  clean_next();
}

/// Where one is there that ended earlier, that one is old earlier, too. Each that has ended is read
/// once, so that what looks cost goes with the operations, however many are kept.
void Janitor::operation_ended(const protocol::OperationEnded& ended) {
  if (!recalled_)
    return;
  if (!first_end_) {
    first_end_ = ended.at;
    await_operations();
  }
  if (++ended_since_look_ < operations_between_looks)
    return;
  operations_due_ = true;
  clean_next();
}

void Janitor::model_configured(const protocol::ModelConfigured&) {
  if (recalled_)
    await_operations();
}

void Janitor::operations_due(const protocol::OperationsDue&) {
  operations_due_ = true;
  clean_next();
}

void Janitor::clean_next() {
  if (busy_)
    return;
  if (waiting_.empty()) {
    forget_next();
    return;
  }
  busy_ = true;
  const protocol::DeleteBags command = next_batch(waiting_.front());
  const store::Key cleaned =
    command.owners.empty() ? store::Key{} : store::bag_key(command.relation, command.owners.back());
  ask(command, [this, cleaned, last = command.last](const protocol::Answer& answer) {
    busy_ = false;
    if (answer.verdict
        != protocol::Verdict::Contended) { // L8: otherwise the same is asked for again
      cleaned_ = last ? store::Key{} : cleaned;
      if (last)
        waiting_.pop_front();
    }
    clean_next();
  });
}

void Janitor::forget_next() {
  if (forget_before_ == 0)
    return forget_operations();
  auto old = store::read_old_history(*model_.snapshot(), forgotten_, forget_before_, batch);
  if (!old)
    throw std::runtime_error(old.error().text); // the supervisor shows it
  if (!old->more)
    forget_before_ = 0;
  if (old->ended.empty())
    return forget_operations();
  busy_ = true;
  const std::uint64_t forgotten = old->ended.back().sequence; // there may be more of that one
  ask(protocol::ForgetHistory{std::move(old->steps), std::move(old->ended)},
      [this, forgotten](const protocol::Answer& answer) {
        busy_ = false;
        if (answer.verdict != protocol::Verdict::Contended) // L8
          forgotten_ = forgotten;
        clean_next();
      });
}

/// The model's configuration is that of the moment.
void Janitor::forget_operations() {
  if (!std::exchange(operations_due_, false))
    return;
  std::vector<store::OperationSeen> operations = old_operations();
  if (operations.empty())
    operations = excess_operations();
  if (operations.empty()) {
    auto first = store::read_first_end(*model_.snapshot());
    if (!first)
      throw std::runtime_error(first.error().text); // the supervisor shows it
    first_end_ = *first;
    return await_operations();
  }
  protocol::ForgetOperations forget;
  for (const store::OperationSeen& operation : operations) {
    forget.operations.push_back(operation.operation);
    for (const store::TaskSeen& task : operation.tasks) {
      forget.tasks.push_back(task.task);
      forget.lines.insert(forget.lines.end(), task.lines.begin(), task.lines.end());
    }
  }
  busy_ = true;
  ask(std::move(forget),
      [this, operations = std::move(operations)](const protocol::Answer& answer) {
        busy_ = false;
        if (answer.ok())
          for (const store::OperationSeen& operation : operations)
            ended_.forget(operation);
        if (answer.ok() || answer.verdict == protocol::Verdict::Contended) // L8
          operations_due_ = true; // until no more are found
        clean_next();
      });
}

/// Nobody waits for that time, because it only comes round: the wheel of update-status keeps it.
void Janitor::await_operations() {
  const auto kept = kept_operations();
  if (first_end_ && kept)
    of_model().update_status.await_operations(*first_end_ + *kept + gathering,
                                              caf::actor_cast<caf::actor>(this));
  else
    of_model().update_status.forget_operations();
}

/// Returns how long operations are kept; nothing: whatever their age.
std::optional<store::Milliseconds> Janitor::kept_operations() const {
  const auto age = config::parse_go_duration(model().settings()->value("max-action-results-age"));
  if (!age || age->count() <= 0)
    return std::nullopt;
  return std::chrono::duration_cast<std::chrono::milliseconds>(*age).count();
}

/// Returns some that ended longer ago than they are kept.
std::vector<store::OperationSeen> Janitor::old_operations() {
  const auto kept = kept_operations();
  if (!kept)
    return {};
  auto old = store::read_old_operations(*model_.snapshot(), now() - *kept, operations_batch);
  if (!old)
    throw std::runtime_error(old.error().text); // the supervisor shows it
  return std::move(*old);
}

/// Returns some of the oldest, as many as are too many; none while all have room.
std::vector<store::OperationSeen> Janitor::excess_operations() {
  const auto room = config::bytes_of_size(model().settings()->value("max-action-results-size"));
  const auto snapshot = model_.snapshot();
  ended_since_look_ = 0;
  if (const auto looked = ended_.look(*snapshot, operations_counted); !looked)
    throw std::runtime_error(looked.error().text); // the supervisor shows it
  if (room == 0 || ended_.bytes() <= room)
    return {};
  auto oldest = store::read_ended_operations(*snapshot, 0, operations_batch);
  if (!oldest)
    throw std::runtime_error(oldest.error().text); // the supervisor shows it
  std::uint64_t left = ended_.bytes();
  auto end = oldest->begin();
  for (; end != oldest->end() && left > room; ++end)
    left -= std::min(left, store::size_of(*end));
  oldest->erase(end, oldest->end());
  return std::move(*oldest);
}

/// The relation is gone, so nobody adds to its settings any more (C2).
protocol::DeleteBags Janitor::next_batch(store::RelationId relation) const {
  protocol::DeleteBags command{relation, {}, true};
  const auto scanned = model_.snapshot()->scan_from(
    cleaned_, store::bag_prefix(relation), [&](std::string_view key, std::string_view bytes) {
      command.last = command.owners.size() < batch;
      if (!command.last)
        return false;
      const auto record = store::decode(key, bytes);
      if (!record)
        throw std::runtime_error(record.error().what); // the supervisor shows it
      command.owners.push_back(std::get<store::Bag>(*record).owner);
      return true;
    });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
  return command;
}

} // namespace orrery::agents
