#pragma once

#include <variant>

namespace orrery::store {

/// A variant whose copies, moves, end and comparison are compiled in one file instead of in each
/// that holds one: that file includes compiled_once_here.hpp and says `template struct
/// CompiledOnce<...>`.
template <class Alternatives>
struct CompiledOnce : Alternatives {
  using Variant = Alternatives;
  using Alternatives::Alternatives;
  CompiledOnce(const CompiledOnce& other);
  CompiledOnce(CompiledOnce&& other) noexcept;
  CompiledOnce& operator=(const CompiledOnce& other);
  CompiledOnce& operator=(CompiledOnce&& other) noexcept;
  ~CompiledOnce();
  bool operator==(const CompiledOnce& other) const;
};

} // namespace orrery::store
