#include "cmd/charms/charm_archive.hpp"

#include "config/descriptor.hpp"
#include "config/write_all.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;
using Unpacked = tl::expected<void, std::string>;

/// Deflate makes a thousand bytes of one at most; charms of text and programs come to ten.
constexpr std::uint64_t most_times_larger = 100;
constexpr std::uint64_t always_allowed = 16U << 20U;

struct Closing {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};

class Unpacking {
public:
  Unpacking(const fs::path& file, const fs::path& into, const CharmLimits& limits)
    : file_(file), into_(into), limits_(limits), reader_(::archive_read_new()) {}

  Unpacked run() {
    std::error_code error;
    const auto size = fs::file_size(file_, error);
    if (error)
      return tl::unexpected("cannot read " + file_.string() + ": " + error.message());
    bytes_max_ = std::min(limits_.bytes, size * most_times_larger + always_allowed);
    constexpr std::size_t block = 1U << 16U;
    if (::archive_read_support_format_zip_seekable(reader_.get()) != ARCHIVE_OK
        || ::archive_read_open_filename(reader_.get(), file_.c_str(), block) != ARCHIVE_OK)
      return broken();
    for (;;) {
      archive_entry* member = nullptr;
      const int found = ::archive_read_next_header(reader_.get(), &member);
      if (found == ARCHIVE_EOF)
        break;
      if (found != ARCHIVE_OK && found != ARCHIVE_WARN)
        return broken();
      if (auto taken = take(member); !taken)
        return taken;
    }
    return count_ == 0 ? broken() : make_links();
  }

private:
  /// The file is no zip file, or is not whole.
  [[nodiscard]] Unpacked broken() const {
    const char* why = ::archive_error_string(reader_.get());
    return tl::unexpected(file_.string() + " is no whole charm archive, which is a zip file ("
                          + (why == nullptr ? "nothing is in it" : why)
                          + "): pack or copy it anew");
  }
  [[nodiscard]] Unpacked wrong(const std::string& name, const std::string& what) const {
    return tl::unexpected(file_.string() + ": member \"" + name + "\" " + what);
  }
  [[nodiscard]] Unpacked unwritten(const std::string& name, int error) const {
    return wrong(name, "cannot be unpacked: " + std::generic_category().message(error));
  }

  Unpacked take(archive_entry* member) {
    const char* const given = ::archive_entry_pathname(member);
    const std::string name = given == nullptr ? "" : given;
    if (++count_ > limits_.entries)
      return tl::unexpected(file_.string() + " holds more than " + std::to_string(limits_.entries)
                            + " files");
    if (const auto why = trouble_with(name); !why.empty())
      return wrong(name, why);
    if (::archive_entry_is_encrypted(member) != 0)
      return wrong(name, "is encrypted: pack the charm without a password");
    const auto kind = ::archive_entry_filetype(member);
    std::error_code error;
    const auto path = into_ / fs::path(name).relative_path();
    fs::create_directories(kind == AE_IFDIR ? path : path.parent_path(), error);
    if (error)
      return unwritten(name, error.value());
    if (kind == AE_IFDIR)
      return {};
    if (kind == AE_IFLNK)
      return take_link(name, member);
    if (kind != AE_IFREG)
      return wrong(name, "is neither a file nor a directory nor a link: leave it out");
    return write(name, path, (::archive_entry_perm(member) & 0111U) != 0);
  }

  /// Why nothing may be written under that name; empty if it may.
  [[nodiscard]] std::string trouble_with(const std::string& name) const {
    const fs::path path(name);
    const auto parts = std::distance(path.begin(), path.end());
    if (name.empty() || path.is_absolute()
        || std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; }))
      return "would lie outside of the charm: pack it anew";
    return parts > limits_.depth ? "lies too deep" : "";
  }

  Unpacked take_link(const std::string& name, archive_entry* member) {
    const char* const target = ::archive_entry_symlink(member);
    if (target == nullptr || !links_.emplace(name, target).second)
      return wrong(name, target == nullptr ? "is a link to nothing" : "is there twice");
    return {};
  }

  Unpacked write(const std::string& name, const fs::path& path, bool executable) {
    const config::Descriptor file{::open(path.c_str(),
                                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                         executable ? 0755 : 0644)};
    if (!file.is_open())
      return errno == EEXIST ? wrong(name, "is there twice") : unwritten(name, errno);
    std::array<char, 1U << 16U> buffer{};
    for (;;) {
      const auto got = ::archive_read_data(reader_.get(), buffer.data(), buffer.size());
      if (got == 0)
        return {};
      if (got < 0)
        return broken();
      bytes_ += static_cast<std::uint64_t>(got);
      if (bytes_ > bytes_max_)
        return wrong(name, "makes the archive unpack to more than "
                             + std::to_string(bytes_max_ >> 20U) + " MiB, of its "
                             + "size or of what a charm may hold");
      if (const int error =
            config::write_all(file.get(), {buffer.data(), static_cast<std::size_t>(got)});
          error != 0)
        return unwritten(name, error);
    }
  }

  /// Where each leads is judged with the rest of the charm.
  Unpacked make_links() {
    for (const auto& [name, target] : links_) {
      std::error_code error;
      fs::create_symlink(target, into_ / fs::path(name).relative_path(), error);
      if (error)
        return unwritten(name, error.value());
    }
    return {};
  }

  const fs::path& file_;
  const fs::path& into_;
  const CharmLimits& limits_;
  std::unique_ptr<archive, Closing> reader_;
  std::map<std::string, std::string> links_; ///< Their targets.
  std::uint64_t bytes_ = 0;
  std::uint64_t bytes_max_ = 0;
  std::size_t count_ = 0;
};

} // namespace

tl::expected<void, std::string>
unpack_charm(const fs::path& archive, const fs::path& into, const CharmLimits& limits) {
  return Unpacking(archive, into, limits).run();
}

} // namespace orrery::cmd
