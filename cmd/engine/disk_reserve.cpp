#include "cmd/engine/disk_reserve.hpp"

#include "actors/runtime/log.hpp"
#include "cmd/engine/stores.hpp"
#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <variant>

namespace orrery::cmd {

namespace {

/// Bytes of the file system that holds a directory; both 0 where that cannot be told.
struct Space {
  std::uint64_t all = 0;
  std::uint64_t free = 0;
};

Space space_around(const std::filesystem::path& directory) {
  struct statvfs facts {};
  if (::statvfs(directory.c_str(), &facts) != 0)
    return {};
  return {facts.f_blocks * facts.f_frsize, facts.f_bavail * facts.f_frsize};
}

std::uint64_t size_of_file(const std::filesystem::path& file) {
  struct stat found {};
  return ::lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode)
           ? static_cast<std::uint64_t>(found.st_blocks) * 512 // as POSIX counts blocks
           : 0;
}

std::string mebibytes(std::uint64_t bytes) {
  return std::to_string(bytes >> 20U) + " MiB";
}

/// Tells whether a command makes the model larger. All else is allowed on a full disk: removals,
/// above all.
struct Grows {
  bool operator()(const protocol::CreateApplication&) const { return true; }
  bool operator()(const protocol::AddUnit&) const { return true; }
  bool operator()(const protocol::AddMachine&) const { return true; }
  bool operator()(const protocol::AddRelation&) const { return true; }
  bool operator()(const protocol::SetConfig&) const { return true; }
  bool operator()(const protocol::SetModelConfig&) const { return true; }
  bool operator()(const protocol::SetModelDefaults&) const { return true; }
  bool operator()(const protocol::SetConstraints&) const { return true; }
  bool operator()(const protocol::SetModelConstraints&) const { return true; }
  bool operator()(const protocol::HostModel& c) const {
    return c.step == protocol::HostModel::Step::Make;
  }
  bool operator()(const protocol::AddStorage&) const { return true; }
  bool operator()(const protocol::AttachResource&) const { return true; }
  bool operator()(const protocol::ChangeUserSecret& c) const { return c.change.value.has_value(); }
  bool operator()(const protocol::ResealSecret&) const { return true; }
  bool operator()(const protocol::AddUser&) const { return true; }
  bool operator()(const protocol::ChangeGrant& c) const { return !c.revokes; }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

} // namespace

std::uint64_t DiskReserve::size_for(std::uint64_t file_system) {
  constexpr std::uint64_t least = 2 << 20;
  constexpr std::uint64_t most = 32 << 20;
  const std::uint64_t part = file_system / 16;
  return part < least ? 0 : std::min(part, most);
}

DiskReserve::DiskReserve(const std::filesystem::path& data_directory)
  : file_(data_directory / "reserve") {}

std::string DiskReserve::take_locked() {
  if (is_taken_)
    return {};
  const Space space = space_around(file_.parent_path());
  const std::uint64_t size = size_for(space.all);
  is_taken_ = size == 0 || size_of_file(file_) >= size;
  if (is_taken_)
    return {};
  // Some must be free beside it, or the next change would give it back.
  const std::uint64_t wanted = size + size / 4;
  if (space.free < wanted)
    return "less than " + mebibytes(wanted) + " are free on the disk of "
           + file_.parent_path().string();
  const config::Descriptor file{
    ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)};
  const int error =
    file.is_open() ? ::posix_fallocate(file.get(), 0, static_cast<off_t>(size)) : errno;
  if (error != 0) {
    ::unlink(file_.c_str());
    const std::string why = "cannot keep " + mebibytes(size) + " in " + file_.string() + ": "
                            + std::generic_category().message(error);
    if (error == ENOSPC || error == EDQUOT)
      return why;
    // The disk is not full, so nothing is refused for it.
    runtime::log("store")->warn("no space is kept for removals{}", runtime::field("why", why));
  }
  is_taken_ = true;
  return {};
}

void DiskReserve::take() {
  const std::lock_guard lock(mutex_);
  if (const std::string why = take_locked(); !why.empty())
    runtime::log("store")->warn("the disk is full: only removals are done{}",
                                runtime::field("why", why));
}

bool DiskReserve::give_back() {
  const std::lock_guard lock(mutex_);
  is_taken_ = false;
  return ::unlink(file_.c_str()) == 0;
}

void DiskReserve::give_back_if_full() {
  const Space space = space_around(file_.parent_path());
  if (space.free < size_for(space.all) && give_back())
    runtime::log("store")->warn("the disk is full: the space that was kept for removals is given "
                                "back{}",
                                runtime::field("file", file_.string()));
}

std::optional<protocol::Answer> DiskReserve::refusal(const protocol::Command& command) {
  if (!std::visit(Grows{}, command))
    return std::nullopt;
  const std::lock_guard lock(mutex_);
  const std::string why = take_locked();
  if (why.empty())
    return std::nullopt;
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::LimitExceeded;
  refused.text = "the disk is full, and what is left of it is for removals: " + why
                 + ": remove what is not needed, or free some space";
  return refused;
}

std::function<void(const store::StoreError&)> DiskReserve::or_stop() {
  return [this](const store::StoreError& error) {
    if (error.kind == store::StoreError::Kind::Full && give_back())
      runtime::log("journal")->warn("the space that was kept for removals is given back{}",
                                    runtime::field("file", file_.string()));
    stop_at_fault(error);
  };
}

} // namespace orrery::cmd
