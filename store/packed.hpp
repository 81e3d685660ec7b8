#pragma once

#include "store/records.hpp"

#include <vector>

namespace orrery::store {

/// A record in its bytes, of the newest layout (codec.cpp): a fraction of its memory, for what many
/// have and few ask for. For UnitStatus and Bag.
template <class R>
class Packed {
public:
  /// Holds R{}.
  Packed() = default;
  Packed(const R& record); // NOLINT(google-explicit-constructor): the same, smaller
  [[nodiscard]] R unpack() const;

private:
  std::vector<char> bytes_;
};

extern template class Packed<UnitStatus>;
extern template class Packed<Bag>;

} // namespace orrery::store
