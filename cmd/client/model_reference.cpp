#include "cmd/client/model_reference.hpp"

#include "config/model_name.hpp"
#include "config/user_name.hpp"

namespace orrery::cmd {

namespace {

constexpr std::size_t uuid_part_min = 6;
constexpr std::size_t reference_max = 1024; ///< Bytes; a name has no limit of its own (MD20).

/// Takes what stands before the mark off the text; empty if the mark is not there.
std::string_view take_before(std::string_view& text, char mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos)
    return {};
  const auto before = text.substr(0, at);
  text.remove_prefix(at + 1);
  return before;
}

} // namespace

std::optional<ModelReference> parse_model_reference(std::string_view text) {
  if (text.empty() || text.size() > reference_max)
    return std::nullopt;
  ModelReference reference;
  const bool has_controller = text.find(':') != std::string_view::npos;
  reference.controller = take_before(text, ':');
  const bool has_owner = text.find('/') != std::string_view::npos;
  const auto owner = take_before(text, '/');
  if (has_owner && !config::is_user_name(owner))
    return std::nullopt;
  reference.owner = config::canonical_user_name(owner);
  const bool leaves_model_out = text.empty() && has_controller && !has_owner;
  if (!leaves_model_out && !config::is_model_name(text))
    return std::nullopt;
  reference.model = text;
  return reference;
}

ModelMatch
matches(const ModelReference& reference, const ModelIdentity& model, std::string_view asking) {
  const auto owner = reference.owner.empty() ? std::string{asking} : reference.owner;
  if (reference.model == model.name && owner == model.owner)
    return ModelMatch::Name;
  const bool may_be_uuid = reference.owner.empty() && reference.model.size() >= uuid_part_min;
  return may_be_uuid && std::string_view{model.uuid}.starts_with(reference.model) ? ModelMatch::Uuid
                                                                                  : ModelMatch::No;
}

std::string full_model_name(std::string_view text, std::string_view asking) {
  const auto reference = parse_model_reference(text);
  if (!reference || reference->model.empty())
    return std::string{text};
  return (reference->controller.empty() ? usual_controller : reference->controller) + ":"
         + (reference->owner.empty() ? std::string{asking} : reference->owner) + "/"
         + reference->model;
}

} // namespace orrery::cmd
