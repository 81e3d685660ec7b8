#include "cmd/engine/own_log.hpp"

#include "actors/hooks/unit_log.hpp"
#include "actors/runtime/log.hpp"

#include <memory>
#include <string>

namespace orrery::cmd {

void keep_own_log(const config::Settings& settings) {
  const auto file = std::make_shared<hooks::UnitLog>(
    settings.data_directory / "logs" / "orrery.log", settings.unit_log_limit);
  if (const std::string why = file->open(); !why.empty())
    runtime::log("engine")->warn("the orchestrator's own log cannot be kept in a file{}",
                                 runtime::field("why", why));
  runtime::copy_log_to([file](std::string_view line) { file->append(line); });
}

} // namespace orrery::cmd
