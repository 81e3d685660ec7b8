#include "actors/providers/descent.hpp"

#include <fcntl.h>

#include <cerrno>
#include <utility>

namespace orrery::providers {

Descent::Descent(Listing top, const Spot& where, Again again) : again_(again) {
  levels_.push_back({where, {}, std::move(top)});
}

int Descent::descriptor_above() const {
  return levels_.at(levels_.size() - 2).listing.descriptor();
}

std::filesystem::path Descent::path() const {
  std::filesystem::path path;
  for (const Level& level : levels_)
    path /= level.name; // the top has none
  return path;
}

config::Descriptor Descent::open_place(const std::string& name) {
  constexpr int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  config::Descriptor opened(openat(descriptor(), name.c_str(), flags));
  while (!opened.is_open() && made_room())
    opened = config::Descriptor(openat(descriptor(), name.c_str(), flags));
  return opened;
}

bool Descent::enter(const std::string& name, const Spot& spot) {
  Listing below = open_listing(descriptor(), name);
  Spot entered;
  if (!below.is_open() || !look_at(below.descriptor(), {}, entered))
    return false;
  if (entered.mount != mount() || !entered.is_same_file(spot)) {
    errno = EBUSY; // somebody has put another in its place meanwhile
    return false;
  }
  levels_.push_back({entered, name, std::move(below)});
  if (levels_.size() - first_open_ > most_open)
    close_uppermost();
  return true;
}

bool Descent::open_above() {
  Level& above = levels_.at(levels_.size() - 2);
  if (above.listing.is_open())
    return true;
  Listing up = open_listing(descriptor(), "..");
  Spot spot;
  if (!up.is_open() || !look_at(up.descriptor(), {}, spot))
    return false;
  if (!spot.is_same_file(above.spot)) {
    errno = EBUSY; // it was moved away under us
    return false;
  }
  if (again_ == Again::FromWhereItWas)
    up.go_on_from(above.position);
  above.listing = std::move(up);
  first_open_ = levels_.size() - 2;
  return true;
}

/// Opens a directory; where there are no descriptors left, in the place of the uppermost level.
Listing Descent::open_listing(int directory, const std::string& name) {
  ++listings_;
  Listing opened(directory, name);
  while (!opened.is_open() && made_room())
    opened = Listing(directory, name);
  return opened;
}

bool Descent::made_room() {
  const bool can_be = errno == EMFILE && first_open_ + 1 < levels_.size();
  if (can_be)
    close_uppermost();
  return can_be;
}

void Descent::close_uppermost() {
  Level& level = levels_.at(first_open_++);
  level.position = level.listing.position();
  level.listing = Listing();
}

} // namespace orrery::providers
