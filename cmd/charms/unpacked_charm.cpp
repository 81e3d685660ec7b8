#include "cmd/charms/unpacked_charm.hpp"

#include "config/write_all.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::cmd {
namespace {

/// Deflate makes a thousand bytes of one at most; charms of text and programs come to ten.
constexpr std::uint64_t most_times_larger = 100;
constexpr std::uint64_t always_allowed = 16U << 20U;

} // namespace

namespace fs = std::filesystem;

UnpackedCharm::UnpackedCharm(fs::path archive,
                             fs::path into,
                             const CharmLimits& limits,
                             std::uint64_t size)
  : archive_(std::move(archive)), into_(std::move(into)), limits_(limits),
    bytes_max_(
      std::min(limits.bytes, std::min(size, limits.bytes) * most_times_larger + always_allowed)) {}

bool UnpackedCharm::directory(const std::string& name) {
  return admit(name, true);
}

bool UnpackedCharm::link(const std::string& name, const std::string& target) {
  return admit(name, false)
         && (links_.emplace(name, target).second || wrong(name, "is there twice"));
}

bool UnpackedCharm::file(const std::string& name, bool is_executable) {
  if (!admit(name, false))
    return false;
  name_ = name;
  file_ = config::Descriptor{::open(place(name).c_str(),
                                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                    is_executable ? 0755 : 0644)};
  if (file_.is_open())
    return true;
  return errno == EEXIST ? wrong(name, "is there twice") : unwritten(name, errno);
}

bool UnpackedCharm::content(std::string_view piece) {
  bytes_ += piece.size();
  if (bytes_ > bytes_max_)
    return wrong(name_, "makes the archive unpack to more than " + std::to_string(bytes_max_ >> 20U)
                          + " MiB, of its size or of what a charm may hold");
  const int error = config::write_all(file_.get(), piece);
  return error == 0 || unwritten(name_, error);
}

tl::expected<void, std::string> UnpackedCharm::finish() {
  file_.close();
  for (auto link = links_.begin(); why_.empty() && link != links_.end(); ++link) {
    std::error_code error;
    fs::create_symlink(link->second, place(link->first), error);
    if (error)
      unwritten(link->first, error.value());
  }
  return why_.empty() ? tl::expected<void, std::string>() : tl::unexpected(why_);
}

bool UnpackedCharm::admit(const std::string& name, bool is_directory) {
  if (++count_ > limits_.entries)
    return refuse(" holds more than " + std::to_string(limits_.entries) + " files");
  if (const auto why = trouble_with(name); !why.empty())
    return wrong(name, why);
  std::error_code error;
  const auto path = place(name);
  fs::create_directories(is_directory ? path : path.parent_path(), error);
  return !error || unwritten(name, error.value());
}

/// Why nothing may be written under that name; empty if it may.
std::string UnpackedCharm::trouble_with(const std::string& name) const {
  const fs::path path(name);
  const auto parts = std::distance(path.begin(), path.end());
  if (name.empty() || path.is_absolute()
      || std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; }))
    return "would lie outside of the charm: pack it anew";
  if (name.find('\0') != std::string::npos)
    return "has a name that no file can have";
  return parts > limits_.depth ? "lies too deep" : "";
}

bool UnpackedCharm::refuse(const std::string& text) {
  if (why_.empty())
    why_ = archive_.string() + text;
  return false;
}

bool UnpackedCharm::wrong(const std::string& name, const std::string& what) {
  return refuse(": member \"" + name + "\" " + what);
}

bool UnpackedCharm::unwritten(const std::string& name, int error) {
  return wrong(name, "cannot be unpacked: " + std::generic_category().message(error));
}

fs::path UnpackedCharm::place(const std::string& name) const {
  return into_ / fs::path(name).relative_path();
}

} // namespace orrery::cmd
