#pragma once

#include "store/codec.hpp"

/// Decoding into a record that is there: reading a whole model copies none.
namespace orrery::store {

/// As decode() in codec.hpp, whatever the record held. After an error it may hold anything.
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Record& record);
/// The same where it is known of which kind it is. @pre the record is a new one
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Unit& record);
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, UnitStatus& record);

} // namespace orrery::store
