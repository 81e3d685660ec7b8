#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

constexpr std::size_t version_limit = 1024;

ToolOutcome application_version_set(Task& task) {
  if (task.flags.positional.empty())
    return misused("no version specified");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const std::string& version = task.flags.positional.front();
  if (version.size() > version_limit)
    return failed("version is longer than 1024 bytes: shorten it");
  return done({SetVersion{version}});
}

} // namespace

Tool application_version_set_tool() {
  return {
    "application-version-set", "VERSION", "Say which version of the application runs.", false, {},
    application_version_set};
}

} // namespace orrery::hooks
