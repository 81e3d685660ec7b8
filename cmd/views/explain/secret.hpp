#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/time_format.hpp"
#include "store/contents.hpp"

#include <functional>
#include <string>
#include <vector>

/// A secret as people ask for it: what holds it, who may read it, what is due, which hooks of it
/// have not run, and why. Nothing of a content.
namespace orrery::explain {

/// Each line a sentence without its end; what is from charms is escaped.
struct SecretExplanation {
  std::string title;
  std::vector<std::string> kept;      ///< What holds the secret, and what removes it.
  std::vector<std::string> may_read;  ///< By the owner, and by grants (SE11, SE32).
  std::vector<std::string> readers;   ///< Units with the revision that each reads (SE21).
  std::vector<std::string> revisions; ///< With what holds each (SE38).
  std::vector<std::string> due;       ///< Hooks that nobody has been asked for yet (SE46, SE50).
  std::vector<std::string> hooks;     ///< Hooks that have not run, and why.
};

/// Where the explanation is told.
struct SecretPlace {
  render::TimeFormat time;
  std::size_t lines_max = 20; ///< Of each list; the rest is counted.
  /// Whether a unit's charm has a hook of that name.
  std::function<bool(const store::Unit& unit, const std::string& hook)> has_hook;
};

/// @returns units that are asked for a hook of the secret, by name, and the owner's leader
[[nodiscard]] std::vector<std::string> asked_units(const store::Contents& contents,
                                                   const store::Secret& secret);
/// @param contents with the secret's readers, grants and hooks, relations, the owner's application,
/// and the units that are asked, with their statuses.
[[nodiscard]] SecretExplanation explain_secret(const store::Contents& contents,
                                               const store::Secret& secret,
                                               const SecretPlace& place);
[[nodiscard]] std::string to_text(const SecretExplanation& explanation);
[[nodiscard]] render::Document to_document(const SecretExplanation& explanation);

} // namespace orrery::explain
