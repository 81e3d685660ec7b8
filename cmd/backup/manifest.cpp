//     manifest  = head { entry } { also { entry } } tail
//     head      = "orrery-backup " FORMAT "\n" "schema " NUMBER "\n" "program " VERSION "\n"
//                 "made " TIME "\n" "model " UUID " " NAME "\n" "sequence " NUMBER "\n"
//                 "notes " NUMBER "\n" "boot " NUMBER "\n" "units " ("yes" | "no") "\n"
//                 [ key ]
//     entry     = [ owner ] ( "directory " MODE " " PATH "\n"
//                           | "file " MODE " " SIZE " " SHA256 " " PATH "\n"
//                           | "link " TARGET " " PATH "\n" )
//     owner     = "owner " UID " " GID "\n"        of the next, if not who made the backup
//     also      = "also " UUID " " SEQUENCE " " NOTES " " NAME "\n"      a further model (format 2)
//                 [ key ]
//     key       = "key-left-out " NAME "\n"         of the key of that model's secrets (format 2)
//     tail      = "total " FILES " " BYTES "\n" "end " SHA256 "\n"       of all before "end"
//
// MODE is octal. In paths, and in the NAME of a further model, a byte that is no visible ASCII
// character, and "%", is "%" and two hexadecimal digits.
#include "cmd/backup/manifest.hpp"

#include "cmd/backup/manifest_words.hpp"
#include "config/input.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace orrery::backup {

namespace {

namespace fs = std::filesystem;

template <class Number>
bool read_number(std::string_view text, Number& number, int base = 10) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc() && stopped == end;
}

/// The words of one line.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// A path that stays inside, with no step that leads elsewhere.
bool is_inside(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos)
    return false;
  for (const fs::path& step : fs::path(path))
    if (step == "/" || step == ".." || step == "." || step.empty())
      return false;
  return true;
}

std::optional<Entry> read_entry(const std::vector<std::string_view>& words) {
  Entry entry;
  auto path = path_of_word(words.back());
  if (!path || !is_inside(*path))
    return std::nullopt;
  entry.path = std::move(*path);
  if (words[0] == "directory" && words.size() == 3) {
    entry.kind = Entry::Kind::Directory;
    return read_number(words[1], entry.mode, octal) ? std::optional(entry) : std::nullopt;
  }
  if (words[0] == "file" && words.size() == 5) {
    entry.hash = words[3];
    return read_number(words[1], entry.mode, octal) && read_number(words[2], entry.size)
             ? std::optional(entry)
             : std::nullopt;
  }
  auto target = path_of_word(words[1]);
  if (words[0] != "link" || words.size() != 3 || !target)
    return std::nullopt;
  entry.kind = Entry::Kind::Link;
  entry.target = std::move(*target);
  return entry;
}

/// Takes a manifest apart, line by line.
class Parser {
public:
  explicit Parser(const fs::path& directory) { manifest_.facts.directory = directory; }

  /// @returns whether the line says what it may.
  bool take(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() >= 3 && (words[0] == "directory" || words[0] == "file" || words[0] == "link"))
      return take_entry(words);
    if (words[0] == "owner")
      return take_owner(words);
    if (words[0] == "also")
      return take_model(words);
    return words.size() >= 2 && take_fact(words[0], words[1], line);
  }
  Manifest& manifest() { return manifest_; }

private:
  bool take_owner(const std::vector<std::string_view>& words) {
    Owner owner;
    if (owner_ || words.size() != 3 || !read_number(words[1], owner.user)
        || !read_number(words[2], owner.group))
      return false;
    owner_ = owner;
    return true;
  }
  bool take_entry(const std::vector<std::string_view>& words) {
    auto entry = read_entry(words);
    if (!entry || manifest_.entries.empty())
      return false;
    entry->owner = std::exchange(owner_, std::nullopt);
    const std::string parent = fs::path(entry->path).parent_path().string();
    if (!parent.empty() && !directories_.contains(parent))
      return false;
    if (entry->kind == Entry::Kind::Directory)
      directories_.insert(entry->path);
    manifest_.entries.back().push_back(std::move(*entry));
    return true;
  }
  bool take_model(const std::vector<std::string_view>& words) {
    SavedModel model;
    const auto name = path_of_word(words.back());
    if (words.size() != 5 || manifest_.facts.format < 2 || manifest_.entries.empty() || owner_
        || !name || !read_number(words[2], model.sequence) || !read_number(words[3], model.notes))
      return false;
    model.name = *name;
    return begin_model(std::move(model), words[1]);
  }
  /// Entries that follow are of this model.
  bool begin_model(SavedModel model, std::string_view uuid) {
    model.uuid = uuid;
    if (!is_inside(model.uuid) || uuid.find('/') != uuid.npos || !uuids_.insert(model.uuid).second)
      return false;
    directories_.clear();
    manifest_.facts.models.push_back(std::move(model));
    manifest_.entries.emplace_back();
    return true;
  }
  /// Reads a number of the first model's.
  bool take_count(std::string_view value, std::uint64_t SavedModel::*count) {
    std::vector<SavedModel>& models = manifest_.facts.models;
    return models.size() == 1 && read_number(value, models.front().*count);
  }
  bool take_left_out_key(std::string_view name) {
    std::vector<SavedModel>& models = manifest_.facts.models;
    if (models.empty() || manifest_.facts.format < 2 || !manifest_.entries.back().empty())
      return false;
    models.back().key_left_out = name;
    return true;
  }
  bool take_fact(std::string_view name, std::string_view value, std::string_view line) {
    Facts& facts = manifest_.facts;
    if (name == "orrery-backup")
      return read_number(value, facts.format);
    if (name == "schema")
      return read_number(value, facts.schema);
    if (name == "sequence")
      return take_count(value, &SavedModel::sequence);
    if (name == "notes")
      return take_count(value, &SavedModel::notes);
    if (name == "boot")
      return read_number(value, manifest_.boot);
    if (name == "program")
      facts.program = value;
    else if (name == "made")
      facts.made = value;
    else if (name == "key-left-out")
      return take_left_out_key(value);
    else if (name == "units")
      facts.with_units = value == "yes";
    else if (name == "model") {
      SavedModel first;
      first.name = line.substr(std::min(line.size(), name.size() + value.size() + 2));
      return manifest_.entries.empty() && begin_model(std::move(first), value);
    } else if (name == "total") {
      const auto words = words_of(line);
      return words.size() == 3 && read_number(words[1], facts.files)
             && read_number(words[2], facts.bytes);
    }
    return true;
  }

  Manifest manifest_;
  std::optional<Owner> owner_;        ///< Of the next entry.
  std::set<std::string> directories_; ///< Of the model whose entries come.
  std::set<std::string> uuids_;
};

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

/// A newer program's is known by its first line, whatever follows.
std::string refuse_newer(const fs::path& path, const std::string& text) {
  Parser parser{path};
  std::string_view rest = text;
  for (int head = 0; head < 3; ++head) {
    parser.take(first_line(rest));
    rest.remove_prefix(std::min(rest.size(), first_line(rest).size() + 1));
  }
  const Facts& facts = parser.manifest().facts;
  if (facts.format <= newest_format)
    return {};
  return "the backup has format " + std::to_string(facts.format) + ", and this orrery knows up to "
         + std::to_string(newest_format) + ": use orrery " + facts.program + ", which made it";
}

/// @returns what stands before the last line, if that line says so.
std::optional<std::string_view> whole_part(const std::string& text) {
  const std::size_t end = text.rfind("end ");
  if (end == std::string::npos || end == 0 || text[end - 1] != '\n')
    return std::nullopt;
  config::Sha256 hash;
  hash.add(std::string_view(text).substr(0, end));
  if (text.substr(end) != "end " + hash.finish() + "\n")
    return std::nullopt;
  return std::string_view(text).substr(0, end);
}

} // namespace

fs::path files_of(const Facts& facts, std::size_t model) {
  return model == 0 ? facts.directory / "model"
                    : facts.directory / "models" / facts.models[model].uuid;
}

tl::expected<Manifest, std::string> read_manifest(const fs::path& directory) {
  const fs::path path = directory / "manifest";
  const std::string where = path.string();
  const auto read = config::read_input(path, manifest_max);
  if (!read)
    return tl::unexpected(directory.string() + " is no backup: " + read.error().text());
  if (!read->starts_with("orrery-backup "))
    return tl::unexpected(where + " is no manifest of a backup");
  const std::string& text = *read;
  if (std::string newer = refuse_newer(directory, text); !newer.empty())
    return tl::unexpected(newer);
  const auto whole = whole_part(text);
  if (!whole)
    return tl::unexpected(where + " was cut or changed: use another backup");
  Parser parser{directory};
  for (std::string_view rest = *whole; !rest.empty();) {
    const std::string_view line = first_line(rest);
    if (!parser.take(line))
      return tl::unexpected(where + " has a line that makes no sense: " + word_of(line));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  if (parser.manifest().entries.empty())
    return tl::unexpected(where + " names no model: use another backup");
  return std::move(parser.manifest());
}

} // namespace orrery::backup
