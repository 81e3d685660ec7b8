#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

/// Words for what is wrong with a value that a schema refuses (A37).
namespace orrery::config {

/// Says whether a schema accepts a value.
using SchemaJudge = std::function<bool(const nlohmann::json& schema, const nlohmann::json& value)>;

/// All that is wrong, at most 20 errors: `PATH : TEXT, given JSON`, joined by `; `. The judge is
/// asked about one keyword after another, so that its verdicts and these words cannot differ.
/// @returns an empty text if no single keyword refuses the value
[[nodiscard]] std::string
schema_errors(const nlohmann::json& schema, const nlohmann::json& value, const SchemaJudge& judge);

} // namespace orrery::config
