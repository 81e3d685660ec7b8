#pragma once

#include "cmd/session/arguments.hpp"
#include "cmd/views/render/show_document.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace orrery::cmd {

/// A verb's `--format`: `usual` unless it says something else.
/// @param human the word of the form for people; empty: there is none.
/// @returns nothing for that form.
[[nodiscard]] tl::expected<std::optional<render::DataFormat>, UsageError>
format_of(const Arguments& arguments, const std::string& usual, const std::string& human);

} // namespace orrery::cmd
