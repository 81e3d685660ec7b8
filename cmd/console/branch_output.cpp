#include "cmd/console/branch_output.hpp"

namespace orrery::cmd::console {

BranchOutput::~BranchOutput() {
  const std::lock_guard lock{gate_.mutex};
  if (!out_line_.empty())
    behind_.out(out_line_ + "\n");
  if (!err_line_.empty())
    behind_.err(err_line_ + "\n");
}

void BranchOutput::add(std::string& line, std::string_view text, Print print) {
  line += text;
  const auto end = line.size() > line_max ? line.size() : line.rfind('\n') + 1;
  if (end == 0)
    return;
  const std::lock_guard lock{gate_.mutex};
  (behind_.*print)(std::string_view{line}.substr(0, end));
  line.erase(0, end);
}

void BranchOutput::out(std::string_view text) {
  add(out_line_, text, &Output::out);
}

void BranchOutput::err(std::string_view text) {
  add(err_line_, text, &Output::err);
}

void BranchOutput::progress(std::string_view text) {
  const std::lock_guard lock{gate_.mutex};
  behind_.progress(text);
}

bool BranchOutput::is_cut() {
  const std::lock_guard lock{gate_.mutex};
  return behind_.is_cut();
}

bool BranchOutput::cancelled() {
  if (gate_.stop)
    return true;
  const std::lock_guard lock{gate_.mutex};
  return behind_.cancelled();
}

} // namespace orrery::cmd::console
