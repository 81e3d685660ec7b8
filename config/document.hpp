#pragma once

#include "config/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A YAML document as a bounded tree of our own, and typed looks at it.
namespace orrery::config {

struct Member;

struct Node {
  enum class Kind : std::uint8_t { Null, Scalar, Sequence, Mapping };
  Kind kind = Kind::Null;
  bool quoted =
    false; ///< A scalar in quotes, in a block (`|`, `>`) or tagged `!!str`: text, whatever it says.
  bool old = false;            ///< Read as YAML 1.1, as Juju reads the files of charms and bundles.
  std::uint16_t source = 0;    ///< Which of the document's files it stands in.
  int line = 0;                ///< From 1.
  int column = 0;              ///< From 1, in bytes.
  std::string scalar;          ///< Of a scalar.
  std::vector<Node> items;     ///< Of a sequence.
  std::vector<Member> members; ///< Of a mapping, in the file's order; no key twice.

  /// @returns nothing if this is no mapping or has no such key.
  [[nodiscard]] const Member* find(std::string_view key) const;
};

struct Member {
  std::string key;
  int line = 0;   ///< Of the key.
  int column = 0; ///< Of the key.
  Node value;
  bool key_is_text = true; ///< False for a plain `5` or `true`, in a file of Juju's also `yes`.
};

/// Type that a plain (unquoted) scalar has in the YAML 1.2 core schema, with decimal whole
/// numbers only.
enum class PlainKind : std::uint8_t { Text, Boolean, WholeNumber, Number };
[[nodiscard]] PlainKind plain_kind(std::string_view text);

/// A whole document and where it came from: a file, or several that were merged. Each accessor's
/// error says where, what is wrong, and what would be right.
class Document {
public:
  Document(std::string file, Node root) : files_{std::move(file)}, root_(std::move(root)) {}
  /// @param files that its nodes' `source` counts, from 0; at least one
  Document(std::vector<std::string> files, Node root)
    : files_(std::move(files)), root_(std::move(root)) {}

  /// The first one.
  [[nodiscard]] const std::string& file() const { return files_.front(); }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  [[nodiscard]] const Node& root() const { return root_; }

  /// Warnings of parts that were taken all the same.
  [[nodiscard]] const std::vector<Error>& warnings() const { return warnings_; }
  /// Returns the warnings as texts: `FILE:LINE:COLUMN: WHAT`.
  [[nodiscard]] std::vector<std::string> warning_texts() const;
  void warn(const std::vector<Error>& more) {
    warnings_.insert(warnings_.end(), more.begin(), more.end());
  }

  [[nodiscard]] Error error(const Node& at, std::string what, std::string remedy) const;
  [[nodiscard]] Error error(const Member& at, std::string what, std::string remedy) const;

  /// Text that could not be taken for a number or a boolean.
  [[nodiscard]] Result<std::string> text(const Node& node, std::string_view name) const;
  /// The text of any scalar, as it stands in the file; empty for null.
  [[nodiscard]] Result<std::string> any_text(const Node& node, std::string_view name) const;
  /// Plain `true` or `false`; `True`, `TRUE`, `False`, `FALSE` also count. In a file of Juju's also
  /// YAML 1.1's words, and as text, in quotes or not, what parse_boolean() takes.
  [[nodiscard]] Result<bool> boolean(const Node& node, std::string_view name) const;
  /// A plain decimal whole number, in a file of Juju's also one in quotes or as YAML 1.1 writes it,
  /// from `least` to `most`.
  [[nodiscard]] Result<std::uint32_t> whole_number(const Node& node,
                                                   std::string_view name,
                                                   std::uint32_t least,
                                                   std::uint32_t most) const;
  /// @returns an error if the node is neither a mapping nor null (an empty mapping).
  [[nodiscard]] Result<void> expect_mapping(const Node& node, std::string_view name) const;
  /// @returns an error if the node is neither a sequence nor null (an empty sequence).
  [[nodiscard]] Result<void> expect_sequence(const Node& node, std::string_view name) const;

private:
  std::vector<std::string> files_;
  Node root_;
  std::vector<Error> warnings_;
};

/// Describes a node for an error: `"abc"`, `the number 5`, `a list`, `nothing`.
[[nodiscard]] std::string describe(const Node& node);
/// Text in quotes for an error: on one line and not longer than a person wants to read.
[[nodiscard]] std::string quote(std::string_view text);

} // namespace orrery::config
