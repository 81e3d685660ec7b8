#include "actors/runtime/hold.hpp"

#include <utility>

namespace orrery::runtime {

void Holds::end() {
  ended_ = true;
  while (!all_.empty())
    all_.front()->release();
}

Hold::Hold(Holds& holder) : holder_(holder.ended_ ? nullptr : &holder) {
  if (holder_ == nullptr)
    return;
  place_ = holder_->all_.insert(holder_->all_.end(), this);
  holder_->activity_.add();
}

Hold::Hold(Hold&& other) noexcept : holder_(nullptr) {
  take_over(other);
}

Hold& Hold::operator=(Hold&& other) noexcept {
  if (this != &other) {
    release();
    take_over(other);
  }
  return *this;
}

void Hold::take_over(Hold& other) {
  holder_ = std::exchange(other.holder_, nullptr);
  companion_ = std::move(other.companion_);
  if (holder_ == nullptr)
    return;
  place_ = other.place_;
  *place_ = this;
}

void Hold::keep(std::shared_ptr<void> companion) {
  if (holder_ != nullptr)
    companion_ = std::move(companion);
}

void Hold::release() {
  companion_.reset();
  if (holder_ == nullptr)
    return;
  Holds& holder = *std::exchange(holder_, nullptr);
  holder.all_.erase(place_);
  holder.activity_.remove();
}

} // namespace orrery::runtime
