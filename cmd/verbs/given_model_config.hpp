#pragma once

#include "cmd/session/session.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

/// Values that a user gives for keys of a model's configuration.
namespace orrery::cmd {

/// Tells whether a key is one that cannot be set.
[[nodiscard]] bool is_fixed_key(const std::string& name);

/// Takes in what one YAML file of keys sets; the model's own output is one. `-` is the client's
/// standard input.
/// @param ignores_fixed whether keys that cannot be set are passed over.
/// @returns why it cannot; nothing if it has.
[[nodiscard]] std::optional<std::string> take_config_file(Session& session,
                                                          const std::string& file,
                                                          bool ignores_fixed,
                                                          store::Settings& into);

/// Reads what each `--config KEY=VALUE|FILE` of a command line gives; later ones win. Nothing is
/// said of whether a key may have its value. Errors are sentences: no such file, no settings in it.
[[nodiscard]] tl::expected<store::Settings, std::string>
given_model_config(Session& session, const std::vector<std::string>& words);

/// Warns of keys that nobody knows, which are kept (MD63).
void warn_of_unknown_keys(const Session& session,
                          const std::vector<std::string>& names,
                          const store::Settings& before);

} // namespace orrery::cmd
