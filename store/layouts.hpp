#pragma once

#include "store/records.hpp"

#include <concepts>
#include <type_traits>

/// Which layout of each record this program writes.
namespace orrery::store {

template <typename T, typename Of>
concept Some = std::same_as<std::remove_const_t<T>, Of>;

/// The version of a record's layout that this program writes; it reads all up to it.
template <typename Of>
inline constexpr std::uint8_t newest_layout = 1;
template <>
inline constexpr std::uint8_t newest_layout<Machine> = 3; // keep_data; constraints
template <>
inline constexpr std::uint8_t newest_layout<Model> = 4; // next_named; next_task; next_storage
template <>
inline constexpr std::uint8_t newest_layout<Relation> = 2; // status
template <>
inline constexpr std::uint8_t newest_layout<Bag> = 2; // container
template <>
inline constexpr std::uint8_t newest_layout<Charm> =
  6; // extra bindings; actions; version; source; storage
template <>
inline constexpr std::uint8_t newest_layout<UnitStatus> =
  2; // ports' endpoints; programs that ended
template <>
inline constexpr std::uint8_t newest_layout<Application> =
  5; // trusted; older charms; constraints; storage
template <>
inline constexpr std::uint8_t newest_layout<ModelConfig> = 2; // constraints
template <>
inline constexpr std::uint8_t newest_layout<Unit> = 2; // skipped_upgrade

/// Whether a visitor meets the fields that came with that layout: one that reads an older one does
/// not.
[[nodiscard]] constexpr bool meets(std::uint8_t layout, const auto& visit) {
  if constexpr (requires { visit.layout(); })
    return visit.layout() >= layout;
  else
    return true;
}

} // namespace orrery::store
