#pragma once

#include "store/contents.hpp"

#include <string>
#include <vector>

namespace orrery::cmd {

/// What may stand where a command line ends.
struct Completion {
  std::vector<std::string> candidates; ///< Whole words, sorted, at most 1000.
  bool files = false;                  ///< A file's name fits, too.
  bool operator==(const Completion&) const = default;
};

/// Completes the last word of a command from the command table and the model.
/// @param words the verb first; the last one, which may be empty, has only begun.
/// @param components of the orchestrator's own log.
/// @param models names of all; empty: the contents' own.
[[nodiscard]] Completion complete(const std::vector<std::string>& words,
                                  const store::Contents& contents,
                                  const std::vector<std::string>& components,
                                  const std::vector<std::string>& models = {});

} // namespace orrery::cmd
