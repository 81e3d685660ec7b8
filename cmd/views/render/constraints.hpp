#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/host.hpp"

#include <string>

/// Constraints as people and scripts read them (MD69).
namespace orrery::render {

/// Constraints by their names, of canonical text: numbers, lists and booleans where they are such.
[[nodiscard]] Document constraints_document(const std::string& text);

/// A machine's constraints as status has them: with the host's architecture, as `deploy` gives it
/// to every machine in Juju. Empty where nobody has looked at the host and nobody gave any.
[[nodiscard]] std::string machine_constraints(const std::string& text, const Host& host);

} // namespace orrery::render
