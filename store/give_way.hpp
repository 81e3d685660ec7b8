#pragma once

namespace orrery::store {

/// For each step of long work that others must not wait for, such as showing a whole model: now and
/// then the thread leaves its processor to one that waits for it, which otherwise waits until the
/// kernel ends the turn, 3 ms and more. Costs some nanoseconds a step, and under a microsecond in
/// turn where nobody waits. For any thread.
void give_way();

} // namespace orrery::store
