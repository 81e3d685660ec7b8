#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

/// Giving directories to users by number, each with a group of that number.
namespace orrery::providers {

using Given = tl::expected<void, std::string>; ///< Or what could not be given, as a sentence.

/// Names that give_tree() keeps in mind at once, of files that have several: 150 bytes each.
inline constexpr std::size_t most_names = 200'000;

/// Makes a directory and all that is in it a user's own, with few descriptors however deep it is.
/// The directory comes last, so that whoever looks at its owner knows of all in it. Links are not
/// followed. Nothing is given through a mount point, nor a file that has a name outside of the
/// directory, or more names than are kept in mind: these stay whose they are.
/// @param warn is told once of each kind that stays, how many there are and where the first is;
/// empty: nobody is told
[[nodiscard]] Given give_tree(const std::filesystem::path& tree,
                              std::uint32_t user,
                              const std::function<void(const std::string&)>& warn);
/// Gives a directory alone. One that is a mount point is an error.
[[nodiscard]] Given give_directory(const std::filesystem::path& directory, std::uint32_t user);

} // namespace orrery::providers
