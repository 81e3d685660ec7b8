#pragma once

#include "cmd/views/render/unit_picture.hpp"
#include "store/packed_units.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace orrery::render {

/// The units of a model as they are shown: subordinates below their principals, each drawn when
/// somebody looks at it. Used by one thread.
class Roll {
public:
  /// Keeps references to the units and the index, which must outlive it.
  Roll(const store::PackedUnits& units, const Index& index, const TimeFormat& time);

  using Visit = std::function<void(const UnitPicture&)>;
  /// Visits units of an application that are not shown below a principal, in natural order, each
  /// with its subordinates. A picture lasts until the visit is over.
  void each_of(std::string_view application, const Visit& visit) const;

  /// Parts that go on to be shown of a unit and its subordinates.
  struct Kept {
    bool unit = true;
    std::vector<bool> subordinates; ///< In the order of its picture.
  };
  /// Hides what is not kept of an application's.
  void keep(std::string_view application, const std::function<Kept(const UnitPicture&)>& choose);

private:
  using Places = std::vector<std::size_t>;
  struct Below {
    std::size_t principal, subordinate; ///< Places.
  };
  void put_below_principals();
  void find_shown_below(std::size_t principal, Places& places) const;
  template <class Each>
  void each_place(std::string_view application, Each each) const;

  const store::PackedUnits& units_;
  const Index& index_;
  TimeFormat time_;
  std::vector<Below> below_;   ///< By principal, then in natural order.
  std::vector<bool> is_below_; ///< By place; empty where nobody is.
  std::vector<bool> hidden_;   ///< By place; empty where nobody is.
};

} // namespace orrery::render
