#pragma once

#include "cmd/views/render/host.hpp"
#include "cmd/views/render/omitted.hpp"
#include "cmd/views/render/output.hpp"
#include "cmd/views/render/time_format.hpp"
#include "store/contents.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

enum class DataFormat : std::uint8_t { Yaml, Json };

/// `yaml` or `json`; nothing for any other word.
[[nodiscard]] std::optional<DataFormat> parse_data_format(std::string_view word);

/// The verb `show-unit`: each unit with its relations and what their units have set.
/// A name that is no unit's is an error on `err` (code 1); the others are shown all the same.
[[nodiscard]] Output show_unit(const store::Contents& contents,
                               const Omitted& omitted,
                               const std::vector<std::string>& names,
                               DataFormat format);
/// The verb `show-application`; errors as for show_unit.
[[nodiscard]] Output show_application(const store::Contents& contents,
                                      const Omitted& omitted,
                                      const std::vector<std::string>& names,
                                      DataFormat format);
/// The verb `show-machine`; no names show all machines; errors as for show_unit.
[[nodiscard]] Output show_machine(const store::Contents& contents,
                                  const Omitted& omitted,
                                  const std::vector<std::string>& names,
                                  DataFormat format,
                                  const TimeFormat& time,
                                  const Host& host = {});
/// The verb `config APP`: every option with its value, default, type, source and description.
[[nodiscard]] Output
show_config(const store::Contents& contents, const std::string& application, DataFormat format);
/// The verb `config APP KEY`: the value as it is, and a newline; only the newline where there is
/// none.
[[nodiscard]] Output show_config_value(const store::Contents& contents,
                                       const std::string& application,
                                       const std::string& key);

} // namespace orrery::render
