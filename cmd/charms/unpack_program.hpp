#pragma once

#include "config/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace orrery::cmd {

/// The program orrery-unpack (cmd/unpack), started for one archive. It ends with this, if it has
/// not ended by itself.
class UnpackProgram {
public:
  /// Finds the program beside this one, as installed or where the build puts it; tests name it in
  /// the environment's ORRERY_UNPACK. It gets the archive as its standard input, and no other
  /// descriptor, variable or blocked signal.
  /// @param archive stays the caller's. Errors are sentences.
  [[nodiscard]] static tl::expected<UnpackProgram, std::string>
  start(const config::Descriptor& archive);

  UnpackProgram(UnpackProgram&& other) noexcept;
  UnpackProgram(const UnpackProgram&) = delete;
  UnpackProgram& operator=(const UnpackProgram&) = delete;
  UnpackProgram& operator=(UnpackProgram&&) = delete;
  ~UnpackProgram();

  /// Where its frames are read.
  [[nodiscard]] int output() const { return output_.get(); }
  /// Ends it, if it has not ended by itself. @pre nobody has called this
  /// @returns how it has ended, `was killed by signal 11 (SIGSEGV)`
  std::string end();

private:
  UnpackProgram(pid_t pid, config::Descriptor output);

  pid_t pid_ = 0; ///< 0 once it was waited for.
  config::Descriptor output_;
};

} // namespace orrery::cmd
