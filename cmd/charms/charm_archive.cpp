#include "cmd/charms/charm_archive.hpp"

#include "cmd/charms/unpack_program.hpp"
#include "cmd/charms/unpacked_charm.hpp"
#include "cmd/unpack/frames.hpp"
#include "config/printable.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <system_error>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;
using Unpacked = tl::expected<void, std::string>;
using StreamEnding = unpack::StreamEnd::How;

/// How long the program may say nothing; it reads from a disk that may be slow.
constexpr std::chrono::seconds reader_patience{60};

tl::unexpected<std::string> unreadable_archive(const fs::path& archive, int error) {
  return tl::unexpected("cannot read " + archive.string() + ": "
                        + std::generic_category().message(error));
}

tl::unexpected<std::string> archive_unread(const fs::path& archive, const std::string& how) {
  return tl::unexpected(archive.string() + " is not unpacked: the program that reads it " + how
                        + ". The archive is damaged, or made to do harm: pack it anew");
}

/// Judges how the stream has ended.
Unpacked judge(const fs::path& archive,
               const unpack::StreamEnd& end,
               UnpackProgram& program,
               UnpackedCharm& charm) {
  switch (end.how) {
  case StreamEnding::Whole:
  case StreamEnding::Unwanted:
    return charm.finish();
  case StreamEnding::Wrong:
    return tl::unexpected(archive.string() + config::printable(end.text));
  case StreamEnding::Cut:
    return archive_unread(archive, program.end());
  case StreamEnding::Forbidden:
    return archive_unread(archive, "said what it may not say");
  case StreamEnding::Silent:
    break;
  }
  return archive_unread(archive,
                        "said nothing for " + std::to_string(reader_patience.count()) + " s");
}

} // namespace

tl::expected<void, std::string>
unpack_charm(const fs::path& archive, const fs::path& into, const CharmLimits& limits) {
  const config::Descriptor file{
    ::open(archive.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
  struct stat facts {};
  if (!file.is_open() || ::fstat(file.get(), &facts) != 0)
    return unreadable_archive(archive, errno);
  if (!S_ISREG(facts.st_mode))
    return tl::unexpected(archive.string() + " is no file: name a charm's archive");
  auto program = UnpackProgram::start(file);
  if (!program)
    return tl::unexpected(program.error());
  UnpackedCharm charm(archive, into, limits, static_cast<std::uint64_t>(facts.st_size));
  const auto end = unpack::read_stream(program->output(), charm, reader_patience);
  return judge(archive, end, *program, charm);
}

} // namespace orrery::cmd
