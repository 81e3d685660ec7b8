#pragma once

#include "cmd/session/models.hpp"
#include "cmd/views/render/document.hpp"

#include <string_view>

namespace orrery::cmd {

/// The status word of a model (MD2).
[[nodiscard]] std::string_view model_status(const ModelFacts& model);

/// Makes what `models` and `show-model` say of a model alike (MD40, MD43).
[[nodiscard]] render::Document model_document(const ModelFacts& model,
                                              const std::string& controller_uuid);

} // namespace orrery::cmd
