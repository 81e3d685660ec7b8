#include "actors/entities/model_settings.hpp"

#include "config/model_keys.hpp"

#include <utility>

namespace orrery::entities {

std::string ModelSettings::value(std::string_view key) const {
  return config::model_value(set, key);
}

void ModelSettingsBoard::put(const store::ModelConfig& config) {
  auto next = std::make_shared<ModelSettings>();
  next->set = config.values;
  next->log_levels = // what cannot be read was never set: the rule refuses it
    config::parse_log_levels(next->value("logging-config")).value_or(config::LogLevels{});
  retries_hooks_ = config::retries_hooks(config.values);
  const store::Milliseconds interval = config::update_status_interval(config.values).count();
  bool is_new = false;
  {
    const std::lock_guard lock(mutex_);
    now_ = std::move(next);
    is_new = std::exchange(update_status_, interval) != interval;
  }
  if (is_new && interval_listener_)
    interval_listener_(interval);
}

void ModelSettingsBoard::listen_to_interval(IntervalListener listener) {
  interval_listener_ = std::move(listener);
  interval_listener_(update_status_);
}

std::shared_ptr<const ModelSettings> ModelSettingsBoard::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

} // namespace orrery::entities
