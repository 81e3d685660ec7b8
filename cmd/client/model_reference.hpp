#pragma once

#include <optional>
#include <string>
#include <string_view>

/// How models are named: `[CONTROLLER:][OWNER/]MODEL`, or by the beginning of a UUID (MD20, MD21).
namespace orrery::cmd {

inline constexpr const char* usual_controller = "orrery"; ///< What an orchestrator is called.
inline constexpr const char* usual_owner = "admin"; ///< User whose models need no owner in front.

/// A name taken apart, of which only the model must be there; nothing is said of whether it exists.
struct ModelReference {
  std::string controller; ///< Empty: none was named.
  std::string owner;      ///< In lower case; empty: the user who asks.
  std::string model;      ///< A name, or the beginning of a UUID; empty: the controller's current.
  bool operator==(const ModelReference&) const = default;
};

/// @returns nothing for a text that can name no model: parts that are no names, further `:` or `/`.
[[nodiscard]] std::optional<ModelReference> parse_model_reference(std::string_view text);

/// A model as references meet it.
struct ModelIdentity {
  std::string owner;
  std::string name;
  std::string uuid;
};

enum class ModelMatch : unsigned char {
  No,
  Uuid, ///< By six characters of its UUID at least: a model of that name comes before.
  Name,
};
/// Whether a reference means that model, whoever's controller it is.
/// @param asking the user whose models need no owner.
[[nodiscard]] ModelMatch
matches(const ModelReference& reference, const ModelIdentity& model, std::string_view asking);

/// `CONTROLLER:OWNER/MODEL`, with what the text left out; a text that names nothing stays as it is.
/// @param asking the user whose models need no owner.
[[nodiscard]] std::string full_model_name(std::string_view text, std::string_view asking);

} // namespace orrery::cmd
