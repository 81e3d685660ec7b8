#pragma once

#include <concepts>
#include <type_traits>

namespace orrery::store {

/// A record of that type, to be changed or not (fields.hpp).
template <typename T, typename Of>
concept Some = std::same_as<std::remove_const_t<T>, Of>;

} // namespace orrery::store
