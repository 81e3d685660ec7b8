#include "test/fuzz/archive_seeds.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstdint>

namespace orrery::fuzz {
namespace {

struct SeedMember {
  std::string name;
  std::string content; ///< Of a link: where it leads.
  unsigned kind = AE_IFREG;
};

std::string packed(const std::vector<SeedMember>& members, bool deflated) {
  std::array<char, 1U << 16U> bytes{};
  std::size_t used = 0;
  archive* const writer = ::archive_write_new();
  (void)::archive_write_set_format_zip(writer);
  (void)::archive_write_set_options(writer,
                                    deflated ? "zip:compression=deflate" : "zip:compression=store");
  (void)::archive_write_open_memory(writer, bytes.data(), bytes.size(), &used);
  for (const SeedMember& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, member.name.c_str());
    ::archive_entry_set_filetype(entry, member.kind);
    ::archive_entry_set_perm(entry, 0644);
    if (member.kind == AE_IFLNK)
      ::archive_entry_set_symlink(entry, member.content.c_str());
    else
      ::archive_entry_set_size(entry, static_cast<std::int64_t>(member.content.size()));
    (void)::archive_write_header(writer, entry);
    if (member.kind == AE_IFREG)
      (void)::archive_write_data(writer, member.content.data(), member.content.size());
    ::archive_entry_free(entry);
  }
  (void)::archive_write_close(writer);
  (void)::archive_write_free(writer);
  return {bytes.data(), used};
}

/// No writer of zip files takes a device: the mode of all members is set by hand.
std::string with_a_device(std::string zip) {
  const std::string regular = "\xa4\x81"; // 0100644
  for (auto at = zip.find(regular); at != std::string::npos; at = zip.find(regular, at))
    zip.replace(at, 2, "\xa4\x61"); // 0060644
  return zip;
}

} // namespace

std::vector<std::string> archive_seeds() {
  const std::vector<SeedMember> charm{{"metadata.yaml", "{name: a, summary: s, description: d}\n"},
                                      {"hooks/", "", AE_IFDIR},
                                      {"hooks/start", "../dispatch", AE_IFLNK},
                                      {"dispatch", std::string(900, 'x')}};
  const std::string plain(1, '\0');
  const std::string lines(1, '\1');
  return {plain + packed(charm, false),
          plain + packed(charm, true),
          plain + with_a_device(packed({{"disk", ""}}, false)),
          plain + packed({{"../out", "x"}, {"/etc/x", "y"}}, false),
          lines + "fmetadata.yaml\n{}\nxdispatch\nexit 0\ndhooks/\n\nlhooks/start\n../dispatch\n",
          lines + "f../out\nx\n",
          lines + "f/out\nx\n",
          lines + "fa/../../out\nx\n",
          lines + "lout\n..\nfout/file\nx\n",
          lines + "dout\n\nlout\n/\n",
          lines + "zzeros\n\n",
          lines + "fa\nx\nfa\ny\n",
          lines + "fa/b/c/d/e/f/g/h/i/j\nx\n"};
}

} // namespace orrery::fuzz
