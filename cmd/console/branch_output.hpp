#pragma once

#include "cmd/session/session.hpp"

#include <atomic>
#include <mutex>
#include <string>

namespace orrery::cmd::console {

/// Parts that the branches of one `parallel` share.
struct Gate {
  std::mutex mutex; ///< One branch at a time prints, or asks whether anybody still listens.
  std::atomic<bool> stop{false}; ///< A branch has failed: the others end.
};

/// A branch's output: whole lines, never mixed with those of other branches.
class BranchOutput final : public Output {
public:
  BranchOutput(Output& behind, Gate& gate) : behind_{behind}, gate_{gate} {}
  BranchOutput(const BranchOutput&) = delete;
  BranchOutput& operator=(const BranchOutput&) = delete;
  ~BranchOutput() override; ///< Prints what is left of unfinished lines.
  void out(std::string_view text) override;
  void err(std::string_view text) override;
  void progress(std::string_view text) override;
  [[nodiscard]] bool is_cut() override;
  [[nodiscard]] bool cancelled() override;

private:
  using Print = void (Output::*)(std::string_view);
  void add(std::string& line, std::string_view text, Print print);

  static constexpr std::size_t line_max = 1 << 16; ///< A longer one is printed in parts.
  Output& behind_;
  Gate& gate_;
  std::string out_line_;
  std::string err_line_;
};

} // namespace orrery::cmd::console
