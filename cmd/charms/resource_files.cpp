#include "cmd/charms/resource_files.hpp"

#include "cmd/charms/kept_resource.hpp"

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

namespace orrery::cmd {

namespace {

/// Returns what follows from the last dot of the last name on, as Juju does.
std::string extension_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string() : std::string(name.substr(dot));
}

/// Whether a bundle names the bytes as a model keeps them, `…/resource-HASH/content` (CL12).
bool is_kept_copy(std::string_view path) {
  constexpr std::size_t digits = 96;
  const std::string tail = std::string("/") + store::resource_content;
  if (!path.ends_with(tail))
    return false;
  path.remove_suffix(tail.size());
  const auto name = path.substr(path.rfind('/') + 1);
  const std::string begin = store::kept_resource_name({});
  return name.starts_with(begin) && name.size() == begin.size() + digits
         && name.find_first_not_of("0123456789abcdef", begin.size()) == std::string_view::npos;
}

std::string unrecognized(const std::map<std::string, std::string>& declared,
                         const ResourceWords& given) {
  std::string unknown;
  std::size_t count = 0;
  for (const auto& [name, word] : given)
    if (!declared.contains(name))
      unknown += (count++ > 0 ? ", " : "") + name;
  if (count < 2)
    return count == 0 ? unknown : "unrecognized resource \"" + unknown + "\"";
  return "unrecognized resources: " + unknown;
}

} // namespace

tl::expected<ResourceWords, std::string>
read_resource_words(const std::vector<std::string>& words) {
  ResourceWords given;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
      return tl::unexpected("bad resource arg \"" + word + "\": expected name=path format");
    const auto name = word.substr(0, equals);
    if (!given.emplace(name, word.substr(equals + 1)).second)
      return tl::unexpected("resource \"" + name + "\" is given twice");
  }
  return given;
}

std::string resource_trouble(const Session& session,
                             const std::map<std::string, std::string>& declared,
                             const ResourceWords& given) {
  if (auto unknown = unrecognized(declared, given); !unknown.empty())
    return unknown;
  for (const auto& [name, word] : given) {
    std::error_code error;
    if (!std::filesystem::exists(session.path(word), error))
      return "file for resource \"" + name + "\": stat " + word + ": "
             + (error ? error.message() : "no such file or directory");
    const auto wanted = extension_of(declared.at(name));
    if (extension_of(word) != wanted && !is_kept_copy(word)) // as bundles name it (CL12)
      return "incorrect extension on resource upload \"" + word + "\", expected \"" + wanted + "\"";
  }
  return {};
}

tl::expected<Uploads, std::string>
upload_resources(Session& session,
                 const std::map<std::string, std::string>& declared,
                 const ResourceWords& given) {
  Uploads uploads;
  if (given.empty())
    return uploads;
  if (auto why = resource_trouble(session, declared, given); !why.empty())
    return tl::unexpected(std::move(why));
  const auto& data = session.orchestrator->data_directory();
  uploads.hold = session.orchestrator->hold_charms();
  if (!uploads.hold)
    return tl::unexpected("cannot open " + (data / "charms").string() + ": "
                          + std::generic_category().message(errno));
  for (const auto& [name, word] : given) {
    session.progress("uploading resource " + name);
    auto kept = keep_resource(data, session.path(word), resource_bytes_max);
    if (!kept)
      return tl::unexpected("resource \"" + name + "\": " + kept.error());
    kept->user = session.account;
    uploads.all[name] = std::move(*kept);
  }
  return uploads;
}

} // namespace orrery::cmd
