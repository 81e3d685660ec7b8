#pragma once

#include "cmd/views/render/document.hpp"
#include "store/contents.hpp"

#include <string>

/// Files that charms are given, as `resources` shows them (RS14-RS16).
namespace orrery::render {

/// A table of an application's resources, sorted by name; empty if its charm has none.
[[nodiscard]] std::string resources_table(const store::Contents& contents,
                                          const std::string& application);
/// A table of those that a unit has.
[[nodiscard]] std::string unit_resources_table(const store::Contents& contents,
                                               const std::string& unit);
/// A table of what each unit has and is to have: of an application's units, or of one.
/// @param owner an application, with the records of its units, or a unit.
[[nodiscard]] std::string resource_details_table(const store::Contents& contents,
                                                 const std::string& owner);

/// `{"resources": [...]}`
[[nodiscard]] Document resources_document(const store::Contents& contents,
                                          const std::string& application);
/// A bare list.
[[nodiscard]] Document unit_resources_document(const store::Contents& contents,
                                               const std::string& unit);
/// Both as data: of an application `{"resources": [...]}`, of a unit a bare list.
[[nodiscard]] Document resource_details_document(const store::Contents& contents,
                                                 const std::string& owner);

} // namespace orrery::render
