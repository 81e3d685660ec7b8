#pragma once

namespace orrery::simulate {

class World;

/// Says whether a machine is lost and its record does not say so yet: looking at it failed, and is
/// tried again in time.
[[nodiscard]] bool misses_a_loss(const World& world);
/// Has every agent of a unit that is idle end, and begins it again: whoever begins sees what there
/// is. So whoever was not told of something does now what it should have done before. Until all
/// rests again, time stands still.
/// @pre all rests
void wake_everybody(World& world);

} // namespace orrery::simulate
