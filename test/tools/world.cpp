#include "test/tools/world.hpp"

namespace orrery::hooks {

World::World() {
  sight.unit = "web/0";
  sight.application = "web";
  sight.machine = 3;
  sight.address = "127.77.0.4";
  sight.hook = "config-changed";
  sight.bindings = {"admin", "db", "ring", "website"};
  sight.relations[1] = {1, "db", "mysql", false, {"mysql/0", "mysql/1"}};
  sight.relations[2] = {2, "ring", "web", true, {"web/1"}};
  sight.status = {"active", "ready", 1};
  model[{1, "web/0"}] = {{"private-address", "127.77.0.4"}};
  model[{1, "mysql/0"}] = {{"host", "127.77.0.5"}, {"port", "3306"}};
  model[{1, "mysql/1"}] = {};
  model[{1, "mysql/7"}] = {{"host", "gone"}};
  model[{1, "mysql"}] = {{"schema", "shop"}};
  model[{1, "web"}] = {{"user", "web"}};
  model[{2, "web"}] = {{"epoch", "4"}};
  model[{2, "web/1"}] = {{"rank", "1"}};
}

World& World::in_relation_hook(const std::string& kind) {
  sight.hook = "db-relation-" + kind;
  sight.relation = 1;
  sight.remote_application = "mysql";
  if (kind != "created" && kind != "broken")
    sight.remote_unit = "mysql/0";
  if (kind == "departed")
    sight.departing_unit = "mysql/0";
  return *this;
}

World& World::leading() {
  sight.leader = true;
  return *this;
}

void World::answer(const NeedSecret& need) {
  SecretState& known = state.secrets;
  known.looked = true;
  known.taken_by = taken_by;
  if (need.what == NeedSecret::What::NewId)
    known.new_id = "0123456789abcdefghi" + std::to_string(new_ids++);
  if (need.what == NeedSecret::What::Managed) {
    known.managed.emplace();
    for (const SecretSight& secret : secrets)
      if (secret.manages)
        known.managed->push_back(secret);
    return;
  }
  for (const SecretSight& secret : secrets)
    if (need.what == NeedSecret::What::ById ? secret.record.id == need.text
                                            : secret.record.label == need.text)
      known.found = secret;
}

ToolReply World::call(const std::vector<std::string>& arguments,
                      const std::optional<std::string>& input) {
  ToolCall call{arguments, "/charm", "", false};
  // A tool asks for its bags once, and for its input once.
  state.secrets.now = 1'000'000;
  for (int round = 0; round < 6; ++round) {
    ToolOutcome outcome = evaluate(sight, state, call);
    if (const NeedBags* need = std::get_if<NeedBags>(&outcome)) {
      for (const BagName& name : need->bags) {
        fetched.push_back(name);
        const auto found = model.find(name);
        state.bags[name] =
          found == model.end() ? std::nullopt : std::optional<store::Settings>(found->second);
      }
      continue;
    }
    if (const NeedStored* need = std::get_if<NeedStored>(&outcome)) {
      read.push_back(*need);
      if (*need == NeedStored::Kept)
        state.kept = kept;
      else if (*need == NeedStored::Goal)
        state.goal = goal;
      else if (*need == NeedStored::Trusted)
        state.trusted = trusted;
      else if (*need == NeedStored::Resources)
        state.resources = resources;
      else
        state.unit_statuses = statuses;
      continue;
    }
    if (const NeedResource* need = std::get_if<NeedResource>(&outcome)) {
      asked_for.push_back(need->name);
      state.resource_path = brought;
      continue;
    }
    if (const NeedSecret* need = std::get_if<NeedSecret>(&outcome)) {
      answer(*need);
      continue;
    }
    state.goal.reset();
    state.trusted.reset();
    state.unit_statuses.reset();
    state.resources.reset();
    state.resource_path.reset();
    state.secrets.forget_answers();
    ToolDone& done = std::get<ToolDone>(outcome);
    if (!done.reply.wants_input || !input) {
      effects.insert(effects.end(), done.effects.begin(), done.effects.end());
      for (const Effect& effect : done.effects)
        took_effect(sight, state, effect);
      return done.reply;
    }
    call.input = *input;
    call.has_input = true;
  }
  return {99, "", "asks without end", false, "", ""};
}

} // namespace orrery::hooks
