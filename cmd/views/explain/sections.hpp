#pragma once

#include "cmd/views/render/document.hpp"

#include <string>
#include <utility>
#include <vector>

/// Parts of an explanation that are lists of sentences, in the order in which they are told.
namespace orrery::explain {

using Sections = std::vector<std::pair<std::string, const std::vector<std::string>*>>;

/// The title, and below it each list that is not empty, indented, under its name.
[[nodiscard]] std::string text_of(const std::string& title, const Sections& sections);
/// Adds each list under its name, empty ones, too.
void add_sections(render::Document& document, const Sections& sections);

} // namespace orrery::explain
