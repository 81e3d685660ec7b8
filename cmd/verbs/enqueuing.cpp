#include "cmd/verbs/enqueuing.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <utility>

namespace orrery::cmd {

namespace {

constexpr int most_looks = 5;

bool may_look_again(const protocol::Answer& answer) {
  return answer.verdict == protocol::Verdict::Contended || answer.code == protocol::Code::NotFound
         || answer.code == protocol::Code::Contention;
}

/// A4, A46
std::string fail_text(const std::vector<std::string>& reasons) {
  std::string text;
  for (const std::string& reason : reasons)
    text += (text.empty() ? "error(s) enqueueing action(s): " : ", ") + reason;
  return text;
}

Enqueued enqueued(const Order& order, store::TaskId operation) {
  Enqueued made{operation, {}, order.reasons};
  store::TaskId task = operation;
  for (const protocol::Receiver& receiver : order.command.receivers) {
    ++task;
    if (receiver.error.empty())
      made.tasks.push_back({task, receiver.unit, receiver.machine});
  }
  return made;
}

} // namespace

void Order::add(protocol::Receiver receiver) {
  if (!receiver.error.empty())
    reasons.push_back(receiver.error);
  command.receivers.push_back(std::move(receiver));
}

void Order::refuse(std::string reason) {
  reasons.push_back(std::move(reason));
}

std::optional<Enqueued> enqueue(Session& session,
                                const std::string& verb,
                                const std::function<std::optional<Order>()>& look) {
  for (int tries = 1;; ++tries) {
    auto order = look();
    if (!order)
      return std::nullopt;
    order->command.fail = fail_text(order->reasons);
    const auto answer = run_command(session, order->command);
    if (!answer.ok() && may_look_again(answer) && tries < most_looks)
      continue;
    const auto operation = store::parse_id(answer.created);
    if (!answer.ok() || !operation) {
      session.fail(verb + ": " + refusal_text(answer));
      return std::nullopt;
    }
    session.sequence = std::max(session.sequence, answer.sequence);
    return enqueued(*order, *operation);
  }
}

} // namespace orrery::cmd
