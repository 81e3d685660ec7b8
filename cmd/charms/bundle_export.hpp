#pragma once

#include "cmd/views/render/document.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <functional>
#include <string>

namespace orrery::cmd {

/// How a model is written as a bundle (CL10-CL14).
struct ExportOptions {
  bool with_defaults = false; ///< Options that nobody has set, too.
  bool with_series = false;   ///< The base's old name, too.
  /// Where files of a charm lie from where `deploy` can take them; asked once an application.
  std::function<std::string(const store::Charm& charm)> path_of{};
  /// Where the bytes of a resource are; without it they are left out.
  std::function<std::string(const store::Resource& resource)> file_of{};
};

/// Writes the model as a bundle: deployed into an empty model it makes the same one but for units'
/// and machines' numbers. What is on its way out is left out.
/// Errors: there are no applications.
[[nodiscard]] tl::expected<render::Document, std::string>
export_bundle(const store::Contents& contents, const ExportOptions& options);

/// The value of an option as a bundle has it: a number or a boolean where it is of such a type.
[[nodiscard]] render::Document option_value(store::OptionType type, const std::string& text);

} // namespace orrery::cmd
