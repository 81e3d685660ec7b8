#pragma once

#include "cmd/session/session.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace orrery::cmd {

/// The options that a user wrote: `KEY=VALUE`, `KEY=@FILE`, or a YAML file of keys and values.
/// Later ones win.
[[nodiscard]] tl::expected<store::Settings, std::string>
read_options(const Session& session, const std::vector<std::string>& words);

/// The options in a YAML file.
[[nodiscard]] tl::expected<store::Settings, std::string> read_option_file(const Session& session,
                                                                          const std::string& file);

} // namespace orrery::cmd
