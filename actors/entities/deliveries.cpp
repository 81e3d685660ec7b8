#include "actors/entities/deliveries.hpp"

#include <caf/send.hpp>

#include <utility>

namespace orrery::entities {

namespace {

void tell(const Recipient& to, caf::message what, const caf::actor& journal, Post* post) {
  if (to.actor())
    caf::send_as(journal, to.actor(), std::move(what));
  else if (post != nullptr) // those who write notes tell no unit anything
    post->tell(to.unit(), std::move(what));
}

} // namespace

void send_out(std::vector<Delivery> outbox, const caf::actor& journal, Post* post) {
  for (Delivery& delivery : outbox) {
    for (const Recipient& other : delivery.others)
      tell(other, delivery.what, journal, post);
    tell(delivery.to, std::move(delivery.what), journal, post);
  }
}

} // namespace orrery::entities
