#include "cmd/console/snapshots.hpp"

#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

bool is_name(const std::string& text) {
  constexpr std::string_view others = "-_.";
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || others.find(c) != std::string_view::npos;
  });
}

} // namespace

tl::expected<void, std::string> Snapshots::save(const std::string& name, store::Contents contents) {
  if (!is_name(name) || name == "now")
    return tl::unexpected("\"" + name
                          + "\" is no snapshot's name: use at most 64 letters, digits, -, _ and ., "
                            "and not \"now\", which is the model itself");
  if (saved_.size() == snapshots_max && !saved_.contains(name))
    return tl::unexpected("a session keeps at most " + std::to_string(snapshots_max)
                          + " snapshots: save under a name that has one");
  saved_[name] = std::make_shared<const store::Contents>(std::move(contents));
  return {};
}

tl::expected<Snapshots::Saved, std::string> Snapshots::find(const std::string& name) const {
  const auto found = saved_.find(name);
  if (found != saved_.end())
    return found->second;
  std::vector<std::string> names{"now"};
  for (const auto& entry : saved_)
    names.push_back(entry.first);
  const auto hint = nearest_hint(name, names);
  return tl::unexpected("no snapshot \"" + name + "\" has been saved in this session"
                        + (hint.empty() ? ": save snapshot " + name + " makes one" : hint));
}

} // namespace orrery::cmd::console
