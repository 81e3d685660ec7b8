#include "cmd/engine/client_store.hpp"

#include "cmd/client/client_files.hpp"
#include "cmd/engine/client_document.hpp"
#include "config/descriptor.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using config::Node;

constexpr std::chrono::seconds lock_patience{5}; // MD26
constexpr const char* lock_file = "orrery.lock"; ///< Stays there; what holds it is the lock on it.

tl::unexpected<std::string>
client_trouble(const std::string& doing, const fs::path& path, int error) {
  return tl::unexpected("cannot " + doing + " " + path.string() + ": "
                        + std::generic_category().message(error)
                        + ": see to that, or set JUJU_DATA to another directory");
}

/// Refuses a directory or file that is another user's: what root writes there its user could not
/// change any more.
tl::expected<void, std::string> expect_own(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0)
    return errno == ENOENT ? tl::expected<void, std::string>{}
                           : client_trouble("read", path, errno);
  if (found.st_uid == ::geteuid())
    return {};
  return tl::unexpected(path.string() + " is user " + std::to_string(found.st_uid)
                        + "'s: nothing was changed; run orrery as that user, or set JUJU_DATA to "
                          "another directory");
}

/// Makes the directory of a client's files, with those above it, if it is not there.
tl::expected<void, std::string> make_client_directory(const fs::path& directory) {
  std::error_code error;
  if (directory.has_parent_path())
    fs::create_directories(directory.parent_path(), error);
  if (error || (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST))
    return client_trouble("make", directory, error ? error.value() : errno);
  return expect_own(directory);
}

tl::expected<config::Descriptor, std::string> take_lock(const fs::path& directory) {
  const auto path = directory / lock_file;
  config::Descriptor file{
    ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)};
  if (!file.is_open())
    return client_trouble("open", path, errno);
  const auto until = std::chrono::steady_clock::now() + lock_patience;
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return client_trouble("lock", path, errno);
    if (std::chrono::steady_clock::now() >= until)
      return tl::unexpected(
        "another client has held " + path.string()
        + " for five seconds: nothing was changed; try again when it has ended");
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return file;
}

/// Replaces a file by a step. One that is a link stays one.
tl::expected<void, std::string> replace_file(const fs::path& named, const std::string& text) {
  std::error_code error;
  const auto resolved = fs::weakly_canonical(named, error);
  const auto& file = error ? named : resolved;
  if (auto own = expect_own(file); !own)
    return own;
  auto draft = file.string() + ".orrery-new"; // one at a time: the lock is held
  ::unlink(draft.c_str());
  const config::Descriptor made{
    ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)};
  if (!made.is_open())
    return client_trouble("write", draft, errno);
  int failed = config::write_all(made.get(), text);
  if (failed == 0 && ::fsync(made.get()) != 0)
    failed = errno;
  if (failed == 0 && ::rename(draft.c_str(), file.c_str()) != 0)
    failed = errno;
  if (failed == 0)
    return {};
  ::unlink(draft.c_str());
  return client_trouble("write", file, failed);
}

/// Changes one file, unless it says so already.
template <class Change>
tl::expected<void, std::string> change_file(const fs::path& file, Change change) {
  auto root = read_client_document(file);
  if (!root)
    return tl::unexpected(root.error());
  const auto before = client_document_text(*root);
  change(*root);
  const auto after = client_document_text(*root);
  return before == after ? tl::expected<void, std::string>{} : replace_file(file, after);
}

std::vector<std::string> texts_of(const Node& mapping, std::string_view key) {
  std::vector<std::string> texts;
  if (const auto* member = mapping.find(key))
    for (const auto& item : member->value.items)
      texts.push_back(item.scalar);
  return texts;
}

void take_models(const Node& of_controller, KnownController& into) {
  into.current_model = text_of(of_controller, "current-model");
  if (const auto* models = find_mapping(of_controller, "models"))
    for (const auto& model : models->members)
      into.models[model.key] = text_of(model.value, "uuid");
}

void write_models(Node& root, const ClientChange& change) {
  Node& own = mapping_in(mapping_in(root, "controllers"), change.controller);
  Node& models = mapping_in(own, "models");
  std::erase_if(models.members,
                [&](const config::Member& member) { return !change.models.contains(member.key); });
  for (const auto& [name, uuid] : change.models) {
    Node& model = mapping_in(models, name);
    set_text(model, "uuid", uuid);
    set_text(model, "type", "iaas");
    set_text(model, "branch", "master");
  }
  if (change.keeps_current)
    return;
  if (change.current_model.empty())
    drop(own, "current-model");
  else
    set_text(own, "current-model", change.current_model);
}

void write_controllers(Node& root, const ClientChange& change) {
  Node& own = mapping_in(mapping_in(root, "controllers"), change.controller);
  set_text(own, "uuid", change.uuid);
  set_list(own, "api-endpoints", change.endpoint);
  if (own.find("ca-cert") == nullptr)
    set_text(own, "ca-cert", "");
  set_text(own, "cloud", "local");
  if (text_of(root, "current-controller").empty())
    set_text(root, "current-controller", change.controller);
}

void write_accounts(Node& root, const ClientChange& change) {
  Node& own = mapping_in(mapping_in(root, "controllers"), change.controller);
  if (change.password) {
    set_text(own, "user", change.user);
    set_text(own, "password", *change.password);
    set_text(own, "last-known-access", change.access);
    return;
  }
  if (text_of(own, "user").empty())
    set_text(own, "user", change.user);
  if (text_of(own, "last-known-access").empty())
    set_text(own, "last-known-access", "superuser");
}

} // namespace

tl::expected<KnownControllers, std::string> read_client_files(const fs::path& directory) {
  const auto controllers = read_client_document(directory / controllers_file);
  if (!controllers)
    return tl::unexpected(controllers.error());
  const auto models = read_client_document(directory / models_file);
  if (!models)
    return tl::unexpected(models.error());
  KnownControllers known;
  known.current = text_of(*controllers, "current-controller");
  if (const auto* all = find_mapping(*controllers, "controllers"))
    for (const auto& member : all->members) {
      auto& one = known.controllers[member.key];
      one.uuid = text_of(member.value, "uuid");
      one.endpoints = texts_of(member.value, "api-endpoints");
    }
  if (const auto* all = find_mapping(*models, "controllers"))
    for (const auto& member : all->members)
      if (const auto found = known.controllers.find(member.key); found != known.controllers.end())
        take_models(member.value, found->second);
  return known;
}

tl::expected<void, std::string> change_client_files(const fs::path& directory,
                                                    const ClientChange& change) {
  if (auto made = make_client_directory(directory); !made)
    return made;
  const auto lock = take_lock(directory);
  if (!lock)
    return tl::unexpected(lock.error());
  // All are read before any is written: one that is damaged leaves the others as they are.
  for (const char* file : {controllers_file, models_file, accounts_file})
    if (const auto read = read_client_document(directory / file); !read)
      return tl::unexpected(read.error());
  using Write = void (*)(Node & root, const ClientChange& change);
  constexpr std::pair<const char*, Write> files[] = {{controllers_file, write_controllers},
                                                     {accounts_file, write_accounts},
                                                     {models_file, write_models}};
  for (const std::pair<const char*, Write>& file : files) {
    const auto write = [&](Node& root) { file.second(root, change); };
    if (auto changed = change_file(directory / file.first, write); !changed)
      return changed;
  }
  return {};
}

tl::expected<void, std::string> forget_account(const fs::path& directory,
                                               const std::string& controller) {
  if (auto made = make_client_directory(directory); !made)
    return made;
  const auto lock = take_lock(directory);
  if (!lock)
    return tl::unexpected(lock.error());
  return change_file(directory / accounts_file,
                     [&](Node& root) { drop(mapping_in(root, "controllers"), controller); });
}

} // namespace orrery::cmd
