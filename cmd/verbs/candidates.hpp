#pragma once

#include "store/contents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd {

/// The word that is to be completed.
struct Place {
  const store::Contents& contents;
  const std::vector<std::string>& components; ///< Of the orchestrator's own log.
  std::string begun;                          ///< What is there of it.
  std::string previous;                       ///< The word before, empty if there is none.
  std::vector<std::string> operands;          ///< Positional words before it.
  std::vector<std::string> models;            ///< Names of all; empty: the contents' own.
};

/// What a word of a verb's help (`UNIT`, `APPLICATION[:ENDPOINT]`, `yaml|json`) stands for in this
/// model; words that it does not know stand for nothing.
[[nodiscard]] std::vector<std::string> candidates(std::string_view meant, const Place& place);
/// Whether it stands for a file.
[[nodiscard]] bool means_file(std::string_view meant);

} // namespace orrery::cmd
