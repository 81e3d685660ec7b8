#pragma once

#include "cmd/session/session.hpp"

#include <algorithm>
#include <string>

namespace orrery::cmd::console {

/// Keeps the beginning of what a command prints, and passes it on unless it is withheld.
class Recorded final : public Output {
public:
  Recorded(Output& behind, bool withhold) : behind_{behind}, withhold_{withhold} {}
  void out(std::string_view text) override {
    keep(printed_, text);
    if (!withhold_)
      behind_.out(text);
  }
  void err(std::string_view text) override {
    keep(complained_, text);
    if (!withhold_)
      behind_.err(text);
  }
  void progress(std::string_view text) override { behind_.progress(text); }
  [[nodiscard]] bool is_cut() override { return !withhold_ && behind_.is_cut(); }
  [[nodiscard]] bool cancelled() override { return behind_.cancelled(); }
  [[nodiscard]] std::optional<WindowSize> resized() override { return behind_.resized(); }
  [[nodiscard]] const std::string& printed() const { return printed_; }
  [[nodiscard]] const std::string& complained() const { return complained_; }
  [[nodiscard]] bool cut() const { return cut_; } ///< Whether more was printed than is kept.

private:
  static constexpr std::size_t text_max = 1 << 20;
  void keep(std::string& to, std::string_view text) {
    const auto room = text_max - std::min(text_max, to.size());
    cut_ = cut_ || text.size() > room;
    to += text.substr(0, room);
  }

  Output& behind_;
  bool withhold_;
  bool cut_ = false;
  std::string printed_;
  std::string complained_;
};

/// A session prints elsewhere while this lives.
class Diverted {
public:
  Diverted(Session& session, Output& output) : session_{session}, outer_{session.output} {
    session.output = &output;
  }
  Diverted(const Diverted&) = delete;
  Diverted& operator=(const Diverted&) = delete;
  ~Diverted() { session_.output = outer_; }

private:
  Session& session_;
  Output* outer_;
};

} // namespace orrery::cmd::console
