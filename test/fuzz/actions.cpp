#include "config/actions.hpp"

#include "config/action_parameters.hpp"
#include "config/findings.hpp"
#include "config/yaml.hpp"
#include "test/fuzz/target.hpp"

#include <string>

/// Actions that a charm declares, as its actions.yaml does; then a line `...`, and parameters that
/// a user gives to each of them in a file.
namespace orrery::fuzz {
namespace {

constexpr std::string_view behind_actions = "\n...\n";

/// Parameters that a user's file gives; nothing if it cannot be read.
tl::expected<std::string, std::string> given_in(std::string_view text) {
  config::GivenParameters given;
  given.file = std::string(text);
  given.file_name = "parameters.yaml";
  return config::read_parameters(given);
}

template <class Read>
void demand_words(const Read& read) {
  if (!read)
    demand(!read.error().empty(), "an error without words");
}

} // namespace

void feed(std::string_view bytes) {
  const std::size_t mark = bytes.find(behind_actions);
  const std::string_view declared = bytes.substr(0, mark);
  const std::string_view rest =
    mark == std::string_view::npos ? "" : bytes.substr(mark + behind_actions.size());
  const auto given = given_in(rest);
  demand_words(given);
  if (given) {
    const auto again = given_in(*given);
    demand(!again || *again == *given, "parameters that become others");
  }
  const auto document = config::parse_yaml(std::string(declared), "actions.yaml");
  if (!document)
    return demand(!document.error().text().empty(), "an error without words");
  config::Findings findings;
  const auto actions = config::read_actions(*document, document->root(), "web", findings);
  for (const config::Finding& finding : findings.all())
    demand(!finding.error.text().empty(), "a finding without words");
  for (const auto& [name, action] : actions) {
    const auto checked = config::check_parameters(action.schema, given.value_or("{}"));
    demand_words(checked);
    if (!checked)
      continue;
    const auto twice = config::check_parameters(action.schema, *checked);
    demand_words(twice);
    demand(!twice || *twice == *checked, "defaults that are filled in twice");
  }
}

} // namespace orrery::fuzz
