#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Constraints, which a user puts on machines: `cores=2 mem=8G` (MD69). Here they choose no
/// hardware, for all machines are directories of one host: they are checked, kept and shown.
namespace orrery::config {

enum class ConstraintKind : std::uint8_t {
  Text,
  Number,
  Size, ///< In MiB; read with M, G, T or P behind it.
  List, ///< Names with commas between.
  Boolean,
};

/// Constraints by their names.
struct Constraints {
  /// Canonical: numbers in decimal, sizes in MiB without a letter, both empty for 0; `true` or
  /// `false`. An empty value stands for none, in place of one that would be inherited.
  std::map<std::string, std::string> values;
  /// Old names that were used, each with the one that is kept in its place. No part of equality.
  std::map<std::string, std::string> aliases{};

  /// Returns the text that Juju prints and parse_constraints() reads, in Juju's order:
  /// `arch=amd64 cores=2 mem=8192M tags=a,b`.
  [[nodiscard]] std::string text() const;
  /// Returns the text of Juju's bundles: `arch=amd64 cpu-cores=2 mem=8192` (CL13).
  [[nodiscard]] std::string bundle_text() const;
  bool operator==(const Constraints& other) const { return values == other.values; }
};

/// The kind of a constraint's value; Text for a name that is unknown.
[[nodiscard]] ConstraintKind constraint_kind(std::string_view name);
/// All names, in Juju's order.
[[nodiscard]] std::vector<std::string> constraint_names();

/// Reads `NAME=VALUE` words with blanks between; a blank within a value has a backslash before it.
/// At most 4096 bytes. Errors are in Juju's words: an unknown name, one that is there twice, a
/// value that is none of its kind.
[[nodiscard]] tl::expected<Constraints, std::string> parse_constraints(std::string_view text);

/// Returns all of `own`, and of `inherited` what `own` does not name.
[[nodiscard]] Constraints merged(const Constraints& inherited, const Constraints& own);

} // namespace orrery::config
