#pragma once

#include "config/log_levels.hpp"
#include "store/records.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace orrery::entities {

/// The model's configuration as it is now, for whoever acts by it: in force with the next thing
/// that is done, without a restart.
struct ModelSettings {
  store::Settings set; ///< As in the record; what is not there has its default.
  config::LogLevels log_levels;
  /// The value of a known key, its default included.
  [[nodiscard]] std::string value(std::string_view key) const;
};

/// Where the model puts them, and others read. Thread-safe.
class ModelSettingsBoard {
public:
  ModelSettingsBoard() { put({}); }
  void put(const store::ModelConfig& config);
  [[nodiscard]] std::shared_ptr<const ModelSettings> now() const;
  /// Is told of the interval of update-status, now and whenever a record has another one than the
  /// record before, in the thread of whoever puts that. One at a time, before others put anything.
  using IntervalListener = std::function<void(store::Milliseconds)>;
  void listen_to_interval(IntervalListener listener);
  /// Whether a failed hook is tried again by itself (automatically-retry-hooks); asked with each
  /// step of an agent.
  [[nodiscard]] bool retries_hooks() const { return retries_hooks_; }

private:
  mutable std::mutex mutex_;
  std::shared_ptr<const ModelSettings> now_;
  std::atomic<bool> retries_hooks_ = true;
  store::Milliseconds update_status_ = 0; ///< Its interval.
  IntervalListener interval_listener_;
};

} // namespace orrery::entities
