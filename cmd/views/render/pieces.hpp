#pragma once

#include "store/give_way.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace orrery::render {

/// Text that goes out piece by piece while it is made: of a long one only some KiB are in memory.
class Pieces {
public:
  using Take = std::function<void(std::string_view)>;
  explicit Pieces(Take take) : take_(std::move(take)) {}

  /// Returns what has not gone out yet, to append to.
  [[nodiscard]] std::string& text() { return text_; }
  /// Says that the text may be cut here: between two values or lines, never within a character.
  void cut() {
    if (text_.size() >= size)
      end();
    store::give_way();
  }
  /// Lets out the rest.
  void end() {
    if (!text_.empty())
      take_(text_);
    text_.clear();
  }

private:
  static constexpr std::size_t size = 1 << 15;

  Take take_;
  std::string text_;
};

} // namespace orrery::render
