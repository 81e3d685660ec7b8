#include "cmd/charms/charm_store.hpp"

#include "cmd/charms/draft.hpp"
#include "config/charm_hash.hpp"
#include "config/descriptor.hpp"
#include "config/sync_directory.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <vector>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

std::string broken(const std::string& doing, const fs::path& path, int error) {
  return "cannot " + doing + " " + path.string() + ": " + std::generic_category().message(error);
}

/// Copies one regular file, not following a link that took its place meanwhile.
tl::expected<void, std::string> copy_file(const fs::path& from,
                                          const fs::path& to,
                                          const CharmEntry& entry,
                                          std::uint64_t bytes_max,
                                          config::CharmHash& hash) {
  const config::Descriptor source{
    ::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat found {};
  if (!source.is_open() || ::fstat(source.get(), &found) != 0)
    return tl::unexpected(broken("read", from, errno));
  if (!S_ISREG(found.st_mode))
    return tl::unexpected(from.string() + " changed while it was copied: try again");
  const config::Descriptor target{
    ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, entry.executable ? 0755 : 0644)};
  if (!target.is_open())
    return tl::unexpected(broken("write", to, errno));
  std::array<char, 1 << 16> buffer{};
  const auto size = static_cast<std::uint64_t>(found.st_size);
  std::uint64_t copied = 0;
  hash.begin_file(entry.path, entry.executable, size);
  while (true) {
    const auto count = ::read(source.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return tl::unexpected(broken("read", from, errno));
    if (count == 0)
      break;
    copied += static_cast<std::uint64_t>(count);
    if (copied > bytes_max)
      return tl::unexpected(from.string() + " grew while it was copied: try again");
    const std::string_view bytes{buffer.data(), static_cast<std::size_t>(count)};
    hash.add(bytes);
    if (config::write_all(target.get(), bytes) != 0)
      return tl::unexpected(broken("write", to, errno));
  }
  hash.end_file();
  if (copied != size)
    return tl::unexpected(from.string() + " changed while it was copied: try again");
  return {};
}

/// Writes a file that the charm's directory lacks.
tl::expected<void, std::string> add_file(const fs::path& to,
                                         const std::string& name,
                                         const std::string& text,
                                         config::CharmHash& hash) {
  const config::Descriptor target{
    ::open((to / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
  if (!target.is_open() || config::write_all(target.get(), text) != 0)
    return tl::unexpected(broken("write", to / name, errno));
  hash.begin_file(name, false, text.size());
  hash.add(text);
  hash.end_file();
  return {};
}

/// @returns the hash of the copy.
tl::expected<std::string, std::string> copy_tree(const fs::path& from,
                                                 const fs::path& to,
                                                 const CharmChanges& changes,
                                                 const CharmLimits& limits) {
  auto entries = list_charm(from, limits);
  if (!entries)
    return tl::unexpected(entries.error());
  config::CharmHash hash;
  auto lacking = changes.files;
  const auto& made_executable = changes.executable;
  for (auto& entry : *entries) {
    lacking.erase(entry.path.string());
    if (std::binary_search(made_executable.begin(), made_executable.end(), entry.path))
      entry.executable = true;
    const auto target = to / entry.path;
    std::error_code error;
    if (entry.kind == CharmEntry::Kind::Directory) {
      hash.add_directory(entry.path);
      fs::create_directory(target, error);
    } else if (entry.kind == CharmEntry::Kind::Link) {
      hash.add_link(entry.path, entry.target);
      fs::create_symlink(entry.target, target, error);
    } else if (auto copied = copy_file(from / entry.path, target, entry, limits.bytes, hash);
               !copied) {
      return tl::unexpected(copied.error());
    }
    if (error)
      return tl::unexpected(broken("write", target, error.value()));
  }
  for (const auto& [name, text] : lacking)
    if (auto added = add_file(to, name, text, hash); !added)
      return tl::unexpected(added.error());
  return hash.finish();
}

/// Takes the right to write from the copy's files, so that nobody changes one by mistake. What each
/// unit gets is compared with the hash all the same.
void make_read_only(const fs::path& kept) {
  constexpr auto writing =
    fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code ignored;
  for (fs::recursive_directory_iterator entry(kept, ignored), end; entry != end;
       entry.increment(ignored))
    if (entry->symlink_status(ignored).type() == fs::file_type::regular)
      fs::permissions(entry->path(), writing, fs::perm_options::remove, ignored);
}

/// Whether what is kept is still what its name says.
bool is_whole(const fs::path& kept, const CharmLimits& limits) {
  const auto hash = hash_of_charm(kept, {}, limits);
  return hash && *hash == config::hash_of_kept_charm(kept.filename().string());
}

} // namespace

tl::expected<std::string, std::string>
hash_of_charm(const fs::path& directory, const CharmChanges& changes, const CharmLimits& limits) {
  const auto entries = list_charm(directory, limits);
  if (!entries)
    return tl::unexpected(entries.error());
  config::CharmHash hash;
  auto lacking = changes.files;
  for (const auto& entry : *entries) {
    lacking.erase(entry.path.string());
    if (entry.kind == CharmEntry::Kind::Directory) {
      hash.add_directory(entry.path);
    } else if (entry.kind == CharmEntry::Kind::Link) {
      hash.add_link(entry.path, entry.target);
    } else {
      const auto& made = changes.executable;
      std::ifstream file(directory / entry.path, std::ios::binary);
      hash.begin_file(entry.path,
                      entry.executable || std::binary_search(made.begin(), made.end(), entry.path),
                      entry.size);
      std::array<char, 1 << 16> buffer{};
      while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0)
        hash.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
      hash.end_file();
    }
  }
  for (const auto& [name, text] : lacking) {
    hash.begin_file(name, false, text.size());
    hash.add(text);
    hash.end_file();
  }
  return hash.finish();
}

tl::expected<fs::path, std::string> keep_charm(const fs::path& data,
                                               const std::string& name,
                                               const fs::path& source,
                                               const CharmChanges& changes,
                                               const CharmLimits& limits) {
  std::error_code error;
  const auto draft = begin_draft(data);
  if (!draft)
    return tl::unexpected(draft.error());
  const auto charms = draft->path().parent_path();
  const auto hash = copy_tree(source, draft->path(), changes, limits);
  if (!hash)
    return tl::unexpected(hash.error());
  const auto kept = charms / config::kept_charm_name(name, *hash);
  const bool is_there = fs::is_directory(kept, error);
  if (is_there && is_whole(kept, limits))
    return kept;
  if (const int failed = config::sync_file_system(draft->path()); failed != 0)
    return tl::unexpected(broken("sync", draft->path(), failed));
  // Kept files that somebody has changed change places with the draft, and go with it. Another
  // session may have been faster with the same content.
  const unsigned how = is_there ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, draft->path().c_str(), AT_FDCWD, kept.c_str(), how) != 0
      && !fs::is_directory(kept, error))
    return tl::unexpected(broken("write", kept, errno));
  if (const int failed = config::sync_directory(charms); failed != 0)
    return tl::unexpected(broken("sync", charms, failed));
  make_read_only(kept);
  return kept;
}

} // namespace orrery::cmd
