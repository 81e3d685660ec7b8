#include "cmd/backup/copy_out.hpp"

#include "cmd/backup/restore.hpp"
#include "cmd/backup/tree_copy.hpp"
#include "store/database.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;
using Done = tl::expected<void, std::string>;

tl::unexpected<std::string> copy_refused(const std::string& doing, const fs::path& path) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(errno));
}

/// Compares one file with its entry. @param to where it is copied to; -1: nowhere.
Done compare(const fs::path& file, const Entry& entry, int to) {
  const config::Descriptor from(
    ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!from.is_open() || ::fstat(from.get(), &found) != 0)
    return tl::unexpected("the backup is not whole: " + file.string() + " cannot be read ("
                          + std::generic_category().message(errno) + "); use another backup");
  const std::string kept = "; nothing was changed, use another backup";
  if (!S_ISREG(found.st_mode))
    return tl::unexpected("the backup is not whole: " + file.string() + " is no file" + kept);
  if (static_cast<std::uint64_t>(found.st_size) != entry.size)
    return tl::unexpected("the backup is not whole: " + file.string() + " has "
                          + std::to_string(found.st_size) + " bytes, and had "
                          + std::to_string(entry.size) + kept);
  const auto copied = copy_file(from.get(), to, entry.size);
  if (!copied)
    return tl::unexpected("cannot read or copy " + file.string() + ": "
                          + std::generic_category().message(copied.error()));
  if (copied->hash != entry.hash)
    return tl::unexpected("the backup is not whole: " + file.string()
                          + " has other bytes than it had" + kept);
  return {};
}

Done copy_entry(const fs::path& files, const Entry& entry, const fs::path& model) {
  const fs::path place = model / entry.path;
  switch (entry.kind) {
  case Entry::Kind::Directory:
    if (::mkdir(place.c_str(), S_IRWXU) != 0)
      return copy_refused("make", place);
    return {};
  case Entry::Kind::Link:
    if (::symlink(entry.target.c_str(), place.c_str()) != 0)
      return copy_refused("make the link", place);
    return {};
  case Entry::Kind::File:
    break;
  }
  if (auto allowed = Limits({}).allow(model, entry.size); !allowed)
    return allowed;
  const config::Descriptor to(
    ::open(place.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!to.is_open())
    return copy_refused("make", place);
  return compare(files / entry.path, entry, to.get());
}

} // namespace

tl::expected<Manifest, std::string> verified(const fs::path& backup) {
  auto manifest = read_manifest(backup);
  if (!manifest)
    return manifest;
  const Facts& facts = manifest->facts;
  if (facts.schema > store::newest_schema)
    return tl::unexpected("the backup was made by orrery " + facts.program + " (schema "
                          + std::to_string(facts.schema) + "; this one knows up to "
                          + std::to_string(store::newest_schema) + "): restore it with that");
  for (std::size_t model = 0; model < manifest->entries.size(); ++model)
    for (const Entry& entry : manifest->entries[model])
      if (entry.kind == Entry::Kind::File)
        if (auto same = compare(files_of(facts, model) / entry.path, entry, -1); !same)
          return tl::unexpected(same.error());
  return manifest;
}

tl::expected<std::uint64_t, std::string>
copy_out(const std::vector<Entry>& entries, const fs::path& files, const fs::path& model) {
  for (const Entry& entry : entries)
    if (auto copied = copy_entry(files, entry, model); !copied)
      return tl::unexpected(copied.error());
  std::uint64_t kept = 0;
  // Last, because some let nobody write; from the end, so that what is in a directory comes first.
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const fs::path place = model / entry->path;
    const bool is_given = entry->owner && ::geteuid() == 0;
    if (is_given && ::lchown(place.c_str(), entry->owner->user, entry->owner->group) != 0)
      return copy_refused("set the owner of", place);
    kept += entry->owner && !is_given ? 1 : 0;
    if (entry->kind != Entry::Kind::Link && ::chmod(place.c_str(), entry->mode) != 0)
      return copy_refused("set the mode of", place);
  }
  return kept;
}

tl::expected<Facts, std::string> verify(const fs::path& backup) {
  return verified(backup).map([](const Manifest& manifest) { return manifest.facts; });
}

} // namespace orrery::backup
