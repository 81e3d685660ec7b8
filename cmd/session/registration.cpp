// The word of a registration, as Juju's clients write and read it (UR6):
//
//     word     = base64, URL-safe, of DER and zeros up to a multiple of three bytes
//     DER      = SEQUENCE { user, SEQUENCE { address* }, secret, controller, proxy }
//     user, address, controller, proxy = PrintableString | UTF8String      proxy is empty
//     secret   = OCTET STRING of 32 bytes
//     each     = tag(1) length bytes
//     length   = below 128: one byte, else 0x81 or 0x82 and so many

#include "cmd/session/registration.hpp"

#include "config/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace orrery::cmd {

namespace {

enum Tag : std::uint8_t {
  OctetString = 0x04,
  Utf8String = 0x0c,
  PrintableString = 0x13,
  Sequence = 0x30,
};

constexpr std::size_t one_byte_max = 127;
constexpr std::uint8_t lengths_of_one_byte = 0x81;
constexpr std::uint8_t lengths_of_two_bytes = 0x82;
constexpr std::size_t word_max = 16'384; ///< More than paths and names take.

bool is_printable_string(std::string_view text) {
  return text.find_first_not_of(
           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '()+,-./:=?")
         == std::string_view::npos;
}

std::string element(Tag tag, std::string_view bytes) {
  std::string encoded(1, static_cast<char>(tag));
  const auto length = bytes.size();
  if (length > 0xff)
    (encoded += static_cast<char>(lengths_of_two_bytes)) += static_cast<char>(length >> 8U);
  else if (length > one_byte_max)
    encoded += static_cast<char>(lengths_of_one_byte);
  encoded += static_cast<char>(length & 0xffU);
  return encoded.append(bytes);
}

std::string text_element(std::string_view text) {
  return element(is_printable_string(text) ? PrintableString : Utf8String, text);
}

/// Takes elements off a text's beginning.
class DerReader {
public:
  explicit DerReader(std::string_view bytes) : left_{bytes} {}

  std::optional<std::string_view> take(std::initializer_list<Tag> tags) {
    if (left_.empty()
        || std::find(tags.begin(), tags.end(), static_cast<std::uint8_t>(left_[0])) == tags.end())
      return std::nullopt;
    left_.remove_prefix(1);
    const auto length = take_length();
    if (!length || *length > left_.size())
      return std::nullopt;
    const auto bytes = left_.substr(0, *length);
    left_.remove_prefix(*length);
    return bytes;
  }
  std::optional<std::string_view> text() { return take({PrintableString, Utf8String}); }
  [[nodiscard]] std::string_view left() const { return left_; }

private:
  std::optional<std::size_t> take_length() {
    const auto first = take_byte();
    if (!first || *first <= one_byte_max)
      return first;
    if (*first != lengths_of_one_byte && *first != lengths_of_two_bytes)
      return std::nullopt;
    std::size_t length = 0;
    for (std::size_t i = lengths_of_one_byte; i <= *first; ++i) {
      const auto byte = take_byte();
      if (!byte)
        return std::nullopt;
      length = length << 8U | *byte;
    }
    return length;
  }
  std::optional<std::size_t> take_byte() {
    if (left_.empty())
      return std::nullopt;
    const auto byte = static_cast<std::uint8_t>(left_[0]);
    left_.remove_prefix(1);
    return byte;
  }

  std::string_view left_;
};

/// @returns nothing for what is no unpadded URL-safe base64 of whole groups
std::optional<std::string> bytes_of_word(std::string_view word) {
  constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  if (word.empty() || word.size() % 4 != 0 || word.size() > word_max)
    return std::nullopt;
  std::string bytes;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto digit = alphabet.find(word[i]);
    if (digit == std::string_view::npos)
      return std::nullopt;
    group = group << 6U | static_cast<std::uint32_t>(digit);
    if (i % 4 != 3)
      continue;
    for (const unsigned shift : {16U, 8U, 0U})
      bytes += static_cast<char>(group >> shift & 0xffU);
    group = 0;
  }
  return bytes;
}

std::optional<std::vector<std::string>> read_addresses(std::string_view bytes) {
  std::vector<std::string> addresses;
  DerReader reader{bytes};
  while (!reader.left().empty()) {
    const auto address = reader.text();
    if (!address)
      return std::nullopt;
    addresses.emplace_back(*address);
  }
  return addresses;
}

} // namespace

std::string encode_registration(const Registration& registration) {
  std::string addresses;
  for (const auto& address : registration.addresses)
    addresses += text_element(address);
  std::string bytes =
    element(Sequence, text_element(registration.user) + element(Sequence, addresses)
                        + element(OctetString, registration.secret)
                        + text_element(registration.controller) + text_element(""));
  bytes.append((3 - bytes.size() % 3) % 3, '\0');
  std::string word = config::base64(bytes);
  std::replace(word.begin(), word.end(), '+', '-');
  std::replace(word.begin(), word.end(), '/', '_');
  return word;
}

std::optional<Registration> decode_registration(std::string_view text) {
  const auto bytes = bytes_of_word(text);
  if (!bytes)
    return std::nullopt;
  DerReader whole{*bytes};
  const auto inner = whole.take({Sequence});
  if (!inner || whole.left().size() > 2
      || whole.left().find_first_not_of('\0') != std::string_view::npos)
    return std::nullopt;
  DerReader reader{*inner};
  const auto user = reader.text();
  const auto list = reader.take({Sequence});
  const auto secret = reader.take({OctetString});
  const auto controller = reader.text();
  const auto proxy = reader.text();
  if (!user || !list || !secret || secret->size() != registration_secret_bytes || !controller
      || !proxy || !reader.left().empty())
    return std::nullopt;
  auto addresses = read_addresses(*list);
  if (!addresses)
    return std::nullopt;
  return Registration{std::string{*user}, std::move(*addresses), std::string{*secret},
                      std::string{*controller}};
}

} // namespace orrery::cmd
