#pragma once

#include "cmd/views/explain/explain.hpp"
#include "cmd/views/render/document.hpp"

#include <string>
#include <vector>

/// A storage instance as people ask for it: what holds it, what that waits for, what would move it.
namespace orrery::explain {

/// Each line a sentence without its end; what is from charms is escaped.
struct StorageExplanation {
  std::string title;
  std::vector<std::string> kept;     ///< What holds the instance, and what comes of it then.
  std::vector<std::string> waits;    ///< For what an attachment that begins or ends waits.
  std::vector<std::string> obstacle; ///< What stops its unit; empty if nothing does.
  std::vector<Remedy> remedies;
};

/// @param index of a contents with the instance, its attachment, its unit and the unit's machine,
/// application and relation whose hook has failed.
[[nodiscard]] StorageExplanation
explain_storage(const render::Index& index, const store::Storage& storage, const Options& options);
[[nodiscard]] std::string to_text(const StorageExplanation& explanation);
[[nodiscard]] render::Document to_document(const StorageExplanation& explanation);

} // namespace orrery::explain
