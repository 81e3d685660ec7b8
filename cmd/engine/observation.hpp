#pragma once

#include "actors/providers/provider.hpp"
#include "cmd/engine/stores.hpp"
#include "cmd/views/check/observed.hpp"
#include "config/settings.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::cmd {

/// Looks once at both stores, at /proc and at the provider's machines. Stops nobody, so the four
/// are not from exactly the same instant.
/// @returns an error that names what cannot be read. Leaves `quiet` alone.
[[nodiscard]] tl::expected<check::Observed, std::string>
observe_all(const Stores& stores, providers::Provider& provider, const config::Settings& settings);

/// Looks at the model's store alone, its history included.
[[nodiscard]] tl::expected<check::Observed, std::string>
observe_records(const Stores& stores, const config::Settings& settings);

} // namespace orrery::cmd
