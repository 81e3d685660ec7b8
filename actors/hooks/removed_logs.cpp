#include "actors/hooks/removed_logs.hpp"

#include <system_error>
#include <utility>

namespace orrery::hooks {

namespace {

constexpr std::size_t lines_more = 100; ///< Before the file of names is written anew.

/// Nothing but a log's name: what the file says is not trusted with other files.
bool is_log(const std::string& name) {
  return name.starts_with("unit-") && name.ends_with(".log") && name.find('/') == std::string::npos;
}

} // namespace

RemovedLogs::RemovedLogs(std::filesystem::path directory, std::size_t kept, TakeAway take_away)
  : directory_(std::move(directory)), kept_(kept), take_away_(std::move(take_away)) {
  std::ifstream file(directory_ / "removed");
  for (std::string name; std::getline(file, name); ++written_)
    if (is_log(name))
      names_.push_back(std::move(name));
  open();
  trim();
}

void RemovedLogs::open() {
  file_ = std::ofstream(directory_ / "removed", std::ios::app);
}

void RemovedLogs::add(const std::string& log) {
  if (!is_log(log))
    return;
  names_.push_back(log);
  write(log);
  trim();
}

void RemovedLogs::write(const std::string& log) {
  if (!file_) // the disk was full, or there was no directory yet
    open();
  file_ << log << '\n' << std::flush;
  ++written_;
}

void RemovedLogs::trim() {
  for (; names_.size() > kept_; names_.pop_front()) {
    take_away_(directory_ / names_.front());
    // Hardly any log has become so long that it was rotated: a look costs less than taking away
    // what is not there.
    const std::filesystem::path rotated = directory_ / (names_.front() + ".1");
    if (std::error_code ignored; std::filesystem::exists(rotated, ignored))
      take_away_(rotated);
  }
  if (written_ > 2 * kept_ + lines_more)
    rewrite();
}

/// A crash leaves the old file or the new one.
void RemovedLogs::rewrite() {
  {
    std::ofstream file(directory_ / "removed.new", std::ios::trunc);
    for (const std::string& name : names_)
      file << name << '\n';
  }
  std::error_code failed;
  std::filesystem::rename(directory_ / "removed.new", directory_ / "removed", failed);
  if (failed)
    return;
  written_ = names_.size();
  open();
}

} // namespace orrery::hooks
