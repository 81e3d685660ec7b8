#include "cmd/verbs/data_format.hpp"

namespace orrery::cmd {

tl::expected<std::optional<render::DataFormat>, UsageError>
format_of(const Arguments& arguments, const std::string& usual, const std::string& human) {
  const auto word = arguments.text("format").value_or(usual);
  if (word == human)
    return std::nullopt;
  if (const auto format = render::parse_data_format(word))
    return format;
  return arguments.wrong(0, "invalid value \"" + word + "\" for flag --format: write "
                              + (human.empty() ? "" : human + ", ") + "yaml or json");
}

} // namespace orrery::cmd
