#pragma once

#include "cmd/charms/draft.hpp"
#include "config/charm.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace orrery::cmd {

/// Whether a file is a charm's archive, by its name: `shop_amd64.charm`.
[[nodiscard]] bool is_charm_archive(const std::filesystem::path& path);

/// A charm as a user gives it, a directory or an archive, and what is declared in it. The content
/// of an archive lies in a draft, which goes with this.
class CharmSource {
public:
  /// @param data the model's directory. Errors name the user's path.
  [[nodiscard]] static tl::expected<CharmSource, std::string>
  open(const std::filesystem::path& data, const std::filesystem::path& given);

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  [[nodiscard]] const config::CharmDeclaration& charm() const { return charm_; }
  /// The text with the user's path where it names the draft.
  [[nodiscard]] std::string in_users_words(std::string text) const;

private:
  CharmSource(std::filesystem::path given, std::optional<Draft> draft);

  std::filesystem::path given_;
  std::optional<Draft> draft_;
  std::filesystem::path directory_;
  config::CharmDeclaration charm_;
};

} // namespace orrery::cmd
