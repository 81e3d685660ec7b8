#pragma once

#include "store/codec.hpp"
#include "store/varint.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

/// Bytes of a value in the agents' store: see unit_notes_codec.cpp for the grammar.
namespace orrery::agents {

inline constexpr std::uint8_t first_layout = 1;

/// Writes one value: its layout, then its fields.
class Encoder {
public:
  explicit Encoder(std::uint8_t layout = first_layout) { byte(layout); }

  Encoder& byte(std::uint8_t value) {
    bytes_.push_back(static_cast<char>(value));
    return *this;
  }
  Encoder& flags(std::initializer_list<bool> values) {
    unsigned bits = 0;
    unsigned place = 0;
    for (const bool value : values)
      bits |= (value ? 1U : 0U) << place++;
    return byte(static_cast<std::uint8_t>(bits));
  }
  Encoder& number(std::uint64_t value) {
    store::put_varint(value, [this](std::uint8_t next) { byte(next); });
    return *this;
  }
  Encoder& text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
    return *this;
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
  std::string bytes_;
};

/// Reads what Encoder wrote. The first thing wrong is kept, everything after it reads as zero.
class Decoder {
public:
  explicit Decoder(std::string_view bytes, std::uint8_t newest = first_layout) : rest_(bytes) {
    layout_ = byte("layout");
    if (wrong_.empty() && (layout_ < first_layout || layout_ > newest))
      fail("layout " + std::to_string(layout_) + " is unknown, this program reads layout "
           + (newest > first_layout ? "1 to " : "") + std::to_string(newest));
  }
  [[nodiscard]] std::uint8_t layout() const { return layout_; }

  std::uint8_t byte(std::string_view field, std::uint8_t most = 255) {
    if (rest_.empty())
      return fail(std::string(field) + " is missing"), std::uint8_t{0};
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    if (value > most)
      return fail(std::string(field) + " is " + std::to_string(value) + ", at most "
                  + std::to_string(most) + " is known"),
             std::uint8_t{0};
    return value;
  }
  std::uint64_t number(std::string_view field,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const store::Varint read = store::take_varint(rest_);
    switch (read.fault) {
    case store::VarintFault::None:
      break;
    case store::VarintFault::Cut:
      fail(std::string(field) + " is missing");
      break;
    case store::VarintFault::TooLong:
      fail(std::string(field) + " is no number");
      break;
    case store::VarintFault::Padded:
      fail(std::string(field) + " is longer than it need be");
      break;
    }
    if (read.number > most)
      return fail(std::string(field) + " is out of range"), 0;
    return read.number;
  }
  std::string text(std::string_view field) {
    const auto length = number(field);
    if (length > rest_.size())
      return fail(std::string(field) + " is cut off"), std::string();
    const auto value = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return std::string(value);
  }
  [[nodiscard]] tl::expected<void, store::DecodeError> end(std::string_view key) {
    if (wrong_.empty() && !rest_.empty())
      fail(std::to_string(rest_.size()) + " bytes follow the last field");
    if (wrong_.empty())
      return {};
    return tl::unexpected(store::DecodeError{std::string(key) + ": " + wrong_});
  }
  void fail(std::string what) {
    if (wrong_.empty())
      wrong_ = std::move(what);
    rest_ = {};
  }

private:
  std::string_view rest_;
  std::uint8_t layout_ = 0;
  std::string wrong_;
};

/// @param place of the flag, from 0
[[nodiscard]] inline bool bit(std::uint8_t flags, unsigned place) {
  return (flags >> place & 1U) != 0;
}

} // namespace orrery::agents
