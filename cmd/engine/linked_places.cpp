#include "cmd/engine/linked_places.hpp"

#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using Refused = tl::expected<void, std::string>;

Refused refuse_link(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error)))
    return {};
  return tl::unexpected(path.string() + " is a link to " + fs::read_symlink(path, error).string()
                        + ": what is removed below it would stay there with all its keys. Nothing "
                          "was changed: put what it leads to in its place, or mount that there "
                          "(mount --bind)");
}

Refused refuse_links_below(const fs::path& directory) {
  std::error_code error; // not there: none
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    if (auto plain = refuse_link(entry->path()); !plain)
      return plain;
  return {};
}

} // namespace

Refused refuse_links(const fs::path& data) {
  for (const char* name : {"models", "restore", "replaced", "trash"})
    if (auto plain = refuse_link(data / name); !plain)
      return plain;
  if (auto plain = refuse_links_below(data / "models"); !plain)
    return plain;
  std::error_code error;
  for (fs::directory_iterator model(data / "models", error), end; !error && model != end;
       model.increment(error))
    if (auto plain = refuse_links_below(model->path()); !plain)
      return plain;
  return {};
}

} // namespace orrery::cmd
