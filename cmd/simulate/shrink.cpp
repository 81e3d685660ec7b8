#include "cmd/simulate/shrink.hpp"

#include "cmd/simulate/simulation.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

namespace orrery::simulate {

namespace {

class Shrinking {
public:
  Shrinking(Story story,
            const std::function<void(std::size_t steps)>& progress,
            const std::function<std::string(const store::Contents&)>& judge)
    : progress_(progress), judge_(judge) {
    shrunk_.story = std::move(story);
  }

  Shrunk run() {
    Outcome outcome = play(shrunk_.story, false);
    if (outcome.findings.empty()) {
      to_the_end_ = true;
      outcome = play(shrunk_.story, true);
    }
    if (outcome.findings.empty())
      return std::move(shrunk_);
    shrunk_.finding = outcome.findings.front();
    kind_ = kind_of_finding(shrunk_.finding);
    shrunk_.story = std::move(outcome.story); // those after the finding are gone
    leave_out_trouble();
    leave_out_steps();
    return std::move(shrunk_);
  }

private:
  Outcome play(const Story& story, bool to_the_end) {
    ++shrunk_.runs;
    SimulationOptions options;
    options.story = &story;
    options.to_the_end = to_the_end;
    options.judge = judge_;
    return Simulation(std::move(options)).run();
  }

  /// @returns whether the same is found in it, which is then what is left
  bool try_out(const Story& less) {
    Outcome outcome = play(less, to_the_end_);
    if (outcome.findings.empty() || kind_of_finding(outcome.findings.front()) != kind_)
      return false;
    shrunk_.finding = std::move(outcome.findings.front());
    shrunk_.story = std::move(outcome.story);
    progress_(shrunk_.story.steps.size());
    return true;
  }

  void leave_out_trouble() {
    for (std::size_t Rates::*rate :
         {&Rates::hook_fails, &Rates::hook_hangs, &Rates::hook_leaves_programs, &Rates::task_fails,
          &Rates::task_is_slow}) {
      Story less = shrunk_.story;
      if (std::exchange(less.circumstances.rates.*rate, 0) != 0)
        (void)try_out(less);
    }
  }

  /// Delta debugging: a part of the steps after the other is left out; when none can be, smaller
  /// parts.
  void leave_out_steps() {
    std::size_t part = (shrunk_.story.steps.size() + 1) / 2;
    while (part > 0) {
      const bool any = leave_out_parts(part);
      if (part == 1 && !any)
        return;
      if (!any || part > shrunk_.story.steps.size())
        part = std::max<std::size_t>(part / 2, 1);
    }
  }

  /// From the end on: what is behind can be left out more often than what it rests on.
  bool leave_out_parts(std::size_t part) {
    bool any = false;
    std::size_t end = shrunk_.story.steps.size();
    while (end > 0) {
      end = std::min(end, shrunk_.story.steps.size());
      const std::size_t begin = end > part ? end - part : 0;
      Story less = shrunk_.story;
      less.steps.erase(std::next(less.steps.begin(), static_cast<std::ptrdiff_t>(begin)),
                       std::next(less.steps.begin(), static_cast<std::ptrdiff_t>(end)));
      any |= try_out(less);
      end = begin;
    }
    return any;
  }

  const std::function<void(std::size_t steps)>& progress_;
  const std::function<std::string(const store::Contents&)>& judge_;
  Shrunk shrunk_;
  std::string kind_;
  bool to_the_end_ = false; ///< It is found only when all is removed.
};

} // namespace

std::string kind_of_finding(const std::string& finding) {
  std::istringstream words(finding);
  std::string kind;
  for (std::string word; words >> word;) {
    const bool is_name =
      word.find_first_of("0123456789/") != std::string::npos || word.find(':') < word.size() - 1;
    kind += (kind.empty() ? "" : " ") + (is_name ? "#" : word);
  }
  return kind;
}

Shrunk shrink(Story story,
              const std::function<void(std::size_t steps)>& progress,
              const std::function<std::string(const store::Contents&)>& judge) {
  return Shrinking(std::move(story), progress, judge).run();
}

} // namespace orrery::simulate
