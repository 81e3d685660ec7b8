#include "actors/hooks/unit_resource.hpp"

#include "config/descriptor.hpp"
#include "config/sha384.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>

namespace orrery::hooks {

namespace {

using config::Descriptor;

constexpr const char* half_written = ".new"; ///< Ends the name of a file that is not whole.

std::string resource_fault(const std::string& doing, int error) {
  return doing + ": " + std::generic_category().message(error);
}

/// Opens a directory below another, which is made if it is not there.
Descriptor open_or_make_directory(int above, const std::string& name, std::uint32_t user) {
  const bool is_new = ::mkdirat(above, name.c_str(), 0755) == 0;
  Descriptor opened(::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.is_open() && is_new && user != 0 && ::fchown(opened.get(), user, user) != 0)
    opened.close();
  return opened;
}

/// Hash and size of a file's content.
struct Bytes {
  std::string hash;
  std::uint64_t size = 0;
};

/// Reads a file to its end, but no further than `most` and one more. @param to where it is copied
/// to; -1: nowhere.
/// @returns nothing, and errno
std::optional<Bytes> read_bytes(int from, int to, std::uint64_t most) {
  std::array<char, 1 << 16> buffer{};
  config::Sha384 hash;
  Bytes bytes;
  while (bytes.size <= most) {
    const auto count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return std::nullopt;
    if (count == 0)
      break;
    const std::string_view read(buffer.data(), static_cast<std::size_t>(count));
    bytes.size += read.size();
    hash.add(read);
    if (to >= 0 && config::write_all(to, read) != 0)
      return std::nullopt;
  }
  bytes.hash = hash.finish();
  return bytes;
}

/// Whether the unit's file has the bytes already.
bool has_bytes(int directory, const UnitResource& resource) {
  const Descriptor file(
    ::openat(directory, resource.filename.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat facts {};
  if (!file.is_open() || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)
      || static_cast<std::uint64_t>(facts.st_size) != resource.size)
    return false;
  const auto found = read_bytes(file.get(), -1, resource.size);
  return found && found->hash == resource.hash;
}

/// Copies the kept bytes to a file beside the unit's. @returns why not; empty: they are there
std::string copy_checked(int from, int directory, const std::string& half, const UnitResource& of) {
  const Descriptor to(
    ::openat(directory, half.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!to.is_open())
    return resource_fault("cannot write " + path_of(of).string(), errno);
  const auto copied = read_bytes(from, to.get(), of.size);
  if (!copied)
    return resource_fault("cannot write " + path_of(of).string(), errno);
  if (copied->size != of.size)
    return "resource size does not match expected";
  if (copied->hash != of.hash)
    return "resource fingerprint does not match expected";
  const bool is_whole =
    (of.user == 0 || ::fchown(to.get(), of.user, of.user) == 0) && ::fsync(to.get()) == 0;
  return is_whole ? std::string() : resource_fault("cannot write " + path_of(of).string(), errno);
}

} // namespace

std::filesystem::path path_of(const UnitResource& resource) {
  return resource.directory / "resources" / resource.name / resource.filename;
}

GivenResource give_resource(const UnitResource& resource) {
  GivenResource given;
  const auto fail = [&](const std::string& why) {
    given.error = why;
    return given;
  };
  const std::string path = path_of(resource).string();
  const Descriptor unit(
    ::open(resource.directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  const Descriptor all = open_or_make_directory(unit.get(), "resources", resource.user);
  const Descriptor own = open_or_make_directory(all.get(), resource.name, resource.user);
  if (!own.is_open())
    return fail(resource_fault("cannot write " + path, errno));
  given.was_there = has_bytes(own.get(), resource);
  if (given.was_there)
    return given;
  const Descriptor content(::open(resource.content.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!content.is_open()) {
    given.is_gone = errno == ENOENT;
    return fail(resource_fault("cannot read the bytes that were uploaded", errno));
  }
  const std::string half = "." + resource.name + half_written;
  (void)::unlinkat(own.get(), half.c_str(), 0); // of a try that was cut
  std::string why = copy_checked(content.get(), own.get(), half, resource);
  if (why.empty() && ::renameat(own.get(), half.c_str(), own.get(), resource.filename.c_str()) != 0)
    why = resource_fault("cannot write " + path, errno);
  if (!why.empty())
    (void)::unlinkat(own.get(), half.c_str(), 0);
  return fail(why);
}

} // namespace orrery::hooks
