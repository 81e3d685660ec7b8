#pragma once

#include "store/codec.hpp"
#include "store/database.hpp"

/// Decoding into a record that is there: reading a whole model copies none.
namespace orrery::store {

/// As decode() in codec.hpp, whatever the record held. After an error it may hold anything.
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Record& record);
/// The same where it is known of which kind it is. To read into one and the same record over and
/// over saves what its texts have allocated.
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Unit& record);
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, UnitStatus& record);
/// Turns the error of a record into one of its store.
[[nodiscard]] StoreError undecodable(const DecodeError& error);

/// Of bytes that this program has encoded, or decoded before. Throws std::logic_error where it
/// cannot.
void decode_own(std::string_view bytes, Unit& record);
void decode_own(std::string_view bytes, UnitStatus& record);
void decode_own(std::string_view bytes, Bag& record);

} // namespace orrery::store
