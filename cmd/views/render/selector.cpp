#include "cmd/views/render/selector.hpp"

#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <set>

namespace orrery::render {
namespace {

class Sieve {
public:
  Sieve(Picture& picture, const std::vector<Selector>& selectors)
    : picture_(picture), selectors_(selectors) {}

  void run() {
    for (const MachinePicture& machine : picture_.machines)
      if (selected(machine))
        chosen_machines_.insert(machine.machine->id);
    shown_machines_ = chosen_machines_;
    for (const ApplicationPicture& application : picture_.applications)
      picture_.roll.keep(application.application->name,
                         [this](const UnitPicture& principal) { return kept_of(principal); });
    std::erase_if(picture_.applications, [this](const ApplicationPicture& application) {
      return !selected(application) && !shown_applications_.contains(application.application->name);
    });
    for (const ApplicationPicture& application : picture_.applications)
      shown_applications_.insert(application.application->name);
    std::erase_if(picture_.machines, [this](const MachinePicture& machine) {
      return !shown_machines_.contains(machine.machine->id);
    });
    std::erase_if(picture_.relations, [this](const RelationPicture& relation) {
      const auto& ends = relation.relation->ends;
      return std::none_of(ends.begin(), ends.end(), [this](const store::RelationEnd& end) {
        return shown_applications_.contains(end.application);
      });
    });
  }

private:
  template <class Entity>
  bool selected(const Entity& entity) const {
    return std::any_of(selectors_.begin(), selectors_.end(),
                       [&entity](const Selector& selector) { return selector.matches(entity); });
  }

  Roll::Kept kept_of(const UnitPicture& principal) {
    const store::Unit& unit = *principal.unit;
    const bool chosen =
      selected(principal) || (unit.assigned && chosen_machines_.contains(unit.machine));
    Roll::Kept kept{chosen, {}};
    for (const UnitPicture& subordinate : principal.subordinates) {
      kept.subordinates.push_back(chosen || selected(subordinate));
      if (kept.subordinates.back())
        show(*subordinate.unit);
      kept.unit = kept.unit || kept.subordinates.back();
    }
    if (kept.unit)
      show(unit);
    return kept;
  }

  void show(const store::Unit& unit) {
    shown_applications_.insert(unit.application);
    if (unit.assigned)
      shown_machines_.insert(unit.machine);
  }

  Picture& picture_;
  const std::vector<Selector>& selectors_;
  std::set<store::MachineId> chosen_machines_, shown_machines_;
  std::set<std::string> shown_applications_;
};

} // namespace

bool fits(std::string_view pattern, std::string_view text) {
  // The last star takes one character more whenever the rest does not fit: no recursion, at most
  // |pattern| * |text|.
  constexpr auto none = std::string_view::npos;
  std::size_t p = 0, t = 0, star = none, star_end = 0;
  while (t < text.size()) {
    const bool slash = text[t] == '/';
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = t;
    } else if (p < pattern.size() && (pattern[p] == text[t] || (pattern[p] == '?' && !slash))) {
      ++p;
      ++t;
    } else if (star != none && text[star_end] != '/') {
      p = star + 1;
      t = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == none;
}

tl::expected<Selector, std::string> Selector::parse(std::string_view text) {
  const bool known =
    text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-/*?") == std::string_view::npos;
  if (text.empty() || !known)
    return tl::unexpected(
      "pattern \"" + escaped(text)
      + "\" contains invalid characters: use the name of an application, unit or machine, "
        "with * and ?, or a status word");
  return Selector(text);
}

tl::expected<std::vector<Selector>, std::string>
parse_selectors(const std::vector<std::string>& words) {
  std::vector<Selector> selectors;
  for (const std::string& word : words) {
    auto selector = Selector::parse(word);
    if (!selector)
      return tl::unexpected(selector.error());
    selectors.push_back(std::move(*selector));
  }
  return selectors;
}

bool Selector::is_status_word() const {
  static constexpr std::string_view words[] = {
    "active", "allocating",  "blocked", "down",    "error",   "executing",  "failed",  "idle",
    "lost",   "maintenance", "pending", "started", "stopped", "terminated", "unknown", "waiting"};
  return std::binary_search(std::begin(words), std::end(words), text_);
}

bool Selector::matches(const UnitPicture& unit) const {
  if (text_.find('/') != std::string::npos)
    return fits(text_, unit.unit->name)
           || (unit.leader && fits(text_, unit.unit->application + "/leader"));
  return fits(text_, unit.unit->application)
         || (is_status_word()
             && (unit.state.workload->value == text_ || unit.state.agent->value == text_));
}

bool Selector::matches(const ApplicationPicture& application) const {
  return fits(text_, application.application->name)
         || (is_status_word() && application.wanted == 0 && application.status.value == text_);
}

bool Selector::matches(const MachinePicture& machine) const {
  return std::to_string(machine.machine->id) == text_
         || (is_status_word() && machine.machine->status.value == text_);
}

void keep_selected(Picture& picture, const std::vector<Selector>& selectors) {
  if (selectors.empty())
    return;
  Sieve(picture, selectors).run();
  count_units(picture);
}

} // namespace orrery::render
