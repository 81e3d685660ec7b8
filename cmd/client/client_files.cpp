#include "cmd/client/client_files.hpp"

#include "cmd/client/model_reference.hpp"
#include "config/descriptor.hpp"
#include "config/home.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <vector>

namespace orrery::cmd {

namespace {

constexpr std::size_t scanned_max = 1 << 20; ///< Bytes of a file that is looked at here.
constexpr std::string_view plain_letters =
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/@+-";

bool is_plain_word(std::string_view text) {
  return !text.empty() && text.find_first_not_of(plain_letters) == std::string_view::npos;
}

/// A value in a text in Juju's block style.
struct Scanned {
  bool unsure = false;
  std::string text; ///< All of what stands below the key or behind it, lines and all.
};

/// One line that says something.
struct Line {
  std::size_t indentation = 0;
  std::string_view key;  ///< Empty in an item of a list.
  std::string_view rest; ///< Behind the key, without the blank.
};

/// @returns nothing for what is neither a plain key nor an item of a list.
std::optional<Line> read_line(std::string_view text) {
  Line line;
  line.indentation = text.find_first_not_of(' ');
  text.remove_prefix(line.indentation);
  if (text.starts_with("- ")) {
    line.rest = text;
    return line;
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || !is_plain_word(text.substr(0, colon))
      || (colon + 1 < text.size() && text[colon + 1] != ' '))
    return std::nullopt;
  line.key = text.substr(0, colon);
  line.rest = text.substr(std::min(colon + 2, text.size()));
  return line;
}

/// Walks through a text to the value of nested keys.
class Scanner {
public:
  Scanner(std::string_view text, const std::vector<std::string_view>& path)
    : text_{text}, path_{path} {}

  Scanned run() {
    while (!text_.empty() && !found_.unsure) {
      const auto end = text_.find('\n');
      const auto line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      take(line);
    }
    return found_;
  }

private:
  void take(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos || text[first] == '#' || text == "---")
      return;
    if (in_block_ && first > block_indentation_)
      return; // of a text in several lines
    in_block_ = false;
    const auto line = read_line(text);
    found_.unsure = !line;
    if (line && line->key.empty())
      keep_item(*line);
    else if (line)
      take_key(*line);
  }

  void keep_item(const Line& line) {
    found_.unsure = levels_.empty(); // a list where Juju writes a mapping
    if (is_inside())
      found_.text += std::string{line.rest} + "\n";
  }

  void take_key(const Line& line) {
    while (!levels_.empty() && levels_.back().indentation >= line.indentation)
      levels_.pop_back();
    levels_.push_back(line);
    in_block_ = line.rest.starts_with('|') || line.rest.starts_with('>');
    block_indentation_ = line.indentation;
    const bool leads_there = levels_.size() < path_.size() && matches_so_far();
    // `controllers: {}` has nothing below it; any other value in one line needs a parser.
    found_.unsure = leads_there && !line.rest.empty() && line.rest != "{}";
    if (is_inside())
      found_.text += std::string{line.rest} + "\n";
  }

  [[nodiscard]] bool matches_so_far() const {
    for (std::size_t i = 0; i < std::min(levels_.size(), path_.size()); ++i)
      if (levels_[i].key != path_[i])
        return false;
    return true;
  }
  [[nodiscard]] bool is_inside() const {
    return levels_.size() >= path_.size() && matches_so_far();
  }

  std::string_view text_;
  const std::vector<std::string_view>& path_;
  std::vector<Line> levels_; ///< Keys that the line stands below, its own included.
  bool in_block_ = false;
  std::size_t block_indentation_ = 0;
  Scanned found_;
};

Scanned scan(std::string_view text, const std::vector<std::string_view>& path) {
  return Scanner{text, path}.run();
}

/// Whether an endpoint is among those of a list, as YAML writes one.
bool lists(std::string_view list, std::string_view endpoint) {
  for (auto at = list.find(endpoint); at != std::string_view::npos;
       at = list.find(endpoint, at + 1)) {
    const auto behind = at + endpoint.size();
    if (behind == list.size()
        || std::string_view{"'\",] \n"}.find(list[behind]) != std::string_view::npos)
      return true;
  }
  return false;
}

/// @returns nothing for a file that is there and cannot be read here.
std::optional<std::string> read_scanned(const std::filesystem::path& file) {
  const config::Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.is_open())
    // EACCES: HOME is another user's, as where one becomes a user without its surroundings.
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? std::optional{std::string{}}
                                                                  : std::nullopt;
  struct stat found {};
  if (::fstat(opened.get(), &found) != 0 || !S_ISREG(found.st_mode)
      || static_cast<std::size_t>(found.st_size) > scanned_max)
    return std::nullopt;
  std::string text(static_cast<std::size_t>(found.st_size), '\0');
  const auto count = ::read(opened.get(), text.data(), text.size());
  if (count != static_cast<ssize_t>(text.size()))
    return std::nullopt;
  return text;
}

/// The text of a scalar that stands in one line, as our own writer has it; nothing: another form.
std::optional<std::string> scalar_text(std::string_view written) {
  if (written.empty() || written.find('\n') != std::string_view::npos)
    return std::nullopt;
  const char quote = written.front();
  if (quote != '"' && quote != '\'') {
    const bool is_plain =
      std::string_view{"!&*-?|>@%`{}[],#:~="}.find(quote) == std::string_view::npos
      && written.find(": ") == std::string_view::npos
      && written.find(" #") == std::string_view::npos;
    return is_plain ? std::optional{std::string{written}} : std::nullopt;
  }
  if (written.size() < 2 || written.back() != quote)
    return std::nullopt;
  written = written.substr(1, written.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const bool is_escape = quote == '"' ? written[i] == '\\' : written[i] == quote;
    if (is_escape && ++i == written.size())
      return std::nullopt;
    if (is_escape && written[i] != quote && written[i] != '\\')
      return std::nullopt;
    text += written[i];
  }
  return text;
}

std::string_view without_end_of_line(std::string_view text) {
  return text.substr(0, text.empty() ? 0 : text.size() - 1);
}

} // namespace

std::filesystem::path client_directory() {
  if (const auto* given = std::getenv("JUJU_DATA"); given != nullptr && *given != '\0')
    return given;
  if (const auto* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return std::filesystem::path{data} / "juju";
  return config::home_directory() / ".local/share/juju";
}

std::string endpoint_of(const std::filesystem::path& socket) {
  std::error_code error;
  const auto path = std::filesystem::absolute(socket, error);
  return socket_scheme + (error ? socket : path).lexically_normal().string();
}

CurrentModel
current_model(std::string_view controllers, std::string_view models, std::string_view endpoint) {
  if (controllers.find(socket_scheme) == std::string_view::npos)
    return {}; // all are Juju's
  const auto endpoints = scan(controllers, {"controllers", usual_controller, "api-endpoints"});
  const auto current = scan(models, {"controllers", usual_controller, "current-model"});
  if (endpoints.unsure || current.unsure)
    return {CurrentModel::State::Unsure, {}};
  if (!lists(endpoints.text, endpoint) || current.text.empty())
    return {};
  const auto name = std::string_view{current.text}.substr(0, current.text.size() - 1);
  return is_plain_word(name) ? CurrentModel{CurrentModel::State::One, std::string{name}}
                             : CurrentModel{CurrentModel::State::Unsure, {}};
}

CurrentModel current_model_in(const std::filesystem::path& directory, std::string_view endpoint) {
  const auto controllers = read_scanned(directory / controllers_file);
  if (controllers && controllers->find(socket_scheme) == std::string::npos)
    return {};
  const auto models = read_scanned(directory / models_file);
  return controllers && models ? current_model(*controllers, *models, endpoint)
                               : CurrentModel{CurrentModel::State::Unsure, {}};
}

StoredAccount
stored_account(std::string_view controllers, std::string_view accounts, std::string_view endpoint) {
  const bool are_jujus = controllers.find(socket_scheme) == std::string_view::npos;
  const StoredAccount unsure{
    are_jujus ? CurrentModel::State::None : CurrentModel::State::Unsure, false, {}, {}};
  const auto endpoints = scan(controllers, {"controllers", usual_controller, "api-endpoints"});
  const auto user = scan(accounts, {"controllers", usual_controller, "user"});
  const auto password = scan(accounts, {"controllers", usual_controller, "password"});
  if (endpoints.unsure || user.unsure || password.unsure)
    return unsure;
  const bool is_elsewhere = !endpoints.text.empty() && !lists(endpoints.text, endpoint);
  if (is_elsewhere || user.text.empty() || password.text.empty())
    return {};
  const auto name = scalar_text(without_end_of_line(user.text));
  const auto kept = scalar_text(without_end_of_line(password.text));
  if (!name || !kept)
    return unsure;
  return endpoints.text.empty() ? StoredAccount{CurrentModel::State::None, true, *name, {}}
                                : StoredAccount{CurrentModel::State::One, false, *name, *kept};
}

StoredAccount stored_account_in(const std::filesystem::path& directory, std::string_view endpoint) {
  const auto controllers = read_scanned(directory / controllers_file);
  const auto accounts = read_scanned(directory / accounts_file);
  if (controllers && accounts)
    return stored_account(*controllers, *accounts, endpoint);
  if (controllers && controllers->find(socket_scheme) == std::string::npos)
    return {}; // all are Juju's
  return {CurrentModel::State::Unsure, false, {}, {}};
}

} // namespace orrery::cmd
