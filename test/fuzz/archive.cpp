#include "cmd/charms/charm_tree.hpp"
#include "cmd/charms/unpacked_charm.hpp"
#include "cmd/unpack/archive_reader.hpp"
#include "cmd/unpack/frames.hpp"
#include "test/fuzz/scratch.hpp"
#include "test/fuzz/target.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

/// Charms as archives: choice(1), then the bytes of a zip file, or lines that say what is in one:
/// kind(1: a file, an executable one, a directory, a link, many zeros) with the member's name, and
/// what it holds or where it leads.
namespace orrery::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr cmd::CharmLimits small_charms{.bytes = 64U << 10U, .entries = 40, .depth = 8};

/// `outer` holds nothing but what an archive is unpacked into.
struct Places {
  Scratch scratch;
  fs::path file = scratch.path() / "c.charm";
  fs::path outer = scratch.path() / "outer";
  fs::path into = outer / "into";
};

const Places& places() {
  static const Places here;
  return here;
}

/// Adds a member, unless no zip file can hold it.
void add_member(archive* writer, char kind, const std::string& name, const std::string& content) {
  constexpr std::size_t zeros = 200U << 10U;
  const std::string held = kind == 'z' ? std::string(zeros, '\0') : content;
  archive_entry* const member = ::archive_entry_new();
  ::archive_entry_set_pathname(member, name.c_str());
  ::archive_entry_set_filetype(member, kind == 'd' ? AE_IFDIR : kind == 'l' ? AE_IFLNK : AE_IFREG);
  ::archive_entry_set_perm(member, kind == 'x' ? 0755 : 0644);
  if (kind == 'l')
    ::archive_entry_set_symlink(member, content.c_str());
  else if (kind != 'd')
    ::archive_entry_set_size(member, static_cast<std::int64_t>(held.size()));
  if (::archive_write_header(writer, member) >= ARCHIVE_WARN && kind != 'd' && kind != 'l')
    (void)::archive_write_data(writer, held.data(), held.size());
  ::archive_entry_free(member);
}

void pack(std::string_view lines, const fs::path& file) {
  archive* const writer = ::archive_write_new();
  (void)::archive_write_set_format_zip(writer);
  (void)::archive_write_open_filename(writer, file.c_str());
  const auto next_line = [&lines] {
    const std::string line(lines.substr(0, lines.find('\n')));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    return line;
  };
  while (!lines.empty()) {
    const std::string member = next_line();
    const std::string content = next_line();
    if (!member.empty())
      add_member(writer, member.front(), member.substr(1), content);
  }
  (void)::archive_write_close(writer);
  (void)::archive_write_free(writer);
}

/// Demands that nothing lies there but what an archive may leave, whether it was taken or not.
void check_what_lies_there() {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(places().outer))
    demand(entry.path() == places().into, "something beside the charm");
  for (const auto& entry : fs::recursive_directory_iterator(places().into)) {
    const fs::file_status status = entry.symlink_status();
    demand(fs::is_regular_file(status) || fs::is_directory(status) || fs::is_symlink(status),
           "a thing that no charm may hold");
    if (fs::is_regular_file(status)) {
      bytes += entry.file_size();
      demand(
        (status.permissions() & (fs::perms::set_uid | fs::perms::set_gid | fs::perms::others_write))
          == fs::perms::none,
        "a file with rights that nobody gave");
    }
  }
  constexpr std::uint64_t block = 1U << 16U;
  demand(bytes <= small_charms.bytes + block, "more than a charm may hold");
}

/// Demands the same of the bytes as a parser would hand them over that has lost its way.
void check_as_frames(int file) {
  fs::remove_all(places().into);
  fs::create_directory(places().into);
  (void)::lseek(file, 0, SEEK_SET);
  cmd::UnpackedCharm charm(places().file, places().into, small_charms, 0);
  (void)unpack::read_stream(file, charm, std::chrono::seconds{1});
  (void)charm.finish();
  check_what_lies_there();
}

} // namespace

void feed(std::string_view bytes) {
  const auto [which, rest] = choose(bytes, 2);
  std::error_code error;
  fs::remove_all(places().outer, error);
  fs::create_directories(places().into, error);
  demand(!error, "no directory to unpack into");
  if (which == 0)
    (void)places().scratch.write("c.charm", rest);
  else
    pack(rest, places().file);
  const config::Descriptor file{::open(places().file.c_str(), O_RDONLY | O_CLOEXEC)};
  cmd::UnpackedCharm charm(places().file, places().into, small_charms,
                           fs::file_size(places().file, error));
  const std::string why = unpack::read_archive(file.get(), charm);
  demand(why.empty() || why.front() == ' ' || why.front() == ':',
         "an error that does not follow the archive's name");
  if (const auto unpacked = charm.finish(); !unpacked)
    demand(unpacked.error().find(places().file.string()) != std::string::npos,
           "an error that does not name the archive");
  check_what_lies_there();
  check_as_frames(file.get());
  const cmd::CharmTree tree = cmd::walk_charm(places().into, small_charms);
  for (const cmd::CharmTreeFault& fault : tree.faults)
    demand(!fault.text.empty(), "an error without words");
}

} // namespace orrery::fuzz
