#include "actors/providers/machine_watch.hpp"

#include "actors/hooks/ended_programs.hpp"
#include "actors/hooks/open_file_shortage.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace orrery::providers {

namespace {

void add_to(const config::Descriptor& epoll, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = descriptor;
  epoll_ctl(epoll.get(), EPOLL_CTL_ADD, descriptor, &event);
}

} // namespace

MachineWatch::MachineWatch(const std::filesystem::path& machines,
                           const std::filesystem::path& ended,
                           Listener listener)
  : listener_(std::move(listener)), epoll_(epoll_create1(EPOLL_CLOEXEC)),
    directories_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)), stop_(eventfd(0, EFD_CLOEXEC)) {
  watch_directory(machines, machines_);
  watch_directory(ended, ended_);
  add_to(epoll_, stop_.get());
  add_to(epoll_, directories_.get());
}

void MachineWatch::watch_directory(const std::filesystem::path& directory, int& number) {
  constexpr std::uint32_t comes_or_goes = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
  if (epoll_.is_open() && stop_.is_open() && directories_.is_open())
    number = inotify_add_watch(directories_.get(), directory.c_str(), comes_or_goes | IN_ONLYDIR);
  if (number < 0)
    throw std::system_error(errno, std::generic_category(),
                            "cannot watch " + directory.string()
                              + " (see /proc/sys/fs/inotify for the limits)");
}

MachineWatch::~MachineWatch() {
  if (!thread_.joinable())
    return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(stop_.get(), &one, sizeof one);
  thread_.join();
}

std::string MachineWatch::add_keeper(const hooks::KeptPrograms& kept) {
  config::Descriptor handle(static_cast<int>(syscall(SYS_pidfd_open, kept.keeper, 0)));
  if (!handle.is_open() && errno != ESRCH)
    return "the keeper of " + kept.unit
           + " cannot be watched: " + std::generic_category().message(errno);
  if (!handle.is_open()) {
    listener_.keeper_ended(kept);
    return {};
  }
  if (std::string shortage = hooks::open_file_shortage(handle.get()); !shortage.empty())
    return shortage;
  add_to(epoll_, handle.get());
  const int number = handle.get();
  keepers_.emplace(number, Keeper{kept, std::move(handle)});
  return {};
}

std::string MachineWatch::add_keepers(const std::filesystem::path& data_directory) {
  std::string why;
  for (const store::MachineId machine : hooks::machines_with_kept_programs(data_directory))
    for (const hooks::KeptPrograms& kept : hooks::kept_programs(data_directory, machine))
      if (!kept.alive)
        listener_.keeper_ended(kept);
      else if (std::string not_watched = add_keeper(kept); !not_watched.empty())
        why = std::move(not_watched);
  return why;
}

void MachineWatch::run() {
  thread_ = std::thread([this] { loop(); });
}

void MachineWatch::loop() {
  for (;;) {
    std::array<epoll_event, 64> events{};
    const int count = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const int descriptor = events.at(static_cast<std::size_t>(i)).data.fd;
      if (descriptor == stop_.get())
        return;
      if (descriptor == directories_.get()) {
        read_directory_events();
      } else if (const auto keeper = keepers_.find(descriptor); keeper != keepers_.end()) {
        const hooks::KeptPrograms kept = keeper->second.kept;
        keepers_.erase(keeper); // closed with it, and so out of the set
        listener_.keeper_ended(kept);
      }
    }
  }
}

void MachineWatch::read_directory_events() {
  alignas(inotify_event) std::array<char, 16384> bytes{};
  for (;;) {
    const ssize_t size = read(directories_.get(), bytes.data(), bytes.size());
    if (size <= 0)
      return; // all were read
    for (ssize_t at = 0; at < size;) {
      inotify_event event{};
      std::memcpy(&event, bytes.data() + at, sizeof event);
      const char* const name = bytes.data() + at + sizeof event;
      if (event.len > 0 && event.wd == machines_) {
        if (const auto machine = store::parse_id(name))
          listener_.machine(*machine);
      } else if (event.len > 0 && (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
        if (const std::string unit = hooks::unit_of_directory(name); !unit.empty())
          listener_.program_ended(unit);
      }
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }
}

} // namespace orrery::providers
