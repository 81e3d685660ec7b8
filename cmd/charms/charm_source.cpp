#include "cmd/charms/charm_source.hpp"

#include <utility>

namespace orrery::cmd {

tl::expected<CharmSource, std::string> CharmSource::open(const std::filesystem::path& data,
                                                         const std::filesystem::path& given) {
  auto files = CharmFiles::open(given, [&data] { return begin_draft(data); });
  if (!files)
    return tl::unexpected(files.error());
  CharmSource source(std::move(*files));
  auto charm = config::load_charm(source.directory());
  if (!charm)
    return tl::unexpected(source.in_users_words(charm.error().text()));
  for (std::string& warning : charm->warnings)
    warning = source.in_users_words(std::move(warning));
  source.charm_ = std::move(*charm);
  return source;
}

} // namespace orrery::cmd
