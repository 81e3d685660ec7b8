#pragma once

#include "store/fields.hpp"
#include "store/varint.hpp"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Visitors for fields(): count the bytes, write them, read them back. The grammar is at the head
/// of codec.cpp.
namespace orrery::store::wire {

template <typename T>
concept Enumerator = std::is_enum_v<T>;
template <typename T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
concept Part = std::is_class_v<T>; ///< A struct with fields(); strings and containers have
                                   ///< overloads of their own.

/// The last enumerator: what lies above it was never written by us.
template <Enumerator E>
inline constexpr E last_of = E{};
template <>
inline constexpr Life last_of<Life> = Life::Dead;
template <>
inline constexpr HostedState last_of<HostedState> = HostedState::Dying;
template <>
inline constexpr Role last_of<Role> = Role::Peer;
template <>
inline constexpr ScopeKind last_of<ScopeKind> = ScopeKind::Container;
template <>
inline constexpr Resolved last_of<Resolved> = Resolved::NoRetry;
template <>
inline constexpr Access last_of<Access> = Access::Superuser;
template <>
inline constexpr RelationStatus last_of<RelationStatus> = RelationStatus::Joined;
template <>
inline constexpr EntityKind last_of<EntityKind> = EntityKind::Relation;
template <>
inline constexpr OptionType last_of<OptionType> = OptionType::Secret;
template <>
inline constexpr SecretHookKind last_of<SecretHookKind> = SecretHookKind::Remove;
template <>
inline constexpr TaskStatus last_of<TaskStatus> = TaskStatus::Error;

/// Signed numbers so that small ones of both signs are short; unsigned ones unchanged.
template <Integer N>
[[nodiscard]] constexpr std::uint64_t to_wire(N number) {
  if constexpr (std::is_unsigned_v<N>)
    return number;
  else
    return (static_cast<std::uint64_t>(number) << 1)
           ^ static_cast<std::uint64_t>(number < 0 ? -1 : 0);
}

/// Calls `put` for every part of a record: the one walk that counting and writing share.
template <typename Put>
class Walker {
public:
  explicit Walker(Put& put) : put_(put) {}

  void operator()(const char*, const auto& value) { walk(value); }

private:
  void walk(bool value) { put_.byte(value ? 1 : 0); }
  void walk(Enumerator auto value) { put_.byte(static_cast<std::uint8_t>(value)); }
  void walk(Integer auto value) { put_.varint(to_wire(value)); }

  void walk(const std::string& text) {
    put_.varint(text.size());
    put_.bytes(text);
  }

  void walk(const RareText& text) { walk(text.text()); }

  template <typename T>
  void walk(const std::vector<T>& list) {
    put_.varint(list.size());
    for (const T& item : list)
      walk(item);
  }

  template <typename T>
  void walk(const std::map<std::string, T>& map) {
    put_.varint(map.size());
    for (const auto& [name, value] : map) {
      walk(name);
      walk(value);
    }
  }

  template <Part T>
  void walk(const T& part) {
    fields(part, *this);
  }

  Put& put_;
};

/// Counts what Filler will write.
class Counter {
public:
  void byte(std::uint8_t) { ++size_; }
  void bytes(std::string_view text) { size_ += text.size(); }
  void varint(std::uint64_t number) {
    put_varint(number, [this](std::uint8_t) { ++size_; });
  }
  [[nodiscard]] std::size_t size() const { return size_; }

private:
  std::size_t size_ = 0;
};

/// Writes into memory that is known to be large enough.
class Filler {
public:
  explicit Filler(char* to) : to_(to) {}
  void byte(std::uint8_t value) { *to_++ = static_cast<char>(value); }
  void bytes(std::string_view text) {
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  void varint(std::uint64_t number) {
    put_varint(number, [this](std::uint8_t value) { byte(value); });
  }
  [[nodiscard]] const char* end() const { return to_; }

private:
  char* to_;
};

/// Reads fields from bytes nobody vouches for, whatever they held. After the first fault it reads
/// nothing more.
class Reader {
public:
  /// @param layout of the record whose fields these are.
  Reader(std::string_view bytes, std::uint8_t layout) : left_(bytes), layout_(layout) {}

  void operator()(const char* name, auto& value) {
    if (failed())
      return;
    read(value);
    if (failed())
      field_ = field_.empty() ? name : std::string(name) + "." + field_;
  }

  [[nodiscard]] std::uint8_t layout() const { return layout_; }
  [[nodiscard]] bool failed() const { return !fault_.empty(); }
  [[nodiscard]] std::size_t left() const { return left_.size(); }
  /// Where it failed, from the outside in: `turn.since`.
  [[nodiscard]] const std::string& field() const { return field_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

private:
  std::uint8_t byte() {
    if (left_.empty()) {
      fail("ends too early");
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  /// Most numbers take one byte.
  std::uint64_t varint() {
    if (left_.empty() || static_cast<std::uint8_t>(left_.front()) >= 0x80)
      return long_varint();
    return byte();
  }
  std::uint64_t long_varint();
  /// A length or a count: never more than the bytes that are left, for each item takes at least
  /// one.
  std::size_t length(const char* of) {
    const std::uint64_t number = varint();
    return number <= left_.size() ? static_cast<std::size_t>(number) : too_long(number, of);
  }
  std::size_t too_long(std::uint64_t number, const char* of);
  void fail(std::string fault);

  void read(bool& value);
  void read(std::string& text) {
    const std::size_t size = length("bytes");
    const std::string_view read = left_.substr(0, size);
    left_.remove_prefix(size);
    if (text != read) // most are empty, or what the record before this one had
      text = read;
  }

  void read(RareText& rare) {
    std::string text;
    read(text);
    rare = std::move(text);
  }

  template <Enumerator E>
  void read(E& value) {
    const std::uint8_t number = byte();
    if (number > static_cast<std::uint8_t>(last_of<E>))
      return fail("unknown enumerator " + std::to_string(number));
    value = static_cast<E>(number);
  }

  template <Integer N>
  void read(N& value) {
    const std::uint64_t number = varint();
    if constexpr (std::is_signed_v<N>) {
      static_assert(sizeof(N) == sizeof(std::int64_t));
      value = static_cast<N>((number >> 1) ^ (~(number & 1) + 1));
    } else {
      if (number > std::numeric_limits<N>::max())
        return fail("number " + std::to_string(number) + " is too large");
      value = static_cast<N>(number);
    }
  }

  template <typename T>
  void read(std::vector<T>& list) {
    // No reserve: a damaged count must not cost memory before its items are seen.
    list.clear();
    for (std::size_t count = length("items"); count > 0 && !failed(); --count)
      read(list.emplace_back());
  }

  template <typename T>
  void read(std::map<std::string, T>& map) {
    map.clear();
    for (std::size_t count = length("entries"); count > 0 && !failed(); --count) {
      std::string name;
      read(name);
      if (failed())
        return;
      if (!map.empty() && name <= map.rbegin()->first)
        return fail("entries are not in order");
      read(map.emplace_hint(map.end(), std::move(name), T{})->second);
    }
  }

  template <Part T>
  void read(T& part) {
    fields(part, *this);
  }

  std::string_view left_;
  std::uint8_t layout_;
  std::string field_;
  std::string fault_;
};

} // namespace orrery::store::wire
