#pragma once

#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// Snapshots that a session has taken of the model, by name; at most 16. Copies share what they
/// hold.
class Snapshots {
public:
  using Saved = std::shared_ptr<const store::Contents>;

  /// Saves under a name, in place of what had it. Errors: no name, or too many.
  [[nodiscard]] tl::expected<void, std::string> save(const std::string& name,
                                                     store::Contents contents);
  /// Errors: there is none, with the nearest name.
  [[nodiscard]] tl::expected<Saved, std::string> find(const std::string& name) const;

private:
  static constexpr std::size_t snapshots_max = 16;
  std::map<std::string, Saved> saved_;
};

} // namespace orrery::cmd::console
