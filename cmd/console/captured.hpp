#pragma once

#include "cmd/session/session.hpp"

#include <algorithm>
#include <string>

namespace orrery::cmd::console {

/// Keeps the beginning of what goes to standard error; the rest passes through.
class Captured : public Output {
public:
  explicit Captured(Output& behind) : behind_{behind} {}
  void out(std::string_view text) override { behind_.out(text); }
  void err(std::string_view text) override {
    text_ += text.substr(0, text_max - std::min(text_max, text_.size()));
  }
  void progress(std::string_view text) override { behind_.progress(text); }
  [[nodiscard]] bool hand_over(int terminal) override { return behind_.hand_over(terminal); }
  [[nodiscard]] bool is_cut() override { return behind_.is_cut(); }
  [[nodiscard]] bool cancelled() override { return behind_.cancelled(); }
  [[nodiscard]] std::optional<WindowSize> resized() override { return behind_.resized(); }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  static constexpr std::size_t text_max = 1 << 20;
  Output& behind_;
  std::string text_;
};

} // namespace orrery::cmd::console
