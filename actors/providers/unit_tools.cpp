#include "actors/providers/unit_tools.hpp"

#include "actors/providers/directories.hpp"

namespace orrery::providers {

using Outcome = tl::expected<void, ProviderError>;

Outcome UnitTools::link(const ProcessProviderOptions& options,
                        const UnitUsers& users,
                        const UnitPlace& unit) {
  if (Outcome made = make(options, users); !made)
    return made;
  return make_link(unit.tools, options.tools_directory.lexically_relative(unit.directory));
}

Outcome UnitTools::make(const ProcessProviderOptions& options, const UnitUsers& users) {
  const std::lock_guard lock(mutex_);
  if (made_)
    return {};
  const std::filesystem::path& tools = options.tools_directory;
  if (Outcome directory = make_directory(tools); !directory)
    return directory;
  if (const Given opened = users.open({tools}); !opened)
    return tl::unexpected(ProviderError{opened.error()});
  for (const std::string& tool : options.tools)
    if (Outcome linked = make_link(tools / tool, options.tool); !linked)
      return linked;
  made_ = true;
  return {};
}

} // namespace orrery::providers
