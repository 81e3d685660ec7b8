#include "actors/rules/kept_charms.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rules {

namespace {

/// Applications that lose a charm within the transaction, by the charm's url.
using Losers = std::map<std::string, std::set<std::string>>;

Losers losers_of(const ForgetApplications& gone) {
  Losers losers;
  for (const Forgotten& one : gone.all)
    for (const std::string& url : one.charms)
      losers[url].insert(one.application);
  for (const DroppedCharm& one : gone.dropped)
    losers[one.charm].insert(one.application);
  return losers;
}

/// Returns how many of these applications have the charm so far.
std::size_t
holders_among(const ModelState& model, const std::string& url, const std::set<std::string>& names) {
  return static_cast<std::size_t>(
    std::count_if(names.begin(), names.end(), [&](const std::string& name) {
      const auto found = model.applications.find(name);
      return found != model.applications.end()
             && std::find(found->second.begin(), found->second.end(), url) != found->second.end();
    }));
}

void count_down(ModelState& model, const std::string& url) {
  const auto holders = model.charm_holders.find(url);
  if (holders != model.charm_holders.end() && --holders->second == 0)
    model.charm_holders.erase(holders);
}

} // namespace

void erase_unused_charms(Decision& decision,
                         const ModelState& model,
                         const ForgetApplications& gone) {
  for (const auto& [url, names] : losers_of(gone)) {
    const auto charm = model.charms.find(url);
    const auto holders = model.charm_holders.find(url);
    const std::size_t count = holders == model.charm_holders.end() ? 0 : holders->second;
    if (charm != model.charms.end() && count == holders_among(model, url, names))
      decision.writes.push_back(erase(charm->second));
  }
}

void note_charms(ModelState& model,
                 const std::string& application,
                 std::vector<std::string> charms) {
  std::vector<std::string>& held = model.applications[application];
  for (const std::string& url : std::exchange(held, {}))
    count_down(model, url);
  for (const std::string& url : charms)
    ++model.charm_holders[url];
  if (charms.empty())
    model.applications.erase(application);
  else
    held = std::move(charms);
}

} // namespace orrery::rules
