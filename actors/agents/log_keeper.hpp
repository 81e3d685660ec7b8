#pragma once

#include "actors/hooks/removed_logs.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

namespace orrery::agents {

/// A unit is gone for good; names its log's file.
struct LogRemains {
  std::string log;
};

/// Has the logs of removed units kept for a while, and taken away then. A file system may take its
/// time for that, which no worker has: spawned detached, on a thread of its own.
class LogKeeper final : public runtime::CountedActor {
public:
  /// Parameters as those of RemovedLogs.
  LogKeeper(caf::actor_config& config,
            runtime::UnderWay& activity,
            std::filesystem::path directory,
            std::size_t kept,
            hooks::RemovedLogs::TakeAway take_away)
    : CountedActor(config, activity), logs_(std::move(directory), kept, std::move(take_away)) {
    stop_process_on_exception("the log keeper");
  }

private:
  caf::behavior make_behavior() override { return {on(&LogKeeper::keep)}; }
  void keep(const LogRemains& news) { logs_.add(news.log); }

  hooks::RemovedLogs logs_;
};

} // namespace orrery::agents

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::LogRemains)
