#pragma once

#include "config/descriptor.hpp"

#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <istream>
#include <streambuf>
#include <utility>

namespace orrery::cmd {

/// Opens a log for reading, if it is a regular file: a unit that runs as the orchestrator's user
/// may have put a pipe, a device or a link there, which nobody may wait for.
/// @param found what was opened
/// @returns an owner of nothing if it is none
[[nodiscard]] config::Descriptor open_log(const std::filesystem::path& path, struct stat& found);

/// A log to be read line by line; without lines where there is none that may be opened.
class LogStream : public std::istream {
public:
  explicit LogStream(const std::filesystem::path& log);

private:
  class Buffer : public std::streambuf {
  public:
    explicit Buffer(config::Descriptor file) : file_{std::move(file)} {}

  protected:
    int_type underflow() override;

  private:
    config::Descriptor file_;
    std::array<char, 1 << 14> bytes_{};
  };
  Buffer buffer_;
};

} // namespace orrery::cmd
