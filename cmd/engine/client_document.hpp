#pragma once

#include "config/document.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <string_view>

/// One of a client's files as a tree in which a part is changed and all else stays (MD26).
namespace orrery::cmd {

/// Reads a file as Juju does; one that is not there, or empty, is an empty mapping. Errors name the
/// file, what is wrong, and what helps.
[[nodiscard]] tl::expected<config::Node, std::string>
read_client_document(const std::filesystem::path& file);
/// The tree as Juju's clients read it.
[[nodiscard]] std::string client_document_text(const config::Node& root);

/// A mapping's member that is a mapping; null: there is none.
[[nodiscard]] const config::Node* find_mapping(const config::Node& mapping, std::string_view key);
/// The text of a mapping's member; empty: there is none, or it is no scalar.
[[nodiscard]] std::string text_of(const config::Node& mapping, std::string_view key);

/// The member of a mapping, made a mapping if there is none of that key, or an empty one.
[[nodiscard]] config::Node& mapping_in(config::Node& mapping, std::string_view key);
/// Sets a member of a mapping to a text.
void set_text(config::Node& mapping, std::string_view key, std::string_view text);
/// Sets a member of a mapping to a list of one text.
void set_list(config::Node& mapping, std::string_view key, std::string_view text);
/// Takes a member away, if it is there.
void drop(config::Node& mapping, std::string_view key);

} // namespace orrery::cmd
