#include "cmd/charms/given_trust.hpp"

namespace orrery::cmd {

tl::expected<std::optional<bool>, std::string> take_trust(OptionWords& options, bool is_charms) {
  const std::string name = "trust";
  if (!is_charms)
    options.reset.erase(name); // no word on it
  const auto given = options.texts.find(name);
  if (is_charms || given == options.texts.end())
    return std::nullopt;
  const auto reading = options.readings.find(name);
  const auto value =
    config::canonical_option(name, config::OptionKind::Boolean,
                             reading == options.readings.end() ? given->second : reading->second);
  if (!value)
    return tl::unexpected(value.error().text());
  options.texts.erase(given);
  options.readings.erase(name);
  return *value == "true";
}

tl::expected<void, std::string> take_trust(config::BundleApplication& application,
                                           const config::CharmDeclaration& charm) {
  OptionWords options{std::move(application.options), std::move(application.readings)};
  const auto trusted = take_trust(options, charm.options.contains("trust"));
  application.options = std::move(options.texts);
  application.readings = std::move(options.readings);
  if (!trusted)
    return tl::unexpected(trusted.error());
  application.trusted = application.trusted || trusted->value_or(false);
  application.trust_given = application.trust_given || trusted->has_value();
  return {};
}

} // namespace orrery::cmd
