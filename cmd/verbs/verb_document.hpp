#pragma once

#include "cmd/verbs/verb.hpp"
#include "cmd/views/render/document.hpp"

namespace orrery::cmd {

/// All that the table says of a verb, for programs. Flags that every verb takes are not among its
/// own.
[[nodiscard]] render::Document verb_document(const Verb& verb);
/// `flags`, which every verb takes, and `verbs`, the hidden ones included.
[[nodiscard]] render::Document table_document();

} // namespace orrery::cmd
