#pragma once

#include "actors/providers/listing.hpp"
#include "actors/providers/spot.hpp"
#include "config/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::providers {

/// A way through a tree that others may change meanwhile, with few descriptors however deep the
/// tree is. Stands in one directory at a time, the last of its levels, and enters no other mount.
///
/// A level stays open while those below it are walked, so that it is listed once. Of more levels
/// than may be open the uppermost is closed, and opened again when all below it is done: as each
/// such opening has had as many levels below it as may be open, there are no more of them than
/// directories.
class Descent {
public:
  /// How a level is listed that is opened again.
  enum class Again {
    FromTheBeginning,
    FromWhereItWas, ///< By its position, which a file system takes for any opening of a directory.
  };

  /// @param top the directory that holds the tree. @param where what look_at() says of it.
  Descent(Listing top, const Spot& where, Again again);

  /// Returns how many levels below the top it stands.
  [[nodiscard]] std::size_t depth() const { return levels_.size() - 1; }
  [[nodiscard]] std::uint64_t mount() const { return levels_.front().spot.mount; }
  /// The directory in which it stands.
  [[nodiscard]] Listing& listing() { return levels_.back().listing; }
  [[nodiscard]] int descriptor() const { return levels_.back().listing.descriptor(); }
  [[nodiscard]] int top_descriptor() const { return levels_.front().listing.descriptor(); }
  /// @pre open_above() has succeeded in this directory
  [[nodiscard]] int descriptor_above() const;
  /// The directory's name in the level above; empty at the top.
  [[nodiscard]] const std::string& name() const { return levels_.back().name; }
  /// The names of all levels below the top.
  [[nodiscard]] std::filesystem::path path() const;
  /// How often a directory was opened to be listed.
  [[nodiscard]] std::size_t listings() const { return listings_; }

  /// Opens what has the name in the directory in which it stands, to be looked at and given.
  /// @returns it, or one that is not open, and errno
  [[nodiscard]] config::Descriptor open_place(const std::string& name);
  /// Enters a directory.
  /// @param spot what was there when it was looked at
  /// @returns whether it stands in that one; else errno says why: EBUSY is another by now
  [[nodiscard]] bool enter(const std::string& name, const Spot& spot);
  /// Sees to it that the level above is open.  @pre depth() > 0
  /// @returns whether it is; else errno says why: EBUSY is that this one was moved away
  [[nodiscard]] bool open_above();
  /// Goes up.  @pre depth() > 0
  void leave() { levels_.pop_back(); }

private:
  struct Level {
    Spot spot;
    std::string name;  ///< In the level above it.
    Listing listing;   ///< Not open: to be opened again through the level below it.
    long position = 0; ///< Where its listing is to go on, once it is closed.
  };

  Listing open_listing(int directory, const std::string& name);
  /// @returns whether a level was closed for want of a descriptor: what failed may be tried again
  [[nodiscard]] bool made_room();
  void close_uppermost();

  static constexpr std::size_t most_open = 16; ///< Levels below the top.

  Again again_;
  std::vector<Level> levels_;  ///< The first is the top; that and the last are open.
  std::size_t first_open_ = 1; ///< From here on all levels are open.
  std::size_t listings_ = 0;
};

} // namespace orrery::providers
