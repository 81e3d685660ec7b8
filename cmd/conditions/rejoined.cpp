#include "cmd/conditions/rejoined.hpp"

namespace orrery::cmd::console {

Rejoined::Rejoined(const std::string& verb, const Arguments& arguments) : words{verb}, places{0} {
  auto open = false;
  for (std::size_t i = 0; i < arguments.words.size(); ++i) {
    const auto& word = arguments.words[i];
    if (open) {
      words.back() += " " + word;
    } else {
      words.push_back(word);
      places.push_back(arguments.places[i]);
    }
    const auto last = word.find_last_of("[]");
    if (last != std::string::npos)
      open = word[last] == '[';
  }
}

tl::unexpected<UsageError> Rejoined::placed(UsageError error) const {
  if (error.word)
    error.word = *error.word < places.size() ? places[*error.word] : places.back();
  return tl::unexpected(std::move(error));
}

} // namespace orrery::cmd::console
