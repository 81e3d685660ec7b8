#pragma once

#include "cmd/session/session.hpp"
#include "config/kept_charms.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Most bytes of one resource.
inline constexpr std::uint64_t resource_bytes_max = std::uint64_t{16} << 30U;

/// Files that a user gives a charm, by the resource's name, as they were typed.
using ResourceWords = std::map<std::string, std::string>;

/// Takes `NAME=PATH` apart (RS4). Errors: no such form, a name twice.
[[nodiscard]] tl::expected<ResourceWords, std::string>
read_resource_words(const std::vector<std::string>& words);

/// Resources whose bytes are kept, ready to be given to an application.
struct Uploads {
  std::map<std::string, store::Resource> all; ///< By name; when, is still to be said.
  config::CharmsHold hold{};                  ///< Until a record names them.
};

/// Filenames that a charm declares, by resource.
[[nodiscard]] std::map<std::string, std::string> filenames_of(const auto& resources) {
  std::map<std::string, std::string> names;
  for (const auto& [name, resource] : resources)
    names[name] = resource.filename;
  return names;
}

/// Why the charm cannot be given these files, without reading them (RS2): names that it does not
/// declare, a file that is not there, another extension; empty if it can.
[[nodiscard]] std::string resource_trouble(const Session& session,
                                           const std::map<std::string, std::string>& declared,
                                           const ResourceWords& given);

/// Keeps the bytes of these files among the model's kept charms, under their hash (RS7): written to
/// a draft, counted and hashed, then renamed. What fails, or is cut, leaves nothing but a draft,
/// which goes with the next one.
///
/// Errors: as resource_trouble(); no regular file, more bytes than resource_bytes_max or than the
/// disk has, a file that changes while it is read.
[[nodiscard]] tl::expected<Uploads, std::string> upload_resources(
  Session& session, const std::map<std::string, std::string>& declared, const ResourceWords& given);

} // namespace orrery::cmd
