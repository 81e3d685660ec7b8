#pragma once

#include <string>
#include <string_view>

namespace orrery::cmd {

/// Why a verb of Juju's is none here, as a sentence, and what to do instead; empty for a word that
/// is no verb of Juju's either.
[[nodiscard]] std::string jujus_own(std::string_view verb);
/// Whether Juju refuses the verb as misuse but on Kubernetes (CL22).
[[nodiscard]] bool is_of_kubernetes(std::string_view verb);

} // namespace orrery::cmd
