#include "cmd/conditions/hook_history.hpp"

#include "cmd/conditions/usage.hpp"
#include "cmd/logs/log_line.hpp"
#include "cmd/logs/log_stream.hpp"
#include "cmd/views/render/selector.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <string_view>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t shown_max = 10; ///< Hooks at the end that a contradiction shows.

/// The hook that a log's line says has ended well; empty if it says something else. Only the agent
/// writes in the name `agent` (actors/workflow/mind_hooks.cpp).
std::string ended_well(std::string_view line) {
  constexpr std::string_view begin = "hook ";
  constexpr std::string_view end = " done in ";
  const auto said = parse_log_line({}, line);
  const auto at = said.text.find(end);
  if (said.source != "agent" || !said.text.starts_with(begin) || at == std::string::npos
      || at < begin.size())
    return {};
  return said.text.substr(begin.size(), at - begin.size());
}

std::string joined(const std::vector<std::string>& hooks, std::size_t from) {
  std::string text;
  for (auto i = from; i < hooks.size(); ++i)
    text += (i == from ? "" : " ") + hooks[i];
  return text;
}

} // namespace

tl::expected<HookClaim, UsageError>
HookClaim::parse(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  constexpr auto form =
    "write hooks UNIT begins-with|ends-with|has HOOK..., for example: hooks db/0 "
    "ends-with start";
  if (to < from + 3)
    return wrong(form, from == 0 ? 0 : from - 1);
  HookClaim claim;
  claim.unit_ = words[from];
  if (!store::is_unit_name(claim.unit_))
    return wrong("\"" + claim.unit_ + "\" is no unit's name: write for example db/0", from);
  const auto& where = words[from + 1];
  if (where == "begins-with")
    claim.where_ = Where::Begin;
  else if (where == "ends-with")
    claim.where_ = Where::End;
  else if (where == "has")
    claim.where_ = Where::Anywhere;
  else
    return wrong("unknown word \"" + where + "\""
                   + nearest_hint(where, {"begins-with", "ends-with", "has"}) + ": " + form,
                 from + 1);
  claim.hooks_.assign(words.begin() + static_cast<std::ptrdiff_t>(from + 2),
                      words.begin() + static_cast<std::ptrdiff_t>(to));
  return claim;
}

bool HookClaim::fits(const std::vector<std::string>& ran) const {
  const auto same = [](const std::string& hook, const std::string& pattern) {
    return render::fits(pattern, hook);
  };
  if (where_ == Where::Anywhere) {
    auto wanted = hooks_.begin();
    for (const auto& hook : ran)
      if (wanted != hooks_.end() && same(hook, *wanted))
        ++wanted;
    return wanted == hooks_.end();
  }
  if (ran.size() < hooks_.size())
    return false;
  const auto from = where_ == Where::Begin ? ran.begin() : ran.end() - std::ssize(hooks_);
  return std::equal(from, from + std::ssize(hooks_), hooks_.begin(), same);
}

std::string HookClaim::contradiction(const std::filesystem::path& data) const {
  const auto ran = hooks_of(data, unit_);
  if (fits(ran))
    return {};
  if (ran.empty())
    return "no hook of unit " + unit_ + " has ended well, as far as its log goes back\n";
  const auto first = where_ == Where::Begin;
  const auto from = first || ran.size() <= shown_max ? 0 : ran.size() - shown_max;
  const std::vector<std::string> shown{
    ran.begin(),
    ran.begin()
      + static_cast<std::ptrdiff_t>(first ? std::min(ran.size(), shown_max) : ran.size())};
  return "unit " + unit_ + " has run " + (from > 0 ? "... " : "") + joined(shown, from)
         + (shown.size() < ran.size() ? " ..." : "") + "\n";
}

std::vector<std::string> hooks_of(const std::filesystem::path& data, const std::string& unit) {
  auto name = "unit-" + unit + ".log";
  std::replace(name.begin(), name.end(), '/', '-');
  // The new one is opened first: what is rotated away meanwhile is then still read.
  LogStream now{data / "logs" / name};
  LogStream before{data / "logs" / (name + ".1")};
  std::vector<std::string> hooks;
  for (auto* log : {&before, &now})
    for (std::string line; std::getline(*log, line);)
      if (auto hook = ended_well(line); !hook.empty())
        hooks.push_back(std::move(hook));
  return hooks;
}

} // namespace orrery::cmd::console
