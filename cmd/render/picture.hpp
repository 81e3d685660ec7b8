#pragma once

#include "cmd/render/index.hpp"
#include "cmd/render/unit_state.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// What `status` shows, worked out once; the formats only lay it out.
namespace orrery::render {

struct UnitPicture {
  const store::Unit* unit = nullptr;
  UnitState state;
  bool leader = false;
  std::string address;                         ///< Of its machine, empty while there is none.
  const store::UnitStatus* reported = nullptr; ///< For its ports.
  std::string waiting_on;                      ///< reason(), empty for an Alive one.
  std::vector<UnitPicture> subordinates;
};

struct ApplicationPicture {
  const store::Application* application = nullptr;
  const store::Charm* charm = nullptr; ///< Nothing if its record is missing.
  store::Status status; ///< Set by its leader, else the most severe of its units that are shown.
  std::string version;
  std::uint32_t ready = 0;  ///< Units that are shown whose agent is idle or executing.
  std::uint32_t wanted = 0; ///< Its units that are shown, also below a principal.
  std::vector<std::string> subordinate_to; ///< Principal applications.
  std::vector<UnitPicture> units;          ///< Those not shown below a principal.
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

/// Everything that is shown, in the order in which it is shown.
struct Picture {
  const store::Model* model = nullptr;
  std::vector<ApplicationPicture> applications;
  std::vector<MachinePicture> machines;
  std::vector<RelationPicture> relations;
  [[nodiscard]] bool empty() const { return applications.empty() && machines.empty(); }
};

/// Draws the whole model.
[[nodiscard]] Picture draw(const Index& index, const TimeFormat& time);
/// Sets what applications say of their units, from those that are in the picture.
void count_units(Picture& picture);
/// Draws one unit with its subordinates.
[[nodiscard]] UnitPicture
draw_unit(const Index& index, const store::Unit& unit, const TimeFormat& time);
/// Draws one machine.
[[nodiscard]] MachinePicture draw_machine(const Index& index, const store::Machine& machine);
/// An entity's own message together with what it waits on, for formats that have one message only.
[[nodiscard]] std::string
told(const std::string& message, store::Life life, const std::string& waiting_on);

} // namespace orrery::render
