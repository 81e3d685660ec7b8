#include "test/engine/killed_at_sync.hpp"
#include "test/engine/process.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

/// Crashes while several models are made, used and destroyed.
namespace orrery::cmd {
namespace {

using test::named;
using test::Process;
using test::wait_until_gone;
namespace fs = std::filesystem;

/// Crashes of a usual run; all of them where the environment's ORRERY_EVERY_STEP is set.
constexpr std::uint64_t usual_crashes = 12;

std::string add_machines(Engine& engine, const std::string& name, int count) {
  const auto model = engine.find_model(name, "admin");
  if (!model)
    return name + " is not there";
  for (int i = 0; i < count; ++i)
    if (const auto added = model->run(protocol::AddMachine{}); !added.ok())
      return name + ": " + added.text;
  return "";
}

std::string make_with(Engine& engine, const std::string& name, int machines) {
  const auto made = engine.add(named(name));
  return made ? add_machines(engine, name, machines) : made.error();
}

std::string destroy_named(Engine& engine, const std::string& name) {
  for (const ModelFacts& facts : engine.all())
    if (facts.name == name)
      if (const auto ended = engine.destroy(facts.uuid, {}); !ended)
        return ended.error();
  return wait_until_gone(engine, name);
}

/// Makes and uses one, destroys another and makes it again, side by side with one that stays.
std::string change_models(Engine& engine) {
  std::string wrong = make_with(engine, "new", 2);
  if (wrong.empty())
    wrong = destroy_named(engine, "old");
  if (wrong.empty())
    wrong = make_with(engine, "old", 1);
  return wrong.empty() ? destroy_named(engine, "new") : wrong;
}

/// Looks at what a start finds where a change was interrupted: each model whole or not there.
/// @returns what is not so.
std::string look_after_crash(Engine& engine, const fs::path& data) {
  for (const ModelFacts& facts : engine.all())
    if (facts.life == store::Life::Dying)
      if (std::string left = wait_until_gone(engine, facts.name); !left.empty())
        return left;
  std::set<fs::path> places;
  for (const ModelFacts& facts : engine.all()) {
    const auto model = engine.find_model(facts.uuid, "admin");
    if (std::string wrong = add_machines(engine, facts.name, 1); !wrong.empty())
      return wrong;
    places.insert(model->data_directory());
    if (facts.name == "stays" && model->contents()->machines.size() != 4)
      return "the one that stays has lost a machine";
  }
  for (const auto& place : fs::directory_iterator(data / "models"))
    if (place.is_directory() && !places.contains(place.path()))
      return place.path().string() + " belongs to nobody";
  for (const char* name : {"new", "old"})
    if (!engine.find_model(name, "admin"))
      if (std::string wrong = make_with(engine, name, 1); !wrong.empty())
        return wrong;
  return engine.all().size() == 4 ? "" : "models are missing";
}

class Crashes : public testing::Test {
protected:
  /// Makes models on which each crash has a copy of its own.
  void SetUp() override {
    ASSERT_EQ(process_.run([](Engine& engine) {
      return make_with(engine, "stays", 3) + make_with(engine, "old", 2);
    }),
              "");
    fs::rename(process_.data, before_);
  }
  void TearDown() override { fs::remove_all(before_); }
  void begin_anew() const {
    fs::remove_all(process_.data);
    fs::copy(before_, process_.data, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  }

  Process process_;
  const fs::path before_ = process_.data.string() + ".before";
};

TEST_F(Crashes, MD34_wherever_one_comes_each_model_is_whole_or_not_there) {
  begin_anew();
  const std::string told = process_.run([](Engine& engine) {
    const std::uint64_t before = test::calls_made;
    const std::string wrong = change_models(engine);
    return wrong.empty() ? std::to_string(test::calls_made - before) : wrong;
  });
  ASSERT_EQ(told.find_first_not_of("0123456789"), told.npos) << told;
  const std::uint64_t steps = std::stoull(told);
  ASSERT_GT(steps, usual_crashes);
  const bool all = std::getenv("ORRERY_EVERY_STEP") != nullptr;
  std::uint64_t crashes = 0;
  for (std::uint64_t step = 1; step <= steps; step += all ? 1 : steps / usual_crashes) {
    SCOPED_TRACE("killed at call " + std::to_string(step) + " of " + std::to_string(steps));
    begin_anew();
    const std::string ended = process_.run([step](Engine& engine) {
      test::calls_to_live = step;
      return change_models(engine);
    });
    crashes += ended.find("(status 9)") != ended.npos ? 1 : 0;
    EXPECT_EQ(
      process_.run([this](Engine& engine) { return look_after_crash(engine, process_.data); }), "");
  }
  EXPECT_GT(crashes, usual_crashes / 2); // how many calls a run makes is not always the same
}

} // namespace
} // namespace orrery::cmd
