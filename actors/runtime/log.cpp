#include "actors/runtime/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>

#include <mutex>

namespace orrery::runtime {

std::shared_ptr<spdlog::logger> log(const std::string& component) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::shared_ptr<spdlog::logger> logger = spdlog::get(component);
  if (logger == nullptr) {
    static const auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    logger = std::make_shared<spdlog::logger>(component, sink);
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %n: %v", spdlog::pattern_time_type::utc);
    spdlog::initialize_logger(logger);
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %n: %v", spdlog::pattern_time_type::utc);
  }
  return logger;
}

bool set_log_level(const std::string& level) {
  const spdlog::level::level_enum parsed = spdlog::level::from_str(level);
  const bool known = parsed != spdlog::level::off || level == "off";
  if (known)
    spdlog::set_level(parsed);
  return known;
}

} // namespace orrery::runtime
