#pragma once

#include "cmd/console/junit.hpp"
#include "cmd/console/record.hpp"
#include "cmd/console/run_options.hpp"
#include "cmd/session/session.hpp"

#include <memory>
#include <mutex>
#include <optional>

namespace orrery::cmd::console {

/// Writes about commands what the options of a run ask for. For any thread of that run.
class Recorder {
public:
  /// Opens the files. Errors name the file.
  [[nodiscard]] static tl::expected<std::shared_ptr<Recorder>, std::string>
  open(const RunOptions& options, const Session& session);

  [[nodiscard]] bool json() const { return json_; }
  /// Takes what became of a command; under --json its object goes to `client`.
  void take(const Record& record, Output& client);
  /// Says what went wrong with the files meanwhile, a sentence; empty if nothing did.
  [[nodiscard]] std::string trouble() const;

private:
  Recorder() = default;

  bool json_ = false;
  mutable std::mutex mutex_; ///< Guards what follows.
  std::uint64_t number_ = 0;
  std::optional<RecordFile> trace_;
  std::optional<Junit> junit_;
};

} // namespace orrery::cmd::console
