#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"
#include "config/data_writer.hpp"

#include <memory>
#include <string>

namespace orrery::render {

using Writer = config::DataWriter;
using config::write;

/// @param text appended to; must outlive the writer
[[nodiscard]] std::unique_ptr<Writer> writer_of(DataFormat format, std::string& text);

} // namespace orrery::render
