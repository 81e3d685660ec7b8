#include "cmd/engine/data_trash.hpp"

#include "actors/runtime/log.hpp"

#include <string>
#include <utility>

namespace orrery::cmd {

std::unique_ptr<providers::Trash> make_data_trash(const std::filesystem::path& data_directory) {
  return std::make_unique<providers::Trash>(data_directory / "trash", [](const std::string& why) {
    runtime::log("provider")
      ->warn("something removed stays in the trash until the next start{}",
             runtime::field("why", why));
  });
}

hooks::RemovedLogs::TakeAway take_to(providers::Trash& trash, std::string of_model) {
  return [&trash, of_model = std::move(of_model)](const std::filesystem::path& log) {
    if (const auto taken = trash.take(log); !taken)
      runtime::log("engine")->warn("a removed unit's log stays{}{}",
                                   runtime::field("why", taken.error()), of_model);
  };
}

} // namespace orrery::cmd
