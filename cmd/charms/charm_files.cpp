#include "cmd/charms/charm_files.hpp"

#include "cmd/charms/charm_archive.hpp"

#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace fs = std::filesystem;

bool is_charm_archive(const fs::path& path) {
  std::error_code error;
  return path.extension() == ".charm" && fs::is_regular_file(path, error);
}

CharmFiles::CharmFiles(fs::path given, std::optional<Draft> draft)
  : given_(std::move(given)), draft_(std::move(draft)),
    directory_(draft_ ? draft_->path() : given_) {}

std::string CharmFiles::in_users_words(std::string text) const {
  if (!draft_)
    return text;
  const std::string& draft = directory_.native();
  for (std::size_t at = 0; (at = text.find(draft, at)) != std::string::npos;)
    text.replace(at, draft.size(), given_.native());
  return text;
}

tl::expected<CharmFiles, std::string> CharmFiles::open(const fs::path& given,
                                                       const MakeDraft& make_draft) {
  std::optional<Draft> draft;
  if (is_charm_archive(given)) {
    auto begun = make_draft();
    if (!begun)
      return tl::unexpected(begun.error());
    draft.emplace(std::move(*begun));
    if (auto unpacked = unpack_charm(given, draft->path()); !unpacked)
      return tl::unexpected(unpacked.error());
  }
  return CharmFiles(given, std::move(draft));
}

} // namespace orrery::cmd
