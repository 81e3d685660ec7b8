#pragma once

#include "config/open_beneath.hpp"

#include <filesystem>

namespace orrery::config {

/// A directory whose owner may exchange what is in it, and the directory itself, at any time: a
/// unit's copy of its charm, or a charm that a user names. The directory is opened once, and all
/// that is opened through it lies in it. Used by one thread at a time.
class OpenedDirectory {
public:
  /// Opens one by its path, following links: for a path that a user gave.
  [[nodiscard]] static OpenedDirectory named(std::filesystem::path path);
  /// Opens one that must be no link: for a path of ours whose last name a unit's user may exchange.
  [[nodiscard]] static OpenedDirectory no_link(std::filesystem::path path);

  [[nodiscard]] bool is_open() const { return descriptor_.is_open(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Opens what lies in it; links that stay inside are followed.
  /// @param flags as open_beneath() has them.
  /// @returns none, and errno: EXDEV or ELOOP if a link leads out (leads_out()).
  [[nodiscard]] Descriptor open(const std::filesystem::path& inside, int flags) const;
  /// Says whether there is anything by that name, a link that leads nowhere too.
  /// @param name without a directory.
  [[nodiscard]] bool has(const std::filesystem::path& name) const;
  /// Says whether there is something at the end of that path. A link that leads out counts, so that
  /// nobody learns by it what there is elsewhere.
  [[nodiscard]] bool may_have(const std::filesystem::path& inside) const;
  /// Says whether there is a link by that path that leads out of the directory.
  [[nodiscard]] bool leads_out(const std::filesystem::path& inside) const;

private:
  OpenedDirectory(std::filesystem::path path, int flags);

  std::filesystem::path path_;
  Descriptor descriptor_;
  int fault_ = 0; ///< Why it is not open, as errno has it; 0 while it is.
};

/// Says whether an opening failed because a link leads out of the directory, or in a circle.
/// @param number errno of open_beneath().
[[nodiscard]] bool is_link_out(int number);

} // namespace orrery::config
