#include "cmd/verbs/copy_words.hpp"

#include "cmd/verbs/led_application.hpp"
#include "cmd/verbs/shell_word.hpp"
#include "cmd/verbs/ssh_words.hpp"
#include "store/names.hpp"

#include <string_view>
#include <utility>

namespace orrery::cmd {

namespace {

/// Packs. The script's words are a path, `-r` or nothing, and `match` where names may be matched. A
/// directory whose last word is a dot gets its own name; tar is told of each as ./NAME.
constexpr const char* sending = R"(path=${1:-.} recursive=$2; unset TAR_OPTIONS
if [ "$3" = match ] && ! [ -e "$path" ] && ! [ -L "$path" ]; then
  IFS=; set -- $path; unset IFS
else
  set -- "$path"
fi
left=$# failed=0
while [ "$left" -gt 0 ]; do
  path=$1; shift; left=$((left - 1))
  while :; do case $path in ?*/) path=${path%/} ;; *) break ;; esac; done
  if ! [ -e "$path" ]; then
    printf 'scp: %s: No such file or directory\n' "$path" >&2; failed=1; continue
  elif [ -d "$path" ]; then
    if [ -z "$recursive" ]; then
      printf 'scp: %s: not a regular file: it is a directory, which -r copies\n' "$path" >&2
      failed=1; continue
    fi
    case $path in
      .|..|*/.|*/..) path=$(CDPATH= cd -- "$path" && pwd) || { failed=1; continue; } ;;
    esac
  elif ! [ -f "$path" ]; then
    printf 'scp: %s: not a regular file\n' "$path" >&2; failed=1; continue
  fi
  case $path in */*) directory=${path%/*}/ ;; *) directory=. ;; esac
  case $directory in /*) ;; *) directory=$PWD/$directory ;; esac
  set -- "$@" -C "$directory" "./${path##*/}"
done
[ $# -gt 0 ] || exit 1
tar --create --file=- --dereference --hard-dereference --mode=ug-s \
  --warning=no-file-changed "$@"
[ $? -le 1 ] || failed=1 # 1: a file grew while it was read
exit "$failed")";

/// Unpacks. The script's words are a path, the new name as --transform has it, `-p` or nothing, and
/// `many` where only a directory will do.
constexpr const char* receiving = R"(path=${1:-.} name=$2 many=$4 why=; unset TAR_OPTIONS
if [ -n "$3" ]; then how=--same-permissions; else how='--no-same-permissions --touch'; fi
if [ -d "$path" ]; then
  exec tar --extract --file=- --no-same-owner $how -C "$path"
fi
if [ -n "$many" ]; then why='Not a directory'
elif [ -e "$path" ] && ! [ -f "$path" ]; then why='not a regular file'
else
  case $path in
    */) why='No such directory' ;;
    */*) directory=${path%/*}/ ;;
    *) directory=. ;;
  esac
  [ -n "$why" ] || [ -d "$directory" ] || why='No such file or directory'
fi
if [ -n "$why" ]; then printf 'scp: %s: %s\n' "$path" "$why" >&2; exit 1; fi
exec tar --extract --file=- --no-same-owner $how -C "$directory" \
  --transform="s,^\./[^/]*,./$name,S")";

std::string script_command(const char* script, const std::vector<std::string>& words) {
  std::string command = "exec /bin/sh -c " + shell_quoted(script) + " scp";
  for (const std::string& word : words)
    command += " " + shell_quoted(word);
  return command;
}

/// The last part of a path, as what a transformation of tar puts in.
std::string transformed_name(std::string_view path) {
  std::string name;
  for (const char letter : path.substr(path.rfind('/') + 1)) {
    if (letter == '\\' || letter == '&' || letter == ',')
      name += '\\';
    name += letter;
  }
  return name;
}

bool may_match_more(const std::string& path) {
  return path.find_first_of("*?[") != std::string::npos;
}

bool is_target(const std::string& word) {
  return store::is_unit_name(word) || store::parse_id(word) || !led_application(word).empty();
}

/// In a unit a path relative to its user's home may be said so.
std::string in_home(const std::string& path) {
  if (path == "~")
    return {};
  return path.starts_with("~/") ? path.substr(2) : path;
}

tl::expected<CopyPlace, std::string> read_place(const std::string& word) {
  const auto colon = word.find(':');
  if (colon == std::string::npos || word.starts_with('/') || word.starts_with('.'))
    return CopyPlace{{}, word};
  std::string target = without_user(word.substr(0, colon));
  if (!is_target(target))
    return tl::unexpected("\"" + target
                          + "\" is neither a unit, APPLICATION/leader nor a machine's number: a "
                            "file of that name is ./"
                          + word);
  return CopyPlace{std::move(target), in_home(word.substr(colon + 1))};
}

constexpr std::string_view copy_options_with_values = "cDFiJloPSX";

} // namespace

tl::expected<CopyWords, std::string> read_copy_words(const std::vector<std::string>& words) {
  CopyWords read;
  std::vector<CopyPlace> places;
  config::FlagLexer lexer{words, 0, openssh_dialect(false), [](std::string_view flag) {
                            return openssh_option(copy_options_with_values, flag);
                          }};
  while (const auto lexed = lexer.next()) {
    if (lexed->kind == config::LexedFlag::Kind::Lacking)
      return tl::unexpected("option requires an argument: " + words[lexed->first]);
    if (lexed->kind == config::LexedFlag::Kind::Word) {
      auto place = read_place(lexed->text);
      if (!place)
        return tl::unexpected(place.error());
      places.push_back(std::move(*place));
      continue;
    }
    read.recursive = read.recursive || lexed->text == "-r";
    read.keeps = read.keeps || lexed->text == "-p";
  }
  if (places.size() < 2)
    return tl::unexpected(std::string{"at least two arguments required"});
  read.to = std::move(places.back());
  places.pop_back();
  bool leaves_here = !read.to.target.empty();
  for (const CopyPlace& place : places)
    leaves_here = leaves_here || !place.target.empty();
  if (!leaves_here)
    return tl::unexpected(std::string{"no place is in a unit or on a machine: write UNIT:PATH"});
  read.from = std::move(places);
  return read;
}

std::string sending_command(const CopyWords& words, const CopyPlace& from) {
  return script_command(sending, {from.path, words.recursive ? "-r" : "",
                                  from.target.empty() ? "" : "match"}); // here the shell has
}

std::string receiving_command(const CopyWords& words, const CopyPlace& from) {
  const bool many = words.from.size() > 1 || (!from.target.empty() && may_match_more(from.path));
  return script_command(receiving, {words.to.path, transformed_name(words.to.path),
                                    words.keeps ? "-p" : "", many ? "many" : ""});
}

} // namespace orrery::cmd
