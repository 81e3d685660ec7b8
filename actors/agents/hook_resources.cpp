#include "actors/agents/hook_run.hpp"
#include "actors/agents/resource_fetch.hpp"

#include <caf/actor_cast.hpp>

/// Brings what resource-get asks for (RS9).
namespace orrery::agents {

namespace {
/// Times that the application may have got other bytes meanwhile, in one call.
constexpr std::uint32_t bringings_max = 3;
} // namespace

void HookRun::bring(const hooks::NeedResource& needed) {
  if (options_.kept.empty())
    return resource_brought(tl::unexpected(std::string("no resources are kept here")));
  brought_ = needed;
  ++bringings_;
  const hooks::UnitResource wanted{options_.kept
                                     / store::kept_resource_name(needed.resource.uploaded.hash)
                                     / store::resource_content,
                                   place_.directory,
                                   needed.name,
                                   needed.resource.filename,
                                   needed.resource.uploaded.hash,
                                   needed.resource.uploaded.size,
                                   place_.user};
  spawn<ResourceFetch, caf::detached>(std::ref(activity()), wanted,
                                      caf::actor_cast<caf::actor>(this));
}

/// Notes that the unit has the resource before its hook is told (RS11).
void HookRun::resource_given(const ResourceGiven& message) {
  const hooks::GivenResource& given = message.given;
  if (given.is_gone && bringings_ < bringings_max) { // replaced meanwhile: what is it now?
    state_.resources.reset();
    answering_ = false;
    return answer_next();
  }
  if (!given.error.empty())
    return resource_brought(tl::unexpected(given.error));
  const protocol::UseResource used{order_.sight.unit, brought_.name, brought_.resource.uploaded};
  ask(used, [this](const protocol::Answer& answer) {
    if (!answer.ok())
      return resource_brought(tl::unexpected(answer.text));
    hooks::UnitResource there;
    there.directory = place_.directory;
    there.name = brought_.name;
    there.filename = brought_.resource.filename;
    resource_brought(hooks::path_of(there).string());
  });
}

void HookRun::resource_brought(tl::expected<std::string, std::string> path) {
  state_.resource_path = std::move(path);
  answering_ = false;
  answer_next();
}

} // namespace orrery::agents
