#include "actors/providers/charm_members.hpp"

#include "config/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace orrery::providers {

namespace {

namespace fs = std::filesystem;
using config::Descriptor;

constexpr std::size_t longest_list = 256U << 20U; ///< Bytes; a charm's paths are fewer by far.

/// The unit's user may have put something else there, e.g. a pipe.
std::optional<std::string> text_of(const fs::path& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!file.is_open() || fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)
      || static_cast<std::size_t>(found.st_size) > longest_list)
    return std::nullopt;
  std::string text(static_cast<std::size_t>(found.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t size = read(file.get(), text.data() + have, text.size() - have);
    if (size <= 0)
      return std::nullopt;
    have += static_cast<std::size_t>(size);
  }
  return text;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(file, text.data(), text.size());
    if (size < 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

using Written = tl::expected<void, std::string>;

fs::path draft_of(const fs::path& file) {
  fs::path half = file;
  half += "-half";
  return half;
}

Written not_written(const fs::path& file) {
  return tl::unexpected(file.string()
                        + " cannot be written: " + std::generic_category().message(errno));
}

Written draft(const fs::path& file, const CharmMembers& members, bool to_disk) {
  std::string text;
  for (const std::string& path : members)
    text.append(path).push_back('\0');
  const fs::path half = draft_of(file);
  unlink(half.c_str()); // of a process that was killed
  const Descriptor fresh(
    open(half.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  const bool is_written =
    fresh.is_open() && write_all(fresh.get(), text) && (!to_disk || fsync(fresh.get()) == 0);
  return is_written ? Written() : not_written(file);
}

} // namespace

fs::path list_of_copy(const fs::path& copy) {
  fs::path list = copy;
  list += "-members";
  return list;
}

std::optional<CharmMembers> read_members(const fs::path& file) {
  const auto text = text_of(file);
  if (!text)
    return std::nullopt;
  CharmMembers members;
  for (std::string_view left = *text; !left.empty();) {
    const std::size_t mark = left.find('\0');
    if (mark == std::string_view::npos)
      return std::nullopt;
    members.emplace_hint(members.end(), left.substr(0, mark));
    left.remove_prefix(mark + 1);
  }
  return members;
}

tl::expected<void, std::string> write_members(const fs::path& file, const CharmMembers& members) {
  const auto drafted = draft(file, members, true);
  return drafted ? put_members_in_place(file) : drafted;
}

tl::expected<void, std::string> draft_members(const fs::path& file, const CharmMembers& members) {
  return draft(file, members, false);
}

tl::expected<void, std::string> put_members_in_place(const fs::path& file) {
  return rename(draft_of(file).c_str(), file.c_str()) == 0 ? Written() : not_written(file);
}

void drop_members(const fs::path& file) {
  unlink(file.c_str());
  unlink(draft_of(file).c_str());
}

} // namespace orrery::providers
