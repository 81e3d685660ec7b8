#pragma once

#include "cmd/charms/draft.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace orrery::cmd {

/// Whether a file is a charm's archive, by its name: `shop_amd64.charm`.
[[nodiscard]] bool is_charm_archive(const std::filesystem::path& path);

/// Makes the empty directory into which an archive is unpacked. Errors are sentences.
using MakeDraft = std::function<tl::expected<Draft, std::string>()>;

/// Where the files of a charm lie that a user gives: in its directory, or, of an archive, in a
/// draft, which goes with this.
class CharmFiles {
public:
  /// Unpacks an archive; nothing is read yet. Errors name the user's path.
  [[nodiscard]] static tl::expected<CharmFiles, std::string>
  open(const std::filesystem::path& given, const MakeDraft& make_draft);

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  /// The text with the user's path where it names the draft.
  [[nodiscard]] std::string in_users_words(std::string text) const;

private:
  CharmFiles(std::filesystem::path given, std::optional<Draft> draft);

  std::filesystem::path given_;
  std::optional<Draft> draft_;
  std::filesystem::path directory_;
};

} // namespace orrery::cmd
