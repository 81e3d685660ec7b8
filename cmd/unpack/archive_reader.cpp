#include "cmd/unpack/archive_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>

namespace orrery::unpack {
namespace {

constexpr std::size_t piece_size = 1U << 16U;

struct Closing {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};
using Reader = std::unique_ptr<archive, Closing>;

/// The file that is read. The library's own reading of a descriptor begins with a look at what it
/// is, for which a confined process has no right.
struct Source {
  int file = 0;
  std::array<char, piece_size> piece{};
};

la_ssize_t read_piece(archive* reader, void* context, const void** bytes) {
  auto& source = *static_cast<Source*>(context);
  ssize_t got = 0;
  do
    got = ::read(source.file, source.piece.data(), source.piece.size());
  while (got < 0 && errno == EINTR);
  if (got < 0)
    ::archive_set_error(reader, errno, "it cannot be read");
  *bytes = source.piece.data();
  return got;
}

la_int64_t seek_place(archive* reader, void* context, la_int64_t offset, int whence) {
  const off_t place = ::lseek(static_cast<Source*>(context)->file, offset, whence);
  if (place < 0)
    ::archive_set_error(reader, errno, "it cannot be read out of order");
  return place < 0 ? ARCHIVE_FATAL : place;
}

/// @returns whether it begins as a zip file does.
bool open_source(const Reader& reader, Source& source) {
  return ::archive_read_support_format_zip_seekable(reader.get()) == ARCHIVE_OK
         && ::archive_read_set_read_callback(reader.get(), read_piece) == ARCHIVE_OK
         && ::archive_read_set_seek_callback(reader.get(), seek_place) == ARCHIVE_OK
         && ::archive_read_set_callback_data(reader.get(), &source) == ARCHIVE_OK
         && ::archive_read_open1(reader.get()) == ARCHIVE_OK;
}

/// The file is no zip file, or is not whole.
std::string broken(const Reader& reader) {
  const char* const why = ::archive_error_string(reader.get());
  return std::string(" is no whole charm archive, which is a zip file (")
    .append(why == nullptr ? "nothing is in it" : why)
    .append("): pack or copy it anew");
}

std::string wrong(const std::string& name, const std::string& what) {
  return ": member \"" + name + "\" " + what;
}

/// Hands over a file's content. @returns what is wrong.
std::string read_content(const Reader& reader, Members& to, bool& wanted) {
  std::array<char, piece_size> buffer{};
  while (wanted) {
    const la_ssize_t got = ::archive_read_data(reader.get(), buffer.data(), buffer.size());
    if (got == 0)
      return {};
    if (got < 0)
      return broken(reader);
    wanted = to.content({buffer.data(), static_cast<std::size_t>(got)});
  }
  return {};
}

/// @param wanted false once `to` wants no more. @returns what is wrong.
std::string read_member(const Reader& reader, archive_entry* member, Members& to, bool& wanted) {
  const char* const given = ::archive_entry_pathname(member);
  const std::string name = given == nullptr ? "" : given;
  if (::archive_entry_is_encrypted(member) != 0)
    return wrong(name, "is encrypted: pack the charm without a password");
  switch (::archive_entry_filetype(member)) {
  case AE_IFDIR:
    wanted = to.directory(name);
    return {};
  case AE_IFLNK: {
    const char* const target = ::archive_entry_symlink(member);
    if (target == nullptr)
      return wrong(name, "is a link to nothing");
    wanted = to.link(name, target);
    return {};
  }
  case AE_IFREG:
    wanted = to.file(name, (::archive_entry_perm(member) & 0111U) != 0);
    return read_content(reader, to, wanted);
  default:
    return wrong(name, "is neither a file nor a directory nor a link: leave it out");
  }
}

} // namespace

std::string read_archive(int file, Members& to) {
  Source source{file}; // outlives its reader
  const Reader reader(::archive_read_new());
  if (!open_source(reader, source))
    return broken(reader);
  bool is_empty = true;
  for (bool wanted = true; wanted; is_empty = false) {
    archive_entry* member = nullptr;
    const int found = ::archive_read_next_header(reader.get(), &member);
    if (found == ARCHIVE_EOF)
      break;
    if (found != ARCHIVE_OK && found != ARCHIVE_WARN)
      return broken(reader);
    if (std::string why = read_member(reader, member, to, wanted); !why.empty())
      return why;
  }
  return is_empty ? broken(reader) : std::string();
}

} // namespace orrery::unpack
