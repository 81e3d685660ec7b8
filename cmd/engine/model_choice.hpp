#pragma once

#include "cmd/engine/client_store.hpp"
#include "cmd/verbs/verb.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Which orchestrator and which model a verb goes to (MD23).
namespace orrery::cmd {

/// Names that a user has given, the first counts: empty where there is none.
struct ModelWish {
  std::string flag;            ///< Of `--model`.
  std::string juju_model;      ///< JUJU_MODEL, `[CONTROLLER:][OWNER/]MODEL`.
  std::string juju_controller; ///< JUJU_CONTROLLER.
};

/// Where it would go without that: the socket that was named, or the usual one.
struct GivenSocket {
  std::string endpoint;
  bool is_named = false; ///< By `--socket` or ORRERY_SOCKET: no controller leads elsewhere.
};

struct ModelChoice {
  std::string endpoint;
  std::string model;      ///< Without its controller; empty: that of who names none.
  bool is_wished = false; ///< The model was named, and is not only the current one.
  bool operator==(const ModelChoice&) const = default;
};

/// Returns what a verb goes to. A wish that can name no model is kept for the orchestrator to
/// refuse. Errors are sentences: variables that conflict, a controller that is not known, one of
/// Juju's, one at another socket than the named one.
[[nodiscard]] tl::expected<ModelChoice, std::string>
choose_model_place(const ModelWish& wish, const GivenSocket& place, const KnownControllers& known);

/// Returns a verb's words without its flags of that name, in all their forms but as the last of
/// several letters in one word. Those of a program that the verb runs stay.
[[nodiscard]] std::vector<std::string>
without_flags(const Verb& verb, const std::vector<std::string>& words, std::string_view name);

} // namespace orrery::cmd
