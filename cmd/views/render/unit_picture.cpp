#include "cmd/views/render/unit_picture.hpp"

#include "cmd/views/render/reason.hpp"

namespace orrery::render {

UnitPicture draw_unit(const Index& index,
                      const store::Unit& unit,
                      const store::UnitStatus* reported,
                      const TimeFormat& time) {
  UnitPicture picture{&unit, unit_state(index, unit, reported, time), reported, false, {}, {}, {}};
  const store::Application* application = index.application_of(unit);
  picture.leader = application != nullptr && application->leader == unit.name;
  if (const store::Machine* machine = index.machine_of(unit))
    picture.address = machine->address;
  picture.waiting_on = unit_reason(index, unit);
  return picture;
}

} // namespace orrery::render
