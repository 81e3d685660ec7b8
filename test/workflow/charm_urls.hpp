#pragma once

/// Charms of one name, each newer than the one before.
namespace orrery::agents {

inline constexpr const char* first = "local:web-1";
inline constexpr const char* second = "local:web-2";
inline constexpr const char* third = "local:web-3";

} // namespace orrery::agents
