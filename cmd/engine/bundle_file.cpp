#include "cmd/engine/bundle_file.hpp"

#include "cmd/client/asking.hpp"
#include "cmd/session/text_file.hpp"
#include "config/bundle.hpp"
#include "config/descriptor.hpp"
#include "config/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <set>
#include <system_error>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t bundle_max = std::size_t{64} << 20;

/// Where a file or a copy is made, beside its place: two that are made at once have one each.
fs::path draft_of(const fs::path& place) {
  return place.string() + ".draft-" + std::to_string(::getpid());
}

std::string why_not_written(int error) {
  return std::generic_category().message(error);
}

/// The orchestrator's answer, as long as this lives, goes into a file in place of standard output.
class Diverted {
public:
  explicit Diverted(const config::Descriptor& file) : kept_{::dup(STDOUT_FILENO)} {
    std::fflush(stdout);
    done_ = kept_.is_open() && ::dup2(file.get(), STDOUT_FILENO) >= 0;
  }
  Diverted(const Diverted&) = delete;
  Diverted& operator=(const Diverted&) = delete;
  ~Diverted() {
    std::fflush(stdout);
    if (kept_.is_open())
      ::dup2(kept_.get(), STDOUT_FILENO);
  }
  [[nodiscard]] bool done() const { return done_; }

private:
  config::Descriptor kept_;
  bool done_ = false;
};

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

/// The text goes to standard output, which is `place`. @returns what to exit with
int ask_for_text(const fs::path& place,
                 const Arguments& arguments,
                 const fs::path& socket,
                 const std::string& model) {
  auto request = make_request();
  request.words = words_to_ask(arguments);
  request.model = model;
  const auto exit = ask_at(socket, request, Exit::Failed);
  const int why = why_output_is_cut();
  if (exit != Exit::Fine || why == 0)
    return exit;
  complain("cannot write " + place.string() + ": " + why_not_written(why));
  return Exit::Failed;
}

/// @param how flags of open(2) beside O_WRONLY @returns what to exit with
int ask_into(const fs::path& draft,
             int how,
             const Arguments& arguments,
             const fs::path& socket,
             const std::string& model) {
  const config::Descriptor file{::open(draft.c_str(), O_WRONLY | O_CLOEXEC | how, 0600)};
  if (!file.is_open()) {
    complain("cannot write " + draft.string() + ": " + why_not_written(errno));
    return Exit::Failed;
  }
  const Diverted diverted{file};
  if (!diverted.done()) {
    complain("cannot write " + draft.string() + ": " + why_not_written(errno));
    return Exit::Failed;
  }
  return ask_for_text(draft, arguments, socket, model);
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
    return tl::unexpected("cannot write " + draft.string() + ": " + why_not_written(errno));
  return {};
}

/// Whether both are the same file, device or pipe.
bool leads_to(const fs::path& place, int descriptor) {
  struct stat there {};
  struct stat open {};
  return ::stat(place.c_str(), &there) == 0 && ::fstat(descriptor, &open) == 0
         && there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

/// A link and what is no file (a device, a pipe, standard output) are written to as a shell's `>`
/// does, under the kernel's rules for links of others, and stay what they are.
/// @returns nothing if a file is there or none
std::optional<int>
ask_into_other(const Arguments& arguments, const fs::path& socket, const std::string& model) {
  const fs::path place = *arguments.text("filename");
  struct stat found {};
  const bool is_there = ::lstat(place.c_str(), &found) == 0;
  if (!is_there && errno != ENOENT) {
    complain("cannot write " + place.string() + ": " + why_not_written(errno));
    return Exit::Failed;
  }
  if (!is_there || S_ISREG(found.st_mode))
    return std::nullopt;
  if (S_ISDIR(found.st_mode) || arguments.on("with-charms")) {
    complain("cannot write " + place.string() + ": it is no file: name one");
    return Exit::Failed;
  }
  if (leads_to(place, STDOUT_FILENO)) // opened anew it would lose what stands there
    return ask_for_text(place, arguments, socket, model);
  return ask_into(place, O_TRUNC, arguments, socket, model);
}

} // namespace

int write_bundle_file(const Arguments& arguments,
                      const fs::path& socket,
                      const std::string& model) {
  if (const auto exit = ask_into_other(arguments, socket, model))
    return *exit;
  const fs::path file = *arguments.text("filename");
  const fs::path draft = draft_of(file);
  std::error_code error;
  fs::remove(draft, error); // of a process of this number that was cut
  const auto exit = ask_into(draft, O_CREAT | O_EXCL, arguments, socket, model);
  if (exit != Exit::Fine) {
    fs::remove(draft, error);
    return exit;
  }
  if (arguments.on("with-charms"))
    if (const auto taken = take_charms_along(draft, file); !taken) {
      fs::remove(draft, error);
      complain(taken.error());
      return Exit::Failed;
    }
  fs::rename(draft, file, error);
  if (error) {
    complain("cannot write " + file.string() + ": " + error.message());
    fs::remove(draft, error);
    return Exit::Failed;
  }
  StreamOutput{}.out("Bundle successfully exported to " + *arguments.text("filename") + "\n");
  return Exit::Fine;
}

} // namespace orrery::cmd
