#pragma once

#include "cmd/views/render/host.hpp"
#include "cmd/views/render/omitted.hpp"
#include "cmd/views/render/output.hpp"
#include "cmd/views/render/pieces.hpp"
#include "cmd/views/render/time_format.hpp"
#include "store/packed_units.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// The Juju version that scripts take us for.
inline constexpr std::string_view presented_version = "3.6.1";

enum class StatusFormat : std::uint8_t { Tabular, Yaml, Json, Short, Summary, Graph, Machines };

/// @returns nothing for a word that names no format (Graph has none, being a flag, and Machines,
/// being the verb `machines`); `oneline` and `line` are `short`.
[[nodiscard]] std::optional<StatusFormat> parse_status_format(std::string_view word);

struct StatusOptions {
  StatusFormat format = StatusFormat::Tabular;
  bool relations = false; ///< Show them in tabular output too.
  bool storage = false;   ///< Show it in tabular output, too (ST53).
  bool colour = false;    ///< Paint status words, in tabular output only.
  std::vector<std::string> selectors;
  std::string model_name; ///< As a user named the model, for "is empty"; empty: its own (MD49).
  store::Milliseconds now = 0;
  TimeFormat time;
  Host host;
};

/// The verb `status`: passes its text on piece by piece. An empty model, or selectors that hit
/// nothing, are said on `err`, with code 0. Errors (code 1): a selector with characters that no
/// name has.
/// @param contents need their units only where something is on its way out
/// @param omitted what they lack, if they are a part of a model
/// @param units all that may be shown
/// @returns what is not text of the status: `out` is empty
[[nodiscard]] Output status(const store::Contents& contents,
                            const Omitted& omitted,
                            const store::PackedUnits& units,
                            const StatusOptions& options,
                            const Pieces::Take& take);
/// Returns the status all in one.
[[nodiscard]] Output status(const store::Contents& contents,
                            const Omitted& omitted,
                            const store::PackedUnits& units,
                            const StatusOptions& options);
/// Returns the status of a whole model.
[[nodiscard]] Output status(const store::Contents& contents, const StatusOptions& options);

} // namespace orrery::render
