#pragma once

#include "config/document.hpp"
#include "config/error.hpp"
#include "config/opened_directory.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// YAML text in, a bounded tree out. No input, however hostile, takes much time or memory.
namespace orrery::config {

/// Bounds of what a document may cost. Checked while parsing, so that no more is ever built.
struct Limits {
  std::uint64_t bytes = 1U << 20U;      ///< Of the whole text.
  std::size_t depth = 64;               ///< Of nested lists and mappings.
  std::size_t nodes = 100'000;          ///< In the tree, aliases expanded.
  std::size_t scalar_bytes = 1U << 20U; ///< Of one scalar or key.
  std::size_t alias_nodes = 1'000;      ///< That all aliases together expand to.
  std::size_t alias_bytes = 1U << 20U;  ///< Of scalars that all aliases together expand to.
  std::size_t lookahead_bytes =
    4U << 20U; ///< Read before the next value is decided (a one-line flow document).
  std::size_t lookahead_marks = 150'000; ///< Punctuation marks among those.
};

/// How text is read. Own is YAML 1.2, strictly. Juju is what its parsers make of the files of
/// charms and bundles: YAML 1.1, where the last of doubled keys wins (with a warning) and `<<`
/// merges.
enum class Dialect : std::uint8_t { Own, Juju };

/// How documents behind the first one are taken where one is wanted. Warned: nothing looks at them,
/// as in Juju, and a warning says so.
enum class MoreDocuments : std::uint8_t { Refused, Warned };

/// For charm files, settings and mappings.
inline constexpr Limits small_limits{};
inline constexpr Limits bundle_limits{.bytes = 16U << 20U, .nodes = 1'000'000};

/// Parses one document; no document at all is null. A key that is there twice is an error with both
/// places, in Juju's dialect a warning.
/// @param name stands for the file in errors.
[[nodiscard]] Result<Document> parse_yaml(const std::string& text,
                                          const std::string& name,
                                          const Limits& limits = small_limits,
                                          Dialect dialect = Dialect::Own,
                                          MoreDocuments more = MoreDocuments::Refused);
/// Reads and parses a regular file.
[[nodiscard]] Result<Document> read_yaml(const std::filesystem::path& file,
                                         const Limits& limits = small_limits,
                                         Dialect dialect = Dialect::Own);
/// Reads and parses a regular file that lies in a directory (read_input()).
[[nodiscard]] Result<Document> read_yaml(const OpenedDirectory& directory,
                                         const std::filesystem::path& name,
                                         const Limits& limits = small_limits,
                                         Dialect dialect = Dialect::Own,
                                         MoreDocuments more = MoreDocuments::Refused);
/// Reads and parses all documents of a regular file, at most 64; the limits are for each.
[[nodiscard]] Result<std::vector<Document>>
read_yaml_documents(const std::filesystem::path& file, const Limits& limits, Dialect dialect);
/// Reads a YAML or JSON mapping of scalars to their text; null gives an empty text, an empty
/// document an empty mapping.
[[nodiscard]] Result<std::map<std::string, std::string>> parse_mapping(const std::string& text,
                                                                       const std::string& name);

} // namespace orrery::config
