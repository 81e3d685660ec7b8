#include "actors/hooks/spare_keepers.hpp"

#include "actors/hooks/own_programs.hpp"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <csignal>
#include <utility>

namespace orrery::hooks {

namespace {

/// Nothing is left in its pipes, of which the next hook would be said to have printed it, and the
/// keeper is there.
bool is_clean(const KeeperProcess& keeper) {
  for (const config::Descriptor* stream : {&keeper.output, &keeper.errors}) {
    int there = 0;
    if (ioctl(stream->get(), FIONREAD, &there) != 0 || there != 0)
      return false;
  }
  char byte = 0;
  return recv(keeper.talk.get(), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT) < 0
         && (errno == EAGAIN || errno == EINTR);
}

/// Hands over a request. One that does not go into the socket at once is for a new keeper.
bool hand_over(const KeeperProcess& keeper, const std::string& request) {
  for (std::size_t sent = 0; sent < request.size();) {
    const ssize_t size = send(keeper.talk.get(), request.data() + sent, request.size() - sent,
                              MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0 && errno != EINTR)
      return false;
    sent += size > 0 ? static_cast<std::size_t>(size) : 0;
  }
  return true;
}

/// Only we reap it, so the pid is still its own.
void end(const KeeperProcess& keeper) {
  kill(keeper.pid, SIGKILL);
  OwnPrograms::of_this_process().wait(keeper.pid);
}

} // namespace

SpareKeepers::~SpareKeepers() {
  clear();
}

void SpareKeepers::clear() {
  for (const auto& [id, keeper] : spare_)
    end(keeper);
  spare_.clear();
}

std::optional<KeeperProcess> SpareKeepers::take(const std::string& request) {
  while (!spare_.empty()) {
    KeeperProcess keeper = std::move(spare_.extract(spare_.begin()).mapped());
    if (is_clean(keeper) && hand_over(keeper, request))
      return keeper;
    end(keeper);
  }
  return std::nullopt;
}

void SpareKeepers::keep(KeeperProcess keeper) {
  if (spare_.size() < limit)
    spare_.emplace(keeper.id, std::move(keeper));
  else
    end(keeper);
}

void SpareKeepers::add_pids(std::set<pid_t>& pids) const {
  for (const auto& [id, keeper] : spare_)
    pids.insert(keeper.pid);
}

void SpareKeepers::look_at(std::uint64_t id) {
  const auto found = spare_.find(id);
  if (found == spare_.end() || is_clean(found->second))
    return;
  end(found->second);
  spare_.erase(found);
}

} // namespace orrery::hooks
