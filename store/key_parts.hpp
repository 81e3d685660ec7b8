#pragma once

#include "store/keys.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

/// The parts of which keys are put together (keys.hpp): numbers of a fixed width, names and owners
/// behind a class letter. For the files that make keys.
namespace orrery::store {

inline constexpr std::size_t id_digits = 10;       // 2^32 has ten
inline constexpr std::size_t sequence_digits = 20; // 2^64 has twenty

template <std::size_t width>
void append_number(Key& key, std::uint64_t number) {
  std::array<char, width> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  assert(error == std::errc{});
  const auto length = static_cast<std::size_t>(end - digits.data());
  key.append(width - length, '0');
  key.append(digits.data(), length);
}

inline void append_id(Key& key, std::uint32_t id) {
  append_number<id_digits>(key, id);
}

/// A unit's number gets ten digits; an application's name, or what is no name at all, stays as it
/// is.
inline void append_owner(Key& key, std::string_view owner) {
  const auto slash = owner.find('/');
  const auto number =
    slash == std::string_view::npos ? std::nullopt : parse_id(owner.substr(slash + 1));
  if (!number) {
    key += owner;
    return;
  }
  key += owner.substr(0, slash + 1);
  append_id(key, *number);
}

[[nodiscard]] inline Key key_with(char letter, std::size_t room) {
  Key key;
  key.reserve(room);
  key += letter;
  return key;
}

[[nodiscard]] inline Key id_key(char letter, std::uint32_t id) {
  Key key = key_with(letter, 1 + id_digits);
  append_id(key, id);
  return key;
}

[[nodiscard]] inline Key name_key(char letter, std::string_view name) {
  Key key = key_with(letter, 1 + name.size());
  key += name;
  return key;
}

[[nodiscard]] inline Key owner_key(char letter, std::string_view owner) {
  Key key = key_with(letter, 1 + owner.size() + id_digits);
  append_owner(key, owner);
  return key;
}

[[nodiscard]] inline Key member_key(char letter, RelationId id, std::string_view owner) {
  Key key = key_with(letter, 2 + owner.size() + 2 * id_digits);
  append_id(key, id);
  key += '/';
  append_owner(key, owner);
  return key;
}

} // namespace orrery::store
