#include "cmd/engine/restoring.hpp"

#include "cmd/backup/durable.hpp"
#include "cmd/backup/key.hpp"
#include "cmd/backup/make.hpp"
#include "cmd/backup/manifest.hpp"
#include "cmd/backup/restore.hpp"
#include "cmd/client/client.hpp"
#include "cmd/client/terminal_text.hpp"
#include "cmd/engine/stores.hpp"
#include "cmd/engine/surroundings.hpp"
#include "config/settings.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t furthest_jump = 1'000'000;

int refuse_restore(const std::string& text, int code = 1) {
  std::fprintf(stderr, "ERROR %s\n", one_line(plain_text(text)).c_str());
  return code;
}

/// Where `serve` with these flags would keep everything.
tl::expected<fs::path, std::string> named_data_directory(const Arguments& given) {
  config::Settings settings = config::default_settings();
  if (const auto file = given.text("settings")) {
    auto loaded = config::load_settings(*file);
    if (!loaded)
      return tl::unexpected(loaded.error().text());
    settings = *loaded;
  }
  std::error_code error;
  return fs::absolute(given.text("data-directory").value_or(settings.data_directory.string()),
                      error);
}

/// A path, or the name of one of DATA's own.
fs::path named_backup(const std::string& word, const fs::path& data) {
  const fs::path own = backup::own_directory(data) / word;
  std::error_code error;
  return word.find('/') == std::string::npos && backup::is_there(own) ? own
                                                                      : fs::absolute(word, error);
}

tl::expected<void, std::string> refuse_others(const fs::path& data) {
  struct stat found {};
  if (::stat(data.c_str(), &found) == 0 && found.st_uid != ::geteuid())
    return tl::unexpected(data.string() + " belongs to user " + std::to_string(found.st_uid)
                          + ": run this as that user, so that the restored files are that user's "
                            "(setpriv --reuid, runuser)");
  const fs::path socket = data / "orrery.socket";
  if (backup::is_there(socket) && Client::connect(socket))
    return tl::unexpected("an orchestrator answers at " + socket.string()
                          + ": stop it, then restore");
  return {};
}

/// For tests: the environment's ORRERY_RESTORE_KILLED_AT names the step before which this process
/// ends as by kill -9.
void end_where_told(const char* step) {
  const char* const told = std::getenv("ORRERY_RESTORE_KILLED_AT");
  if (told != nullptr && std::string_view(told) == step)
    (void)std::raise(SIGKILL);
}

tl::expected<backup::Restored, std::string> restore_claimed(const backup::RestoreOrder& order) {
  const auto manifest = backup::read_manifest(order.backup); // before anything is made
  if (!manifest)
    return tl::unexpected(manifest.error());
  if (const auto keys = backup::check_keys(manifest->facts, order.keys); !keys)
    return tl::unexpected(keys.error());
  const bool was_there = backup::is_there(order.data);
  if (const auto ours = refuse_others(order.data); !ours)
    return tl::unexpected(ours.error());
  const auto claimed = claim(order.data);
  if (!claimed)
    return tl::unexpected(claimed.error());
  auto restored = backup::restore(order);
  if (!restored && !was_there)
    ::rmdir(order.data.c_str()); // only if nothing is in it
  return restored;
}

/// Prints a line; a backup's names may hold anything.
void say(const std::string& line) {
  std::printf("%s\n", one_line(plain_text(line)).c_str());
}

void tell(const backup::Restored& restored, const fs::path& data) {
  const backup::Facts& facts = restored.facts;
  for (const backup::SavedModel& model : facts.models)
    say("restored model " + model.name + " as of transaction " + std::to_string(model.sequence));
  say("from a backup that orrery " + facts.program + " made at " + facts.made + ", to "
      + data.string());
  for (const std::string& note : restored.notes)
    say(note);
  if (!facts.with_units)
    say("directories of units are not in the backup: machines come back down; to make them anew, "
        "\"orrery retry-provisioning MACHINE\"");
}

} // namespace

int restore(const Arguments& given) {
  ::umask(077);
  ignore_write_signals();
  constexpr int misused = 2;
  if (given.words.size() != 2)
    return refuse_restore("say which backup: orrery backup restore BACKUP", misused);
  const auto jump = given.number("jump").value_or(backup::RestoreOrder{}.jump);
  if (jump < 1 || jump > furthest_jump)
    return refuse_restore("--jump is 1 to " + std::to_string(furthest_jump), misused);
  const auto data = named_data_directory(given);
  if (!data)
    return refuse_restore(data.error(), misused);
  backup::RestoreOrder order;
  order.backup = named_backup(given.words[1], *data);
  order.data = *data;
  for (const std::string& key : given.all("key")) {
    std::error_code error;
    order.keys.push_back(fs::absolute(key, error));
  }
  order.discard = given.on("discard");
  order.jump = jump;
  order.at_step = end_where_told;
  const auto restored = restore_claimed(order);
  if (!restored)
    return refuse_restore(restored.error());
  tell(*restored, *data);
  return 0;
}

} // namespace orrery::cmd
