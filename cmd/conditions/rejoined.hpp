#pragma once

#include "cmd/session/arguments.hpp"

#include <string>
#include <vector>

namespace orrery::cmd::console {

/// A verb and its words again, each with its place on the command line. A selector whose blanks a
/// shell has cut is put together again.
struct Rejoined {
  std::vector<std::string> words;
  std::vector<std::size_t> places;

  Rejoined(const std::string& verb, const Arguments& arguments);
  /// An error about one of these words as one about the command line's.
  [[nodiscard]] tl::unexpected<UsageError> placed(UsageError error) const;
};

} // namespace orrery::cmd::console
