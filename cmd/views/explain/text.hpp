#pragma once

#include "cmd/views/explain/explanation.hpp"
#include "cmd/views/render/document.hpp"
#include "cmd/views/render/time_format.hpp"

#include <string>

namespace orrery::explain {

/// How an explanation is told to people.
struct TextOptions {
  render::TimeFormat time;
  store::Milliseconds now = 0; ///< Times of another day are shown with their day.
};

/// The explanation as indented lines; whatever others chose is escaped. Ends with a newline.
[[nodiscard]] std::string to_text(const Explanation& explanation, const TextOptions& options);

/// Writes an explanation for scripts. Times are Unix milliseconds.
[[nodiscard]] render::Document to_document(const Explanation& explanation);

} // namespace orrery::explain
