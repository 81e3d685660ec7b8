#include "cmd/simulate/step.hpp"

#include "cmd/simulate/asked.hpp"
#include "cmd/simulate/told.hpp"
#include "cmd/simulate/words.hpp"

#include <fmt/format.h>

#include <optional>

namespace orrery::simulate {

namespace {

constexpr std::string_view made_mark = " => ";

/// One line a kind: a new one without words does not compile.
struct Words {
  std::string operator()(const steps::Ask& s) const {
    return "ask " + told(s.command) + (s.made.empty() ? "" : std::string(made_mark) + s.made)
           + (s.made_on ? fmt::format(" on {}", *s.made_on) : "");
  }
  std::string operator()(const steps::Refresh& s) const {
    return "refresh " + s.application + (s.force_units ? " force-units" : "")
           + (s.force ? " force" : "");
  }
  std::string operator()(const steps::Execute& s) const {
    return std::string("execute ") + (s.beside ? "beside " : "")
           + (s.group.empty() ? "" : "in " + s.group + " ") + "at " + s.place;
  }
  std::string operator()(const steps::Cancel& s) const {
    return "cancel " + std::to_string(s.which);
  }
  std::string operator()(const steps::Handle& s) const {
    return fmt::format("handle {}", s.messages);
  }
  std::string operator()(const steps::Pass& s) const { return fmt::format("pass {}", s.at_most); }
  std::string operator()(const steps::Rest& s) const {
    return std::string("rest") + (s.waking ? " waking" : "") + (s.hours ? " hours" : "");
  }
  std::string operator()(const steps::Crash& s) const { return fmt::format("crash {}", s.effects); }
  std::string operator()(const steps::LoseNotes&) const { return "lose notes"; }
  std::string operator()(const steps::FailAgent& s) const {
    return fmt::format("fail {} {}", s.deployer ? "deployer" : "agent", s.unit);
  }
  std::string operator()(const steps::SlowAgent& s) const {
    return fmt::format("slow agent {} {}", s.milliseconds, s.whose);
  }
  std::string operator()(const steps::FailServant& s) const { return "fail servant " + s.name; }
  std::string operator()(const steps::LoseMachine& s) const {
    return fmt::format("lose machine {}", s.machine);
  }
  std::string operator()(const steps::FindMachine& s) const {
    return fmt::format("find machine {}", s.machine);
  }
  std::string operator()(const steps::KillPrograms& s) const {
    return fmt::format("kill programs {} {}", s.signal, s.unit);
  }
  std::string operator()(const steps::Reboot&) const { return "reboot"; }
  std::string operator()(const steps::SetClock& s) const {
    return fmt::format("set {}clock {}", s.running ? "running " : "", s.by);
  }
  std::string operator()(const steps::SlowDisk& s) const {
    return fmt::format("slow {} {}", s.model ? "model" : "notes", s.milliseconds);
  }
  std::string operator()(const steps::FailDisk& s) const {
    return fmt::format("fail {} {}{}", s.sync ? "sync" : "write", s.call, s.full ? " full" : "");
  }
  std::string operator()(const steps::CutPower& s) const {
    return fmt::format("cut power {} {} {}", s.call, s.seed, s.cut);
  }
};

std::optional<Doing> ask_of(LineWords& words) {
  const std::string text = words.rest();
  const std::size_t mark = text.find(made_mark);
  auto command = command_of(text.substr(0, mark));
  if (!command)
    return std::nullopt;
  steps::Ask ask{std::move(*command)};
  if (mark == std::string::npos)
    return ask;
  LineWords made(std::string_view(text).substr(mark + made_mark.size()));
  ask.made = made.next();
  if (made.take("on"))
    ask.made_on = made.number<store::MachineId>();
  return made.at_end() ? std::optional<Doing>(std::move(ask)) : std::nullopt;
}

std::optional<Doing> refresh_of(LineWords& words) {
  steps::Refresh refresh{std::string(words.next())};
  refresh.force_units = words.take("force-units");
  refresh.force = words.take("force");
  return refresh.application.empty() ? std::nullopt : std::optional<Doing>(std::move(refresh));
}

std::optional<Doing> failure_of(LineWords& words) {
  if (words.take("agent"))
    return steps::FailAgent{std::string(words.next()), false};
  if (words.take("deployer"))
    return steps::FailAgent{std::string(words.next()), true};
  if (words.take("servant"))
    return steps::FailServant{std::string(words.next())};
  const bool sync = words.take("sync");
  if (!sync && !words.take("write"))
    return std::nullopt;
  const auto call = words.number<std::uint64_t>();
  return call ? std::optional<Doing>(steps::FailDisk{sync, words.take("full"), *call})
              : std::nullopt;
}

std::optional<Doing> cut_of(LineWords& words) {
  if (!words.take("power"))
    return std::nullopt;
  const auto call = words.number<std::uint64_t>();
  const auto seed = words.number<std::uint64_t>();
  const auto cut = words.number<std::size_t>();
  return call && seed && cut ? std::optional<Doing>(steps::CutPower{*call, *seed, *cut})
                             : std::nullopt;
}

std::optional<Doing> slowness_of(LineWords& words) {
  if (words.take("agent")) {
    const auto time = words.number<store::Milliseconds>();
    return time ? std::optional<Doing>(steps::SlowAgent{words.rest(), *time}) : std::nullopt;
  }
  const bool model = words.take("model");
  if (!model && !words.take("notes"))
    return std::nullopt;
  const auto time = words.number<store::Milliseconds>();
  return time ? std::optional<Doing>(steps::SlowDisk{model, *time}) : std::nullopt;
}

/// `machine 3` behind `lose` or `find`.
template <class Kind>
std::optional<Doing> machine_step(LineWords& words) {
  const auto machine =
    words.take("machine") ? words.number<store::MachineId>() : std::optional<store::MachineId>{};
  return machine ? std::optional<Doing>(Kind{*machine}) : std::nullopt;
}

template <class Kind, class Number>
std::optional<Doing> counted_step(LineWords& words) {
  const auto number = words.number<Number>();
  return number ? std::optional<Doing>(Kind{*number}) : std::nullopt;
}

std::optional<Doing> killed_of(LineWords& words) {
  const auto signal = words.number<int>();
  return signal ? std::optional<Doing>(steps::KillPrograms{std::string(words.next()), *signal})
                : std::nullopt;
}

std::optional<Doing> clock_of(LineWords& words) {
  const bool running = words.take("running");
  if (!words.take("clock"))
    return std::nullopt;
  const auto by = words.number<store::Milliseconds>();
  return by ? std::optional<Doing>(steps::SetClock{*by, running}) : std::nullopt;
}

std::optional<Doing> execute_of(LineWords& words) {
  steps::Execute execute;
  execute.beside = words.take("beside");
  if (words.take("in"))
    execute.group = words.next();
  if (!words.take("at"))
    return std::nullopt;
  execute.place = words.rest();
  return execute;
}

Doing rest_of(LineWords& words) {
  steps::Rest rest{words.take("waking")};
  rest.hours = words.take("hours");
  return rest;
}

std::optional<Doing> doing_of(LineWords& words) {
  const std::string_view verb = words.next();
  if (verb == "ask")
    return ask_of(words);
  if (verb == "refresh")
    return refresh_of(words);
  if (verb == "execute")
    return execute_of(words);
  if (verb == "cancel")
    return counted_step<steps::Cancel, std::uint64_t>(words);
  if (verb == "handle")
    return counted_step<steps::Handle, std::uint64_t>(words);
  if (verb == "pass")
    return counted_step<steps::Pass, store::Milliseconds>(words);
  if (verb == "rest")
    return rest_of(words);
  if (verb == "crash")
    return counted_step<steps::Crash, std::uint64_t>(words);
  if (verb == "lose")
    return words.take("notes") ? std::optional<Doing>(steps::LoseNotes{})
                               : machine_step<steps::LoseMachine>(words);
  if (verb == "find")
    return machine_step<steps::FindMachine>(words);
  if (verb == "fail")
    return failure_of(words);
  if (verb == "kill" && words.take("programs"))
    return killed_of(words);
  if (verb == "reboot")
    return steps::Reboot{};
  if (verb == "set")
    return clock_of(words);
  if (verb == "slow")
    return slowness_of(words);
  return verb == "cut" ? cut_of(words) : std::nullopt;
}

} // namespace

std::string to_text(const Step& step) {
  return fmt::format("{} {}", step.number, std::visit(Words{}, step.doing));
}

tl::expected<Step, std::string> step_of(std::string_view text) {
  LineWords words(text);
  const auto number = words.number<std::uint64_t>();
  if (!number)
    return tl::unexpected(std::string("a step begins with its number, e.g. 17 rest"));
  auto doing = doing_of(words);
  if (!doing || !words.at_end())
    return tl::unexpected(fmt::format("\"{}\" is no step: see cmd/simulate/step.hpp", text));
  return Step{*number, std::move(*doing)};
}

} // namespace orrery::simulate
