#pragma once

#include "cmd/views/render/show.hpp"
#include "cmd/views/render/time_format.hpp"
#include "store/records.hpp"

#include <string>
#include <vector>

namespace orrery::render {

/// `alive`, `dying`, `dead` or `removed`: what a step led to.
[[nodiscard]] std::string_view stage_of(const store::LifeStep& step);
/// The steps of an entity's life as a table, oldest first: what it became, when, by which command
/// and transaction.
[[nodiscard]] std::string history_table(const std::vector<store::LifeStep>& steps,
                                        const TimeFormat& time);
/// Writes the history for programs; times in Unix milliseconds.
[[nodiscard]] std::string history_document(const std::vector<store::LifeStep>& steps,
                                           DataFormat format);

} // namespace orrery::render
