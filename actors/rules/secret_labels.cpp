#include "actors/rules/secret_labels.hpp"

namespace orrery::rules {

void SecretLabels::put(const store::SecretConsumer& read) {
  if (const auto label = labels_.find(read.secret);
      label != labels_.end() && label->second == read.label)
    return; // only the revision is another one
  forget(read.secret);
  if (read.label.empty())
    return;
  if (const auto before = by_label_.find(read.label); before != by_label_.end())
    labels_.erase(before->second.id);
  by_label_[read.label] = {read.owner, read.secret};
  labels_[read.secret] = read.label;
}

void SecretLabels::erase(const store::SecretConsumer& read) {
  forget(read.secret);
}

std::optional<protocol::SecretName> SecretLabels::find(const std::string& label) const {
  const auto found = by_label_.find(label);
  return found == by_label_.end() ? std::nullopt : std::optional(found->second);
}

void SecretLabels::forget(const std::string& secret) {
  const auto label = labels_.find(secret);
  if (label == labels_.end())
    return;
  by_label_.erase(label->second);
  labels_.erase(label);
}

} // namespace orrery::rules
