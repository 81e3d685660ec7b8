#include "actors/hooks/tool_loop.hpp"

#include "actors/hooks/token.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::hooks {

namespace {
/// After a wrong token: 2^128 guesses at 50 a second are not to be made, and the hook hurts only
/// itself.
constexpr std::chrono::milliseconds guess_pause{20};
constexpr std::chrono::milliseconds shortage_pause{100};
} // namespace

ToolLoop::ToolLoop(std::size_t kept) : epoll_(epoll_create1(EPOLL_CLOEXEC)), kept_(kept) {
  if (!epoll_.is_open())
    throw std::system_error(errno, std::generic_category(), "tool server: epoll");
  watch(EPOLL_CTL_ADD, answers_->descriptor(), Source::Wake, 0, EPOLLIN);
}

void ToolLoop::watch(
  int operation, int descriptor, Source source, Id id, std::uint32_t events) const {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id << 2 | static_cast<std::uint64_t>(source);
  epoll_ctl(epoll_.get(), operation, descriptor, &event);
}

void ToolLoop::watch_context(Id id) const {
  const Context& context = contexts_.at(id);
  const bool open = !paused_.contains(id) && has_room(id);
  watch(EPOLL_CTL_MOD, context.socket.descriptor(), Source::Context, id,
        open ? static_cast<std::uint32_t>(EPOLLIN) : 0U);
}

std::optional<ToolLoop::Id> ToolLoop::take_idle(const std::string& unit) {
  if (const auto own = idle_.take(unit))
    return own;
  return idle_.size() < kept_ ? std::nullopt : idle_.take_oldest();
}

void ToolLoop::remove(std::optional<Id> context) {
  if (!context)
    return;
  paused_.erase(*context);
  contexts_.erase(*context);
}

/// Makes a context. The file system is asked without the lock: it may take its time.
ToolLoop::Id ToolLoop::context_for(const std::string& unit,
                                   const std::filesystem::path& path,
                                   std::string& why) {
  std::optional<Id> idle;
  ToolSocket* kept = nullptr;
  {
    const std::lock_guard lock(mutex_);
    idle = take_idle(unit);
    if (idle) {
      Context& context = contexts_.at(*idle);
      context.unit = unit;
      kept = &context.socket;
    }
  }
  if (kept != nullptr && kept->be_at(path))
    return *idle;
  auto made = ToolSocket::listen(path);
  const std::lock_guard lock(mutex_);
  remove(idle);
  if (!made) {
    why = made.error();
    return 0;
  }
  const Id id = next_id_++;
  watch(EPOLL_CTL_ADD, made->descriptor(), Source::Context, id, EPOLLIN);
  contexts_.emplace(id, Context{unit, std::move(*made)});
  return id;
}

std::string ToolLoop::open(const std::string& unit,
                           const std::filesystem::path& path,
                           ToolServer::Handler handler,
                           std::string& why) {
  std::string token = make_token();
  const Id id = context_for(unit, path, why);
  if (id == 0)
    return {};
  const std::lock_guard lock(mutex_);
  contexts_.at(id).hook =
    Hook{token, std::make_shared<const ToolServer::Handler>(std::move(handler))};
  running_.emplace(token, id);
  if (paused_.erase(id) != 0)
    watch_context(id);
  return token;
}

void ToolLoop::close(const std::string& token) {
  const std::lock_guard lock(mutex_);
  const auto running = running_.find(token);
  if (running == running_.end())
    return;
  const Id id = running->second;
  running_.erase(running);
  Context& context = contexts_.at(id);
  context.hook.reset();
  if (context.connections > 0)
    close_connections(id);
  remove(idle_.add(context.unit, id));
  if (idle_.size() > kept_)
    remove(idle_.take_oldest());
}

void ToolLoop::forget(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  remove(idle_.take(unit));
}

void ToolLoop::close_connections(Id context) {
  std::erase_if(connections_, [&](const auto& entry) { return entry.second.context() == context; });
  contexts_.at(context).connections = 0;
  watch_context(context);
}

void ToolLoop::keep_none() {
  const std::lock_guard lock(mutex_);
  kept_ = 0;
  while (const auto idle = idle_.take_oldest())
    remove(idle);
}

void ToolLoop::drop(Id id) {
  const auto connection = connections_.find(id);
  const Id owner = connection->second.context();
  connections_.erase(connection);
  if (const auto context = contexts_.find(owner); context != contexts_.end()) {
    --context->second.connections;
    watch_context(owner);
  }
}

ToolLoop::Id ToolLoop::who_yields(Id context) const {
  const auto now = Clock::now();
  Id first = 0;
  for (const auto& [id, connection] : connections_) { // in the order in which they came
    if (connection.context() != context || connection.proven() || connection.yields_at() > now)
      continue;
    if (connection.is_silent())
      return id;
    if (first == 0)
      first = id;
  }
  return first;
}

bool ToolLoop::has_room(Id context) const {
  return !is_full(context) || who_yields(context) != 0;
}

void ToolLoop::pause(Id context, std::chrono::milliseconds time) {
  paused_[context] = Clock::now() + time;
  watch_context(context);
}

void ToolLoop::accept(Id id) {
  const auto entry = contexts_.find(id);
  if (entry == contexts_.end())
    return;
  config::Descriptor peer = entry->second.socket.accept();
  if (!peer.is_open()) {
    if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR)
      pause(id, shortage_pause); // of descriptors: it would call us again at once
    return;
  }
  if (!entry->second.hook)
    return pause(id, guess_pause); // who was of a hook that has ended is turned away
  if (is_full(id))
    if (const Id yielding = who_yields(id); yielding != 0)
      drop(yielding);
  const Id connection = next_id_++;
  watch(EPOLL_CTL_ADD, peer.get(), Source::Connection, connection, EPOLLIN);
  connections_.try_emplace(connection, std::move(peer), id);
  ++entry->second.connections;
  watch_context(id);
}

void ToolLoop::go_on(Id id, Health health, std::vector<HandOver>& calls) {
  ToolConnection& connection = connections_.at(id);
  std::optional<TokenCall> call;
  if (health == Health::Fine)
    call = connection.take_call(health);
  const Id owner = connection.context();
  const std::optional<Hook>& hook = contexts_.at(owner).hook;
  if (call && !(hook && same_token(call->token, hook->token))) {
    drop(id);
    pause(owner, guess_pause);
    return;
  }
  if (health == Health::Broken) {
    drop(id);
    return;
  }
  if (call) {
    connection.prove();
    const Id number = next_id_++;
    connection.await(number);
    calls.push_back([handler = hook->handler, answer = answers_->answer_to(number),
                     call = std::move(call->call)] { (*handler)(call, answer); });
  }
  watch(EPOLL_CTL_MOD, connection.descriptor(), Source::Connection, id, connection.events());
}

void ToolLoop::serve(Id id, std::uint32_t events, std::vector<HandOver>& calls) {
  const auto entry = connections_.find(id);
  if (entry == connections_.end())
    return;
  ToolConnection& connection = entry->second;
  Health health = Health::Fine;
  if ((events & EPOLLIN) != 0)
    health = connection.receive();
  else if ((events & EPOLLOUT) != 0)
    health = connection.send();
  else
    health = Health::Broken; // the tool is gone before its answer
  if (health == Health::Broken && connection.awaited() != 0) {
    connection.abandon();
    watch(EPOLL_CTL_DEL, connection.descriptor(), Source::Connection, id, 0);
    return;
  }
  go_on(id, health, calls);
}

void ToolLoop::send_replies(std::vector<HandOver>& calls) {
  for (const auto& [number, reply] : answers_->take()) {
    const auto entry =
      std::find_if(connections_.begin(), connections_.end(), [&, wanted = number](const auto& one) {
        return one.second.awaited() == wanted;
      });
    if (entry == connections_.end())
      continue; // its hook has ended
    if (entry->second.abandoned()) {
      drop(entry->first);
      continue;
    }
    entry->second.reply(reply);
    const Health health = entry->second.send();
    go_on(entry->first, health, calls);
  }
}

void ToolLoop::turn() {
  std::array<epoll_event, 64> events{};
  const int count = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()),
                               milliseconds_to_wait());
  std::vector<HandOver> calls;
  {
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events.at(static_cast<std::size_t>(i));
      const Id id = event.data.u64 >> 2;
      switch (static_cast<Source>(event.data.u64 & 3)) {
      case Source::Wake:
        send_replies(calls);
        break;
      case Source::Context:
        accept(id);
        break;
      case Source::Connection:
        serve(id, event.events, calls);
        break;
      }
    }
    act_on_time();
  }
  for (const HandOver& hand_over : calls)
    hand_over();
}

} // namespace orrery::hooks
