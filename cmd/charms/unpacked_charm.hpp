#pragma once

#include "cmd/charms/charm_tree.hpp"
#include "cmd/unpack/members.hpp"
#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace orrery::cmd {

/// Writes what an archive holds into an empty directory, and judges it: nothing that is handed over
/// is trusted. Links are made last, so that nothing is written through one.
class UnpackedCharm final : public unpack::Members {
public:
  /// @param archive how errors name it  @param size its bytes
  UnpackedCharm(std::filesystem::path archive,
                std::filesystem::path into,
                const CharmLimits& limits,
                std::uint64_t size);

  bool directory(const std::string& name) override;
  bool link(const std::string& name, const std::string& target) override;
  bool file(const std::string& name, bool is_executable) override;
  bool content(std::string_view piece) override;

  /// Makes the links, where each leads is judged with the rest of the charm.
  /// @returns what was wrong, with the archive and the member, if anything was
  [[nodiscard]] tl::expected<void, std::string> finish();

private:
  /// Counts a member, and makes the directories above it. @returns whether it may be
  bool admit(const std::string& name, bool is_directory);
  [[nodiscard]] std::string trouble_with(const std::string& name) const;
  bool refuse(const std::string& text);
  bool wrong(const std::string& name, const std::string& what);
  bool unwritten(const std::string& name, int error);
  [[nodiscard]] std::filesystem::path place(const std::string& name) const;

  const std::filesystem::path archive_;
  const std::filesystem::path into_;
  const CharmLimits limits_;
  const std::uint64_t bytes_max_;
  std::map<std::string, std::string> links_; ///< Their targets. At most `limits_.entries`.
  std::string name_;                         ///< Of the file that is written.
  config::Descriptor file_;
  std::uint64_t bytes_ = 0;
  std::size_t count_ = 0;
  std::string why_; ///< What is wrong.
};

} // namespace orrery::cmd
