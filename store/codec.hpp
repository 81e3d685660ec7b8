#pragma once

#include "store/records.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

/// Records as bytes. Every value begins with the version of its layout; one that this program does
/// not know is refused.
namespace orrery::store {

struct DecodeError {
  std::string what; ///< The key, the field and what is wrong with it.
};

[[nodiscard]] std::string encode(const Record& record);
/// Encodes without a copy.
[[nodiscard]] std::string encode(const Unit& record);
[[nodiscard]] std::string encode(const UnitStatus& record);
/// @param key decides which kind of record the bytes hold, by its class letter.
[[nodiscard]] tl::expected<Record, DecodeError> decode(std::string_view key,
                                                       std::string_view bytes);

} // namespace orrery::store
