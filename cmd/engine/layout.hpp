#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The data directory: what belongs to a model lies in DATA/models/UUID, what belongs to the
/// process beside that directory (docs/developers/architecture.md, "On disk"). Earlier programs
/// kept all of it in DATA itself.
namespace orrery::cmd {

/// Where one model's data lies.
struct ModelPlace {
  std::string uuid; ///< The model's, and the directory's name.
  std::filesystem::path directory;
  bool moved = false; ///< It was brought there from the earlier layout just now.
  bool operator==(const ModelPlace&) const = default;
};

/// One step from the earlier layout to today's. Each can be taken again: what is at its end is
/// done.
struct LayoutStep {
  enum class Kind { Move, Make, Link, Note };
  Kind kind = Kind::Move;
  std::filesystem::path from; ///< What is moved; a link's target; a note's text; of Make nothing.
  std::filesystem::path to;
  bool operator==(const LayoutStep&) const = default;
};

/// @returns the steps that bring an earlier DATA into today's layout, in an order in which each
/// beginning of them can be gone on with: the last is the commit. The store goes first, and a file
/// of its name stays, so that an earlier program refuses what lies there from then on.
[[nodiscard]] std::vector<LayoutStep> layout_steps(const std::filesystem::path& data,
                                                   const std::string& uuid);

/// Takes one step, on disk when it returns.  @returns what could not be done, as a sentence.
[[nodiscard]] tl::expected<void, std::string> take_step(const LayoutStep& step);

/// Makes the directory of another model, on disk when it returns.
[[nodiscard]] tl::expected<ModelPlace, std::string>
make_model_place(const std::filesystem::path& data, const std::string& uuid);
/// Notes in models/first which of several models is the process's own, on disk when it returns.
[[nodiscard]] tl::expected<void, std::string> note_first_model(const std::filesystem::path& data,
                                                               const std::string& uuid);

/// Finds out which model of DATA/models is the process's own, and takes what is left of the steps
/// above where an earlier program, or one that was interrupted in them, has left the directory.
///
/// @param uuid_of_earlier reads the model's UUID from the store of the earlier layout; empty: the
/// store has no model yet.
/// @returns where the model lies, its directory made; or what is wrong, with a remedy: several
/// models without a note which is the first, an earlier layout beside today's, what the disk
/// refuses.
[[nodiscard]] tl::expected<ModelPlace, std::string>
settle_layout(const std::filesystem::path& data,
              const std::function<tl::expected<std::string, std::string>()>& uuid_of_earlier);

/// @returns where models of this data directory lie, those whose move was interrupted left out.
[[nodiscard]] std::vector<std::filesystem::path>
model_directories(const std::filesystem::path& data);

/// Takes away the links that the steps have left for programs which an earlier program had begun;
/// none of them runs any more.
void forget_earlier_layout(const std::filesystem::path& data);

} // namespace orrery::cmd
