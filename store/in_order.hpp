#pragma once

namespace orrery::store {

/// Looks up in a map what mostly comes in the order of its keys: where the last one was, and right
/// behind it; only then everywhere.
template <class Map> // const or not
class InOrder {
public:
  /// The map must outlive it, and lose nothing meanwhile.
  explicit InOrder(Map& map) : map_(map), place_(map.begin()) {}

  /// @returns null where there is none.
  template <class Key>
  [[nodiscard]] auto* find(const Key& key) {
    if (!is_here(key) && !is_next(key))
      place_ = map_.find(key);
    return place_ == map_.end() ? nullptr : &place_->second;
  }

private:
  template <class Key>
  bool is_here(const Key& key) const {
    return place_ != map_.end() && place_->first == key;
  }
  template <class Key>
  bool is_next(const Key& key) {
    if (place_ != map_.end())
      ++place_;
    return is_here(key);
  }

  Map& map_;
  decltype(map_.begin()) place_;
};

} // namespace orrery::store
