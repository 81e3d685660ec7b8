#include "cmd/charms/charm_source.hpp"

#include <system_error>
#include <utility>

namespace orrery::cmd {

tl::expected<CharmSource, std::string> CharmSource::open(const std::filesystem::path& data,
                                                         const std::filesystem::path& given) {
  auto files = CharmFiles::open(given, [&data] { return begin_draft(data); });
  if (!files)
    return tl::unexpected(files.error());
  std::error_code error;
  const auto absolute = std::filesystem::absolute(given, error);
  auto place = (error ? given : absolute).lexically_normal();
  if (!place.has_filename()) // it was written with a slash at its end
    place = place.parent_path();
  CharmSource source(std::move(*files), std::move(place));
  auto charm = config::load_charm(source.directory());
  if (!charm)
    return tl::unexpected(source.in_users_words(charm.error().text()));
  for (std::string& warning : charm->warnings)
    warning = source.in_users_words(std::move(warning));
  source.charm_ = std::move(*charm);
  return source;
}

} // namespace orrery::cmd
