#pragma once

#include "cmd/views/render/roll.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Picture that `status` shows, worked out once; the formats only lay it out. Units are many: each
/// is drawn when it is laid out.
namespace orrery::render {

struct ApplicationPicture {
  const store::Application* application = nullptr;
  const store::Charm* charm = nullptr; ///< Nothing if its record is missing.
  store::Status status;    ///< Set by its leader, else the most severe of its units that are shown.
  std::string version;     ///< Of its leader's workload, else of its first unit that has told one.
  std::uint32_t ready = 0; ///< Units that are shown whose agent is idle or executing.
  std::uint32_t wanted = 0;                ///< Its units that are shown, also below a principal.
  std::vector<std::string> subordinate_to; ///< Principal applications.
  std::string waiting_on;
};

struct MachinePicture {
  const store::Machine* machine = nullptr;
  store::Status instance; ///< `allocating`, `running`, `provisioning error`.
  std::string waiting_on;
};

struct RelationPicture {
  const store::Relation* relation = nullptr;
  std::string provider, requirer; ///< APPLICATION:ENDPOINT, the same for a peer relation.
  std::string type;               ///< `regular`, `peer`, `subordinate`.
  std::string message;            ///< Empty while joined.
};

/// Everything that is shown, in the order in which it is shown. Refers to what it was drawn from.
struct Picture {
  explicit Picture(Roll units) : roll(std::move(units)) {}
  const store::Model* model = nullptr;
  std::vector<ApplicationPicture> applications;
  Roll roll; ///< Their units.
  std::vector<MachinePicture> machines;
  std::vector<RelationPicture> relations;
  [[nodiscard]] bool empty() const { return applications.empty() && machines.empty(); }
};

/// Draws the whole model.
/// @param units all of those that are shown; the contents need them only where something is on its
/// way out
[[nodiscard]] Picture
draw(const Index& index, const store::PackedUnits& units, const TimeFormat& time);
/// Sets what applications say of their units, from those that are in the picture.
void count_units(Picture& picture);
/// Draws one machine.
[[nodiscard]] MachinePicture draw_machine(const Index& index, const store::Machine& machine);
/// An entity's own message together with what it waits on, for formats that have one message only.
[[nodiscard]] std::string
told(const std::string& message, store::Life life, const std::string& waiting_on);

} // namespace orrery::render
