#include "cmd/conditions/condition.hpp"

#include "cmd/conditions/rejoined.hpp"
#include "cmd/conditions/usage.hpp"
#include "cmd/views/render/reason.hpp"
#include "cmd/views/render/suggestion.hpp"

#include <algorithm>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t reasons_max = 20; ///< More than that nobody reads.
constexpr std::size_t about_max = 3;    ///< Entities that are told of in full.

std::string shown(const Entity& entity) {
  return std::string{store::word_of(entity.kind)} + " " + entity.name;
}

/// Says what the demand finds instead.
std::string difference(const Entity& entity, const Filter& demand) {
  const auto found = entity.facts.find(demand.fact);
  return shown(entity) + ": " + demand.fact + " is \""
         + (found == entity.facts.end() ? "" : found->second) + "\", wanted " + demand.text();
}

std::vector<Entity> first_of(const std::vector<Entity>& entities) {
  return {entities.begin(),
          entities.begin() + static_cast<std::ptrdiff_t>(std::min(entities.size(), about_max))};
}

/// Without filters, `wait unit db/0` means what Juju's wait-for means.
std::vector<Filter> usual_demands(store::EntityKind kind) {
  std::vector<Filter> demands{{"life", Comparison::Equal, "alive"}};
  if (kind != store::EntityKind::Relation)
    demands.push_back(
      {"status", Comparison::Equal, kind == store::EntityKind::Machine ? "started" : "active"});
  return demands;
}

} // namespace

tl::expected<Condition, UsageError>
Condition::parse(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  if (from >= to)
    return wrong("a condition is missing here, for example: unit db/0 status=active",
                 from == 0 ? 0 : from - 1);
  Condition condition;
  for (auto i = from; i < to; ++i)
    condition.text_ += (i == from ? "" : " ") + words[i];
  if (const auto compared = to - from == 3 ? parse_comparison(words[from + 1]) : std::nullopt) {
    condition.form_ = Form::Compare;
    condition.comparison_ = *compared;
    condition.left_ = words[from];
    condition.right_ = words[from + 2];
    return condition;
  }
  tl::expected<void, UsageError> done;
  if (words[from] == "hooks")
    done = condition.read_hooks(words, from, to);
  else if (words[from] == "count")
    done = condition.read_count(words, from, to);
  else if (words[from] == "any" || words[from] == "none" || words[from] == "all")
    done = condition.read_quantity(words, from, to);
  else
    done = condition.read_entity(words, from, to);
  if (!done)
    return tl::unexpected(done.error());
  return condition;
}

tl::expected<void, UsageError> Condition::read_filters(const std::vector<std::string>& words,
                                                       std::size_t from,
                                                       std::size_t to,
                                                       std::vector<Filter>& filters) {
  for (auto i = from; i < to; ++i) {
    auto filter = parse_filter(words[i], selector_.kinds);
    if (!filter)
      return wrong(filter.error(), i);
    filters.push_back(std::move(*filter));
  }
  return {};
}

tl::expected<void, UsageError>
Condition::read_entity(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  const auto kind = parse_kind(words[from]);
  if (!kind)
    return wrong(
      "unknown condition \"" + words[from] + "\""
        + nearest_or_all(words[from], {"unit", "application", "machine", "relation", "count", "any",
                                       "none", "all", "hooks", "settled"}),
      from);
  if (from + 1 == to)
    return wrong("which " + words[from] + "? Write its name after it", from);
  selector_.kinds = {*kind};
  // The name is taken as it is; whether the model has it is what the condition asks.
  selector_.filters = {{"name", Comparison::Equal, words[from + 1]}};
  if (from + 3 == to && words[from + 2] == "gone") {
    form_ = Form::None;
    return {};
  }
  form_ = Form::All;
  if (auto done = read_filters(words, from + 2, to, demands_); !done)
    return done;
  if (demands_.empty())
    demands_ = usual_demands(*kind);
  return {};
}

tl::expected<void, UsageError>
Condition::read_hooks(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  form_ = Form::Hooks;
  auto claim = HookClaim::parse(words, from + 1, to);
  if (!claim)
    return tl::unexpected(claim.error());
  hooks_ = std::move(*claim);
  return {};
}

tl::expected<void, UsageError>
Condition::read_count(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  form_ = Form::Count;
  if (to - from != 4)
    return wrong("write count SELECTOR == N, for example: count unit[app=db] == 3", from);
  auto selector = parse_selector(words[from + 1]);
  if (!selector)
    return wrong(selector.error(), from + 1);
  const auto comparison = parse_comparison(words[from + 2]);
  if (!comparison)
    return wrong("unknown comparison \"" + words[from + 2] + "\": write ==, !=, <, <=, > or >=",
                 from + 2);
  if (!store::parse_id(words[from + 3]))
    return wrong("\"" + words[from + 3] + "\" is no whole number", from + 3);
  selector_ = std::move(*selector);
  comparison_ = *comparison;
  right_ = words[from + 3];
  return {};
}

tl::expected<void, UsageError>
Condition::read_quantity(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  form_ = words[from] == "any" ? Form::Any : words[from] == "none" ? Form::None : Form::All;
  if (from + 1 == to)
    return wrong("write " + words[from] + " SELECTOR, for example: " + words[from]
                   + " unit[life=dying]",
                 from);
  const auto& first = words[from + 1];
  const auto kind_word = first.substr(0, first.find_first_of("[."));
  const auto is_filter =
    form_ != Form::All && !parse_kind(kind_word) && first.find('[') == std::string::npos;
  if (is_filter) {
    selector_.kinds = all_kinds();
    return read_filters(words, from + 1, to, selector_.filters);
  }
  auto selector = parse_selector(first);
  if (!selector)
    return wrong(selector.error(), from + 1);
  selector_ = std::move(*selector);
  if (form_ != Form::All)
    return read_filters(words, from + 2, to, selector_.filters);
  if (from + 2 == to)
    return wrong("write all SELECTOR FILTER..., for example: all unit[app=db] status=active",
                 from + 1);
  return read_filters(words, from + 2, to, demands_);
}

Condition::Finding Condition::look_all(const std::vector<Entity>& selected) const {
  if (selected.empty())
    return {false, "nothing fits: " + text_ + "\n", {}};
  std::string why;
  std::size_t failing = 0;
  std::vector<Entity> about;
  for (const auto& entity : selected) {
    const auto demand = std::find_if(demands_.begin(), demands_.end(),
                                     [&](const Filter& f) { return !f.fits(entity); });
    if (demand == demands_.end())
      continue;
    if (++failing <= reasons_max)
      why += difference(entity, *demand) + "\n";
    if (about.size() < about_max)
      about.push_back(entity);
  }
  if (failing > reasons_max)
    why += "and " + std::to_string(failing - reasons_max) + " more\n";
  return {failing == 0, why, std::move(about)};
}

explain::Named Condition::decided_by() const {
  return form_ == Form::Compare || form_ == Form::Hooks ? explain::Named{} : selector_.tells();
}

Condition::Finding Condition::look(const store::Contents& contents,
                                   const std::filesystem::path& data) const {
  if (form_ == Form::Hooks) {
    auto why = hooks_->contradiction(data);
    return {why.empty(), std::move(why), {}};
  }
  if (form_ == Form::Compare) {
    const auto holds = compare(left_, comparison_, right_);
    return {holds, holds ? "" : "it is \"" + left_ + "\" and \"" + right_ + "\"\n", {}};
  }
  const auto selected = selector_.select(contents);
  switch (form_) {
  case Form::Any:
    return {!selected.empty(), selected.empty() ? "nothing fits: " + text_ + "\n" : "", {}};
  case Form::All:
    return look_all(selected);
  case Form::Count: {
    const auto count = std::to_string(selected.size());
    const auto holds = compare(count, comparison_, right_);
    return {holds, holds ? "" : "there are " + count + ", wanted " + text_ + "\n", {}};
  }
  case Form::None:
  case Form::Hooks:
  case Form::Compare:
    break;
  }
  std::string why;
  for (std::size_t i = 0; i < std::min(selected.size(), reasons_max); ++i) {
    const auto reason = render::reason(contents, selected[i].kind, selected[i].name);
    why += shown(selected[i]) + " is there, " + selected[i].facts.at("life")
           + (reason.empty() ? "" : ": " + reason) + "\n";
  }
  if (selected.size() > reasons_max)
    why += "and " + std::to_string(selected.size() - reasons_max) + " more\n";
  return {selected.empty(), why, first_of(selected)};
}

tl::expected<Condition, UsageError> parse_assert(const Arguments& arguments) {
  const Rejoined line{"assert", arguments};
  auto condition = Condition::parse(line.words, 1, line.words.size());
  if (!condition)
    return line.placed(condition.error());
  return condition;
}

} // namespace orrery::cmd::console
