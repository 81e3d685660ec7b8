#pragma once

#include "actors/entities/token.hpp"

namespace orrery::entities {

/// Sends what is on disk by now, in the journal's name.
/// @param post tells units; null where there are none to tell.
void send_out(std::vector<Delivery> outbox, const caf::actor& journal, Post* post);

} // namespace orrery::entities
