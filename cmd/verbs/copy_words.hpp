#pragma once

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd {

/// A place that `scp` copies from or to.
struct CopyPlace {
  std::string target; ///< As ssh's; empty: here.
  std::string path;   ///< Relative to the home there, or to the working directory here.
  bool operator==(const CopyPlace&) const = default;
};

/// The words behind `scp`, understood (CL3).
struct CopyWords {
  std::vector<CopyPlace> from; ///< At least one.
  CopyPlace to;
  bool recursive = false; ///< `-r`: directories, with what they hold.
  bool keeps = false;     ///< `-p`: modes and times.
};

/// Reads the words behind the verb's flags: options of scp, what is copied, where to. Options that
/// have nothing to do here are passed over, with their values.
/// Errors, as sentences: fewer than two places; one before whose colon stands neither a unit,
/// APPLICATION/leader nor a machine's number; none of which is in a unit or machine; an option
/// without its value.
[[nodiscard]] tl::expected<CopyWords, std::string>
read_copy_words(const std::vector<std::string>& words);

/// The command for a shell where the source is: writes an archive of it to standard output. A word
/// of *, ?, [ that names nothing itself means all that it matches.
[[nodiscard]] std::string sending_command(const CopyWords& words, const CopyPlace& from);
/// The command for a shell where the destination is: takes that archive from standard input. What
/// is there as a directory gets the source in it; else the source gets that name.
[[nodiscard]] std::string receiving_command(const CopyWords& words, const CopyPlace& from);

} // namespace orrery::cmd
