#include "config/charm_hash.hpp"

namespace orrery::config {

namespace {

constexpr std::size_t hash_digits = 40; ///< Earlier programs' names have 32.

std::string head_of(char kind, std::uint64_t size) {
  return kind + std::to_string(size) + ":";
}

std::string digest_of(char kind, std::string_view bytes) {
  Sha256 sum;
  sum.add(head_of(kind, bytes.size()));
  sum.add(bytes);
  return sum.finish();
}

} // namespace

void CharmHash::add_directory(const std::filesystem::path& path) {
  entries_[path.string()] = digest_of('d', {});
}

void CharmHash::add_link(const std::filesystem::path& path, const std::string& target) {
  entries_[path.string()] = digest_of('l', target);
}

void CharmHash::begin_file(const std::filesystem::path& path, bool executable, std::uint64_t size) {
  path_ = path.string();
  file_ = Sha256();
  file_.add(head_of(executable ? 'x' : 'f', size));
}

void CharmHash::end_file() {
  entries_[path_] = file_.finish();
}

std::string CharmHash::finish() const {
  Sha256 sum;
  for (const auto& [path, digest] : entries_) {
    sum.add(std::to_string(path.size()) + ":");
    sum.add(path);
    sum.add(digest);
  }
  return sum.finish().substr(0, hash_digits);
}

std::string kept_charm_name(const std::string& charm, const std::string& hash) {
  return charm + "-" + hash;
}

std::optional<std::string> hash_of_kept_charm(const std::string& name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos || name.size() - dash - 1 != hash_digits
      || name.find_first_not_of("0123456789abcdef", dash + 1) != std::string::npos)
    return std::nullopt;
  return name.substr(dash + 1);
}

} // namespace orrery::config
