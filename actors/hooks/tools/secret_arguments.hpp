#pragma once

#include "actors/hooks/tools/tool.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

/// Arguments that the tools of secrets have in common.
namespace orrery::hooks {

/// Reads the first argument as a secret's URI; misused if there is none, or it is no URI (SE1).
[[nodiscard]] tl::expected<std::string, ToolDone> secret_of(const Task& task);

/// Reads the content that the arguments from the `first` on and --file give (SE4), file by file.
/// @returns nothing if none is given; else what to answer: a fault, or that a file is wanted.
[[nodiscard]] tl::expected<std::optional<config::SecretContent>, ToolDone>
given_content(Task& task, std::size_t first);

/// To be called once the call is answered, however that is.
void forget_files(SecretState& state, const ToolCall& call);

/// --label, --description, --rotate, --expire.
[[nodiscard]] std::vector<Flag> secret_flags();
/// Takes those over into a change; misused if one is wrong (SE16, SE17).
[[nodiscard]] tl::expected<void, ToolDone> take_secret_flags(const Task& task,
                                                             protocol::SecretChange& change);

/// Returns what this hook has changed of a secret so far.
[[nodiscard]] protocol::SecretChange changed_so_far(const Task& task, const std::string& id);
/// Keeps aside what is changed of a secret from now on; without a content that of before stays,
/// unless the secret is removed.
/// @returns done; failed, and nothing is changed, if a hook may not change so much (SE13)
[[nodiscard]] ToolDone keep_pending(Task& task,
                                    const std::string& id,
                                    protocol::SecretChange change,
                                    std::optional<config::SecretContent> content = std::nullopt);
/// Forgets what this hook has changed of a secret.
void drop_pending(Task& task, const std::string& id);

/// Looks for a secret that this hook has not added; the answer is in SecretState then.
/// @returns nothing if that is known already.
[[nodiscard]] std::optional<NeedSecret> look_for(const Task& task, NeedSecret what);

/// Finds the secret that has the label by what this hook has changed so far, whether it adds it or
/// not; empty: none has.
[[nodiscard]] std::string newly_labelled(const SecretState& state, const std::string& label);
/// Whether the secret that was found by its owner's label has another by now, or none.
/// @pre it is looked for and found
[[nodiscard]] bool has_lost_label(const SecretState& state, const std::string& label);

using SecretGrants = std::map<std::string, std::optional<std::uint32_t>>; ///< As in SecretChange.
/// Returns the grants of a secret as this hook leaves them so far.
/// @pre it is looked for, unless this hook has added it
[[nodiscard]] SecretGrants grants_now(const Task& task, const std::string& id);

/// `secret "ID" not found`.
[[nodiscard]] ToolDone unknown_secret(const std::string& id);

} // namespace orrery::hooks
