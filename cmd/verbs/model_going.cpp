#include "cmd/verbs/model_going.hpp"

#include "cmd/session/access.hpp"
#include "cmd/views/explain/explanation.hpp"
#include "cmd/views/render/reason.hpp"

#include <algorithm>
#include <thread>

namespace orrery::cmd {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds shortest_rest{10}; // MD16
constexpr milliseconds longest_rest{2000};
constexpr milliseconds dot_interval{1000};
constexpr milliseconds interrupt_patience{200}; ///< Of a user who presses Ctrl-C.
constexpr std::size_t explained_max = 5;        ///< Entities of each kind.

std::string counted_part(std::size_t count, const std::string& what) {
  return count == 0 ? std::string{} : ", " + std::to_string(count) + " " + what;
}

} // namespace

ModelGoing::ModelGoing(Session& session, const ModelFacts& model)
  : session_{session}, model_{model}, patience_{shortest_rest} {}

bool ModelGoing::is_gone() const {
  const auto models = session_.models->all();
  return std::none_of(models.begin(), models.end(),
                      [&](const ModelFacts& each) { return each.uuid == model_.uuid; });
}

void ModelGoing::look() {
  contents_.reset();
  opened_ = session_.models->find_model(model_.uuid, asking_for(session_));
  if (opened_ == nullptr)
    return;
  sequence_ = opened_->wait_change(0, milliseconds{0});
  if (auto read = opened_->named({.kinds = "ha"})) // else it goes just now
    contents_ = std::move(*read);
}

void ModelGoing::tell() {
  const ModelRemains now =
    contents_ ? ModelRemains{contents_->machines.size(), contents_->applications.size()}
              : ModelRemains{};
  if (told_ == now && Clock::now() - told_at_ < dot_interval)
    return;
  told_at_ = Clock::now();
  if (told_ == now) {
    session_.err(".");
    return;
  }
  told_ = now;
  session_.err("\nWaiting for model to be removed" + counted_part(now.machines, "machine(s)")
               + counted_part(now.applications, "application(s)") + "...");
}

int ModelGoing::wait() {
  const auto until = Clock::now() + session_.timeout;
  session_.err("Destroying model");
  while (!is_gone()) {
    const auto began = Clock::now();
    look();
    tell();
    rest(until, 3 * (Clock::now() - began));
    if (session_.output->cancelled())
      return end_interrupted();
    if (Clock::now() >= until && !is_gone())
      return end_late();
  }
  session_.err("\nModel destroyed.\n");
  return Exit::Fine;
}

void ModelGoing::rest(Clock::time_point until, Clock::duration at_least) {
  const auto began = Clock::now();
  const auto end = std::min(began + patience_, until);
  bool has_changed = false;
  while (Clock::now() < end && !has_changed && !session_.output->cancelled()) {
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    const auto slice = std::min(left, interrupt_patience);
    const auto slice_began = Clock::now();
    has_changed = opened_ != nullptr && opened_->wait_change(sequence_, slice) != sequence_;
    if (!has_changed) // one that has gone waits for nothing
      std::this_thread::sleep_until(std::min(slice_began + slice, end));
  }
  patience_ = has_changed ? shortest_rest : std::min(2 * patience_, longest_rest);
  // In a busy model there is always a change: looking gets at most a quarter of the time.
  std::this_thread::sleep_until(
    std::min(began + std::max<Clock::duration>(shortest_rest, at_least), until));
}

int ModelGoing::end_interrupted() {
  std::string text = "\ndestroy model is still running in the background...\n";
  const std::size_t machines = told_ ? told_->machines : 0;
  const std::size_t applications = told_ ? told_->applications : 0;
  if (machines + applications > 0)
    text += "The following resources have not yet been removed:\n";
  if (machines > 0)
    text += " - " + std::to_string(machines) + " machine(s)\n";
  if (applications > 0)
    text += " - " + std::to_string(applications) + " application(s)\n";
  session_.err(text);
  return Exit::Failed;
}

int ModelGoing::end_late() {
  session_.err("\n");
  session_.fail(
    "model \"" + model_.name
    + "\" is still being removed: its removal goes on; --force goes past what holds it");
  explain_what_is_left();
  return Exit::TimedOut;
}

void ModelGoing::explain_what_is_left() {
  if (opened_ == nullptr || !contents_)
    return;
  const auto explain = [&](const explain::Subject& subject, const std::string& shown) {
    const auto found = opened_->around(subject);
    if (!found)
      return;
    const render::Index index(found->contents, found->omitted);
    const auto why = render::reason(index, subject.kind, subject.name);
    session_.err(" - " + shown + (why.empty() ? "" : ": " + why) + "\n");
  };
  std::size_t told = 0;
  for (const auto& [name, application] : contents_->applications)
    if (told++ < explained_max)
      explain({store::EntityKind::Application, name}, "application " + name);
  told = 0;
  for (const auto& [id, machine] : contents_->machines)
    if (told++ < explained_max)
      explain({store::EntityKind::Machine, std::to_string(id)}, "machine " + std::to_string(id));
}

} // namespace orrery::cmd
