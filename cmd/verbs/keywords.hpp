#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd::console {

/// A word that the console knows beside the verbs.
struct Keyword {
  std::string_view name;
  std::string_view form; ///< As errors and help show it.
  std::size_t words_min; ///< With the keyword itself.
  std::size_t words_max;
  bool takes_block;
  bool runs_others; ///< What it runs is recorded, not it itself.
  std::string_view example;
  bool reads_model = false; ///< Needs the model that statements are about.
};

[[nodiscard]] const std::vector<Keyword>& keywords();
/// Nothing if there is none.
[[nodiscard]] const Keyword* find_keyword(std::string_view name);
/// Keywords and verbs, for completion and suggestions.
[[nodiscard]] std::vector<std::string> command_names();

} // namespace orrery::cmd::console
