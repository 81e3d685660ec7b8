#pragma once

#include "actors/hooks/removed_logs.hpp"
#include "actors/providers/trash.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace orrery::cmd {

/// The trash of a data directory; what stays in it is told in the log.
[[nodiscard]] std::unique_ptr<providers::Trash>
make_data_trash(const std::filesystem::path& data_directory);
/// Takes logs to the trash; one that stays is told in the log.
/// @param trash outlives what is returned. @param of_model runtime::model_fields() of that model.
[[nodiscard]] hooks::RemovedLogs::TakeAway take_to(providers::Trash& trash, std::string of_model);

} // namespace orrery::cmd
