#pragma once

#include "cmd/charms/charm_record.hpp"
#include "cmd/session/arguments.hpp"
#include "cmd/session/session.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace orrery::cmd {

/// Whether a word is `KEY=VALUE`.
[[nodiscard]] bool is_setting(const std::string& word);
/// The keys that `--reset a,b` names.
[[nodiscard]] std::vector<std::string> reset_names(const Arguments& arguments);
/// The right that a use of `config` or `model-config` needs: less to look than to set or reset.
[[nodiscard]] Right right_to_settings(const Arguments& arguments);

/// The options that a user wrote for an application: `KEY=VALUE`, `KEY=@FILE`, or a YAML file of
/// keys and values, which may have the application's name on top; `-` is the client's standard
/// input. Later ones win.
[[nodiscard]] tl::expected<OptionWords, std::string> read_options(
  Session& session, const std::string& application, const std::vector<std::string>& words);

/// The options in a YAML file; `-` is the client's standard input.
[[nodiscard]] tl::expected<OptionWords, std::string>
read_option_file(Session& session, const std::string& application, const std::string& file);

} // namespace orrery::cmd
