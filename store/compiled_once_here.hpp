#pragma once

#include "store/compiled_once.hpp"

/// The bodies of CompiledOnce, for the files that compile one.
namespace orrery::store {

template <class Alternatives>
CompiledOnce<Alternatives>::CompiledOnce(const CompiledOnce& other) = default;
template <class Alternatives>
CompiledOnce<Alternatives>::CompiledOnce(CompiledOnce&& other) noexcept = default;
template <class Alternatives>
CompiledOnce<Alternatives>&
CompiledOnce<Alternatives>::operator=(const CompiledOnce& other) = default;
template <class Alternatives>
CompiledOnce<Alternatives>&
CompiledOnce<Alternatives>::operator=(CompiledOnce&& other) noexcept = default;
template <class Alternatives>
CompiledOnce<Alternatives>::~CompiledOnce() = default;

template <class Alternatives>
bool CompiledOnce<Alternatives>::operator==(const CompiledOnce& other) const {
  return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
}

} // namespace orrery::store
