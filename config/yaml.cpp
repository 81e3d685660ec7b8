#include "config/yaml.hpp"

#include "config/closing_quote.hpp"
#include "config/input.hpp"
#include "config/lookahead.hpp"
#include "config/next_document.hpp"
#include "config/tree_builder.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <istream>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace orrery::config {

namespace {

/// The number in the four hexadecimal digits of an escape `\uXXXX` at the start of `text`.
std::optional<unsigned> escaped_code(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u')
    return std::nullopt;
  unsigned code = 0;
  for (const char c : text.substr(2, 4)) {
    if (c >= '0' && c <= '9')
      code = code * 16 + static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'f')
      code = code * 16 + static_cast<unsigned>(c - 'a' + 10);
    else if (c >= 'A' && c <= 'F')
      code = code * 16 + static_cast<unsigned>(c - 'A' + 10);
    else
      return std::nullopt;
  }
  return code;
}

std::string long_escape(unsigned code) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result = "\\U";
  for (int shift = 28; shift >= 0; shift -= 4)
    result += digits[(code >> static_cast<unsigned>(shift)) & 0xFU];
  return result;
}

/// JSON writes what lies beyond 16 bits as two escapes, YAML as one: gives a JSON text YAML's.
/// @returns nothing if the text can stay as it is: the usual case, and it may be large.
std::optional<std::string> join_surrogates(const std::string& text) {
  const std::string_view view = text;
  const auto first = view.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && (view[first] == '{' || view[first] == '[');
  if (!json || view.find("\\u") == std::string_view::npos)
    return std::nullopt;
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < view.size();) {
    const auto high = escaped_code(view.substr(at));
    const auto low = high ? escaped_code(view.substr(at + 6)) : std::nullopt;
    if (high && low && *high >= 0xD800 && *high < 0xDC00 && *low >= 0xDC00 && *low < 0xE000) {
      result += long_escape(0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00));
      at += 12;
      continue;
    }
    // An escaped backslash is taken whole, so that its second half starts no escape.
    const std::size_t length = view[at] == '\\' && at + 1 < view.size() ? 2 : 1;
    result.append(view.substr(at, length));
    at += length;
  }
  return result;
}

/// Advice for what the parser says in few words.
std::string syntax_remedy(const std::string& message) {
  static const std::map<std::string, std::string> remedies{
    {YAML::ErrorMsg::ALIAS_NOT_FOUND, "put text that begins with * in quotes"},
    {YAML::ErrorMsg::ANCHOR_NOT_FOUND, "put text that begins with & in quotes"},
    {YAML::ErrorMsg::END_OF_MAP, "indent all keys of a mapping alike"},
    {YAML::ErrorMsg::END_OF_MAP_FLOW, "close the brace, and put a comma between members"},
    {YAML::ErrorMsg::END_OF_SEQ, "indent all items of a list alike"},
    {YAML::ErrorMsg::END_OF_SEQ_FLOW, "close the bracket, and put a comma between items"},
    {YAML::ErrorMsg::EOF_IN_SCALAR, "close the quotes"},
    {YAML::ErrorMsg::MAP_VALUE, "indent with spaces, and put text that holds `: ` in quotes"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, "indent with spaces"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR, "define it earlier, or put text that begins with * in quotes"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, "put text that begins with @, ` or % in quotes"},
  };
  const auto found = remedies.find(message);
  return found == remedies.end() ? "correct the YAML there" : found->second;
}

Error syntax_error(const std::string& name, const YAML::Exception& exception) {
  Error error{name, 0, 0, exception.msg, syntax_remedy(exception.msg)};
  if (!exception.mark.is_null()) {
    error.line = exception.mark.line + 1;
    error.column = exception.mark.column + 1;
  }
  return error;
}

/// Lets the parser hand one document to the builder.
/// @returns false if there is none.
bool parse_document(YAML::Parser& parser, TreeBuilder& builder) {
  try {
    return parser.HandleNextDocument(builder);
  } catch (const LookaheadExceeded&) {
    throw builder.refuse_lookahead();
  }
}

/// One document.
struct Tree {
  Node root;
  std::vector<Refusal> warnings;
};

/// Refuses a text that ends inside the quotes that begin there.
void check_closed(std::string_view text, std::pair<int, int> begin) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // no place counts it
  if (text.starts_with(byte_order_mark))
    text.remove_prefix(byte_order_mark.size());
  for (int line = 1; line < begin.first; ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text.remove_prefix(std::min(static_cast<std::size_t>(begin.second - 1), text.size()));
  if (!has_closing_quote(text))
    throw Refusal{begin.first, begin.second, "the text ends inside quotes that begin here",
                  "close the quotes"};
}

/// Juju's parser reads the first document of a text and looks at nothing behind it.
void warn_of_more(YAML::Parser& parser, Tree& first) {
  if (const auto next = begin_of_next_document(parser))
    first.warnings.push_back({next->line + 1, next->column + 1,
                              "another document begins here, and is not read",
                              "one file holds one document: remove the `---`"});
}

/// How many documents a text may hold, and what becomes of the others.
struct Wanted {
  std::size_t most = 1;
  MoreDocuments more = MoreDocuments::Refused;
};

/// Runs the parser over the documents of a text.
std::vector<Tree>
build_trees(const std::string& text, const Limits& limits, Dialect dialect, Wanted wanted) {
  LookaheadBuffer buffer{text, limits};
  std::istream stream{&buffer};
  YAML::Parser parser{stream};
  std::vector<Tree> trees;
  while (true) {
    TreeBuilder builder{limits, buffer, dialect};
    if (!parse_document(parser, builder))
      return trees;
    if (const auto quoted = builder.last_quoted())
      check_closed(text, *quoted);
    trees.push_back({builder.take_root(), builder.warnings()});
    if (trees.size() == wanted.most && wanted.more == MoreDocuments::Warned) {
      warn_of_more(parser, trees.back());
      return trees;
    }
    if (trees.size() <= wanted.most)
      continue;
    const Node& extra = trees.back().root;
    if (wanted.most == 1)
      throw Refusal{extra.line, extra.column, "a second document begins here",
                    "one file holds one document: remove the `---`"};
    throw Refusal{extra.line, extra.column, "there are too many documents in this file",
                  "write at most " + std::to_string(wanted.most)};
  }
}

Result<std::vector<Document>> parse_documents(const std::string& text,
                                              const std::string& name,
                                              const Limits& limits,
                                              Dialect dialect,
                                              Wanted wanted) {
  if (text.size() > limits.bytes)
    return tl::unexpected(
      Error{name, 0, 0, "the text is larger than " + size_text(limits.bytes), "make it smaller"});
  if (auto checked = check_characters(text, name); !checked)
    return tl::unexpected(std::move(checked.error()));
  try {
    const auto joined = join_surrogates(text);
    std::vector<Document> documents;
    for (Tree& tree : build_trees(joined ? *joined : text, limits, dialect, wanted)) {
      documents.emplace_back(name, std::move(tree.root));
      std::vector<Error> warnings;
      for (const Refusal& it : tree.warnings)
        warnings.push_back(Error{name, it.line, it.column, it.what, it.remedy});
      documents.back().warn(warnings);
    }
    return documents;
  } catch (const Refusal& refusal) {
    return tl::unexpected(Error{name, refusal.line, refusal.column, refusal.what, refusal.remedy});
  } catch (const YAML::Exception& exception) {
    return tl::unexpected(syntax_error(name, exception));
  } catch (const std::exception& exception) {
    return tl::unexpected(Error{name, 0, 0, exception.what(), "simplify the YAML"});
  }
}

} // namespace

Result<Document> parse_yaml(const std::string& text,
                            const std::string& name,
                            const Limits& limits,
                            Dialect dialect,
                            MoreDocuments more) {
  auto documents = parse_documents(text, name, limits, dialect, {1, more});
  if (!documents)
    return tl::unexpected(std::move(documents.error()));
  return documents->empty() ? Document{name, Node{}} : std::move(documents->front());
}

Result<Document>
read_yaml(const std::filesystem::path& file, const Limits& limits, Dialect dialect) {
  auto text = read_input(file, limits.bytes);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  return parse_yaml(*text, file.string(), limits, dialect);
}

Result<Document> read_yaml(const OpenedDirectory& directory,
                           const std::filesystem::path& name,
                           const Limits& limits,
                           Dialect dialect,
                           MoreDocuments more) {
  auto text = read_input(directory, name, limits.bytes);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  return parse_yaml(*text, (directory.path() / name).string(), limits, dialect, more);
}

Result<std::vector<Document>>
read_yaml_documents(const std::filesystem::path& file, const Limits& limits, Dialect dialect) {
  constexpr std::size_t most_documents = 64;
  auto text = read_input(file, limits.bytes);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  return parse_documents(*text, file.string(), limits, dialect, {most_documents});
}

Result<std::map<std::string, std::string>> parse_mapping(const std::string& text,
                                                         const std::string& name) {
  const auto document = parse_yaml(text, name);
  if (!document)
    return tl::unexpected(document.error());
  const auto& root = document->root();
  if (root.kind != Node::Kind::Mapping && root.kind != Node::Kind::Null)
    return tl::unexpected(document->error(root, "expected a mapping, found " + describe(root),
                                          "write `key: value` lines or a JSON object"));
  std::map<std::string, std::string> result;
  for (const auto& member : root.members) {
    auto value = document->any_text(member.value, member.key);
    if (!value)
      return tl::unexpected(std::move(value.error()));
    result.emplace(member.key, std::move(*value));
  }
  return result;
}

} // namespace orrery::config
