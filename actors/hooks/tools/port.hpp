#pragma once

#include "store/records.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::hooks {

/// `N`, `N/PROTOCOL`, `A-B/PROTOCOL` or `icmp`; the protocol is tcp (where none is said) or udp.
/// @returns a sentence that says what is wrong.
[[nodiscard]] tl::expected<store::Port, std::string> parse_port(const std::string& given);
/// Whether they have a port in common and are not the same range.
[[nodiscard]] bool conflict(const store::Port& left, const store::Port& right);

} // namespace orrery::hooks
