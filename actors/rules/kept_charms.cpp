#include "actors/rules/kept_charms.hpp"

#include <algorithm>

namespace orrery::rules {

namespace {

using Applications = decltype(ModelState::applications);

bool has(const std::vector<std::string>& charms, const std::string& url) {
  return std::find(charms.begin(), charms.end(), url) != charms.end();
}

/// Whether an application has the charm still when all this has gone.
bool keeps(const Applications::value_type& application,
           const std::string& url,
           const ForgetApplications& gone) {
  const auto& [name, charms] = application;
  if (!has(charms, url))
    return false;
  const bool forgotten = std::any_of(gone.all.begin(), gone.all.end(), [&](const Forgotten& one) {
    return one.application == application.first;
  });
  const bool dropped = std::find(gone.dropped.begin(), gone.dropped.end(), DroppedCharm{name, url})
                       != gone.dropped.end();
  return !forgotten && !dropped;
}

} // namespace

void erase_unused_charms(Decision& decision,
                         const ModelState& model,
                         const ForgetApplications& gone) {
  std::set<std::string> urls;
  for (const Forgotten& one : gone.all)
    urls.insert(one.charms.begin(), one.charms.end());
  for (const DroppedCharm& one : gone.dropped)
    urls.insert(one.charm);
  for (const std::string& url : urls) {
    const auto charm = model.charms.find(url);
    const auto has_it = [&](const auto& application) { return keeps(application, url, gone); };
    if (charm != model.charms.end()
        && std::none_of(model.applications.begin(), model.applications.end(), has_it))
      decision.writes.push_back(erase(charm->second));
  }
}

} // namespace orrery::rules
