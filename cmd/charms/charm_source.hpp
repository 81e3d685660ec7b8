#pragma once

#include "cmd/charms/charm_files.hpp"
#include "config/charm.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <utility>

namespace orrery::cmd {

/// A charm as a user gives it, a directory or an archive, and what is declared in it.
class CharmSource {
public:
  /// @param data the model's directory. Errors name the user's path.
  [[nodiscard]] static tl::expected<CharmSource, std::string>
  open(const std::filesystem::path& data, const std::filesystem::path& given);

  [[nodiscard]] const std::filesystem::path& directory() const { return files_.directory(); }
  [[nodiscard]] const config::CharmDeclaration& charm() const { return charm_; }
  /// Where the user has it: an absolute path.
  [[nodiscard]] const std::filesystem::path& given() const { return given_; }
  /// The text with the user's path where it names the draft.
  [[nodiscard]] std::string in_users_words(std::string text) const {
    return files_.in_users_words(std::move(text));
  }

private:
  CharmSource(CharmFiles files, std::filesystem::path given)
    : files_(std::move(files)), given_(std::move(given)) {}

  CharmFiles files_;
  std::filesystem::path given_;
  config::CharmDeclaration charm_;
};

} // namespace orrery::cmd
