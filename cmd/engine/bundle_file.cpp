#include "cmd/engine/bundle_file.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/engine/output_file.hpp"
#include "cmd/session/text_file.hpp"
#include "config/bundle.hpp"
#include "config/descriptor.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t bundle_max = std::size_t{64} << 20;

/// Where a copy is made, beside its place: two that are made at once have one each.
fs::path draft_of(const fs::path& place) {
  return place.string() + ".draft-" + std::to_string(::getpid());
}

/// The verb without the flags that say where its text goes.
std::vector<std::string> words_to_ask(const Arguments& arguments) {
  std::vector<std::string> words{"export-bundle"};
  for (const auto& [flag, values] : arguments.flags)
    if (flag != "filename" && flag != "with-charms" && flag != "socket" && flag != "model")
      words.push_back("--" + flag + "=" + values.back());
  if (arguments.on("with-charms") && !arguments.on("kept-charms"))
    words.emplace_back("--kept-charms"); // names that differ, of files that cannot change meanwhile
  return words;
}

/// Copies a charm's directory, or that of a resource's bytes, unless it is there: beside, and then
/// to its place in one step, so that what was cut is not taken for whole.
std::error_code copy_kept(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error) || error)
    return error;
  const fs::path draft = draft_of(to);
  fs::remove_all(draft, error); // of a process of this number that was cut
  if (!error)
    fs::copy(from, draft, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  if (!error)
    fs::rename(draft, to, error);
  std::error_code ignored;
  if (error)
    fs::remove_all(draft, ignored);
  return fs::exists(to, ignored) ? std::error_code() : error; // another one may have been faster
}

/// Copies the charms and resources that the draft names, and names the copies in it. Errors are
/// sentences.
tl::expected<void, std::string> take_charms_along(const fs::path& draft, const fs::path& file) {
  const auto bundle = config::load_bundle(draft);
  if (!bundle)
    return tl::unexpected(bundle.error().text());
  auto text = read_text_file(draft, bundle_max);
  if (!text)
    return tl::unexpected(text.error());
  std::set<fs::path> kept;
  for (const auto& application : bundle->applications) {
    kept.insert(application.charm);
    for (const auto& [name, resource] : application.resources)
      kept.insert(fs::path(resource).parent_path());
  }
  const fs::path copies = file.string() + ".charms";
  for (const auto& own : kept) {
    const auto copy = copies / own.filename();
    std::error_code error;
    fs::create_directories(copies, error);
    if (!error)
      error = copy_kept(own, copy);
    if (error)
      return tl::unexpected("cannot copy " + own.string() + " to " + copy.string() + ": "
                            + error.message());
    const auto named = "./" + (copies.filename() / own.filename()).string();
    for (auto at = text->find(own.string()); at != std::string::npos;
         at = text->find(own.string(), at + named.size()))
      text->replace(at, own.string().size(), named);
  }
  const config::Descriptor again{::open(draft.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)};
  if (!again.is_open() || config::write_all(again.get(), *text) != 0)
    return tl::unexpected("cannot write " + draft.string() + ": "
                          + std::generic_category().message(errno));
  return {};
}

/// Whether a file was made or replaced: what is none has its text and no more.
bool is_regular(const fs::path& place) {
  struct stat found {};
  return ::lstat(place.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

} // namespace

int write_bundle_file(const Arguments& arguments,
                      const fs::path& socket,
                      const std::string& model) {
  OutputFile file{*arguments.text("filename"), false};
  if (arguments.on("with-charms"))
    file.finish = [&file](const fs::path& draft) { return take_charms_along(draft, file.place); };
  const int exit = write_output_file(file, [&] {
    auto request = make_request();
    request.words = words_to_ask(arguments);
    request.model = model;
    return ask_at(socket, request, Exit::Failed);
  });
  if (exit == Exit::Fine && is_regular(file.place))
    StreamOutput{}.out("Bundle successfully exported to " + file.place.string() + "\n");
  return exit;
}

} // namespace orrery::cmd
