#pragma once

#include "actors/workflow/unit_notes.hpp"

/// Values of the agents' store as bytes; their grammar stands in unit_notes_codec.cpp.
namespace orrery::agents {

/// All of a unit's record but its relations.
[[nodiscard]] std::string encode_core(const UnitNotes& local);
/// All of a relation's record but its members.
[[nodiscard]] std::string encode_progress(const RelationProgress& progress);
/// The settings version delivered of one member.
[[nodiscard]] std::string encode_member(std::uint64_t version);

/// A storage that is attached: its id is in the key.
[[nodiscard]] std::string encode_storage();
/// Each leaves alone what its record does not hold, and changes nothing on error.
[[nodiscard]] tl::expected<void, store::DecodeError>
decode_core(UnitNotes& local, std::string_view key, std::string_view bytes);
[[nodiscard]] tl::expected<void, store::DecodeError>
decode_progress(RelationProgress& progress, std::string_view key, std::string_view bytes);
[[nodiscard]] tl::expected<std::uint64_t, store::DecodeError> decode_member(std::string_view key,
                                                                            std::string_view bytes);
[[nodiscard]] tl::expected<void, store::DecodeError> decode_storage(std::string_view key,
                                                                    std::string_view bytes);

} // namespace orrery::agents
