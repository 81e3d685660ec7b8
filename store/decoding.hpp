#pragma once

#include "store/codec.hpp"
#include "store/database.hpp"

/// Decoding into a record that is there: reading a whole model copies none.
namespace orrery::store {

/// Reads a record as decode() in codec.hpp does, whatever it held. After an error it may hold
/// anything.
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Record& record);
/// Reads a record of a kind that is known. To read into one and the same record over and
/// over saves what its texts have allocated.
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, Unit& record);
[[nodiscard]] tl::expected<void, DecodeError>
decode(std::string_view key, std::string_view bytes, UnitStatus& record);
/// Turns the error of a record into one of its store.
[[nodiscard]] StoreError undecodable(const DecodeError& error);

/// Reads bytes that this program has encoded, or decoded before. Throws std::logic_error where it
/// cannot.
void decode_own(std::string_view bytes, Unit& record);
void decode_own(std::string_view bytes, UnitStatus& record);
void decode_own(std::string_view bytes, Bag& record);

} // namespace orrery::store
