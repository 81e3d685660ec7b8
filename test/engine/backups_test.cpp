#include "cmd/backup/desk.hpp"
#include "cmd/backup/restore.hpp"
#include "test/engine/process.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <map>

/// Backups of several models, and what a restore makes of them.
namespace orrery::cmd {
namespace {

using test::named;
using test::Process;
using test::wait_until_gone;
namespace fs = std::filesystem;

/// How many machines each model has, by its name.
using Machines = std::map<std::string, std::size_t>;

/// Adds a model with so many machines. @returns what went wrong.
std::string add_with(Engine& engine, const std::string& name, int machines) {
  if (const auto made = engine.add(named(name)); !made)
    return made.error();
  const auto model = engine.find_model(name, "admin");
  for (int i = 0; i < machines; ++i)
    if (const auto added = model->run(protocol::AddMachine{}); !added.ok())
      return added.text;
  return "";
}

std::string back_up(Engine& engine, const fs::path& place) {
  backup::Order order;
  order.directory = place;
  const auto made = engine.first()->backups()->make(order);
  return made ? "" : made.error();
}

Machines machines_of(Engine& engine) {
  Machines found;
  for (const ModelFacts& facts : engine.all())
    if (const auto contents = engine.find_model(facts.uuid, "admin")->contents())
      found[facts.name] = contents->machines.size();
  return found;
}

std::string compare(const Machines& found, const Machines& wanted) {
  std::string text;
  for (const auto& [name, count] : found)
    text += name + "=" + std::to_string(count) + " ";
  return found == wanted ? "" : text;
}

/// Restores a backup to a process's data. @returns its notes, or the error.
std::string restore_to(const Process& process, const backup::RestoreOrder& order) {
  return process.in_child([&] {
    const auto restored = backup::restore(order);
    std::string text = restored ? "" : "ERROR " + restored.error();
    if (restored)
      for (const std::string& note : restored->notes)
        text += note + "\n";
    return text;
  });
}

/// A process whose models a and b have two machines and one, and their backup.
class SavedModels : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(process_.run([this](Engine& engine) {
      std::string told = add_with(engine, "a", 2);
      told += add_with(engine, "b", 1);
      return told += back_up(engine, saved_);
    }),
              "");
  }
  void TearDown() override { fs::remove_all(saved_); }

  Process process_;
  fs::path saved_ = process_.data.string() + ".saved";
  const Machines all_{{"a", 2}, {"b", 1}, {"default", 1}};
};

TEST_F(SavedModels, MD1_are_as_they_were_in_another_place_and_count_on) {
  const Process other;
  const auto facts = backup::verify(saved_);
  ASSERT_TRUE(facts) << facts.error();
  ASSERT_EQ(facts->models.size(), 3U);
  EXPECT_EQ(facts->format, 2U);
  ASSERT_EQ(restore_to(other, {saved_, other.data}), "");
  EXPECT_EQ(other.run([this](Engine& engine) -> std::string {
    if (auto differs = compare(machines_of(engine), all_); !differs.empty())
      return differs;
    for (const auto& [name, machines] : all_) {
      const auto model = engine.find_model(name, "admin");
      const auto added = model->run(protocol::AddMachine{});
      if (!added.ok() || added.created != std::to_string(1000 + machines))
        return name + " begins no epoch: " + added.text + added.created;
    }
    if (engine.find_model("a", "admin")->contents()->model_config.values.at("mode") != "tests")
      return "its settings are gone";
    return engine.add(named("c")) ? "" : "none can be added";
  }),
            "");
}

TEST_F(SavedModels, MD1_one_alone_is_of_the_earlier_format) {
  const Process other;
  const fs::path saved = other.data.string() + ".saved";
  ASSERT_EQ(other.run([&](Engine& engine) { return back_up(engine, saved); }), "");
  const auto facts = backup::verify(saved);
  fs::remove_all(saved);
  ASSERT_TRUE(facts) << facts.error();
  EXPECT_EQ(facts->format, 1U);
  EXPECT_EQ(facts->models.size(), 1U);
}

TEST(Backups, SE4_without_key_none_comes_in_that_is_made_while_files_are_copied) {
  const Process process;
  const fs::path saved = process.data.string() + ".saved";
  ASSERT_EQ(process.run([&](Engine& engine) -> std::string {
    bool made_key = false;
    backup::Order order;
    order.directory = saved;
    order.with_key = false;
    order.cancelled = [&] { // asked before each file
      if (!made_key && fs::exists(saved.string() + ".new/manifest"))
        made_key =
          engine.first()->vault().value()->seal("9m4e2mr0ui3e8a215n4g", "a: b\n").has_value();
      return false;
    };
    const auto made = engine.first()->backups()->make(order);
    if (!made)
      return made.error();
    return made_key && fs::exists(engine.first()->data_directory() / "secrets.key") ? "" : "no key";
  }),
            "");
  EXPECT_FALSE(fs::exists(saved / "model/secrets.key"));
  fs::remove_all(saved);
}

TEST_F(SavedModels, MD34_a_restore_that_is_killed_leaves_the_ones_or_the_others_whole) {
  const Process other;
  ASSERT_EQ(other.run([](Engine& engine) { return add_with(engine, "c", 3); }), "");
  const fs::path before = other.data.string() + ".before";
  fs::rename(other.data, before);
  for (const char* step : {"begin", "make", "copy", "epoch", "sync", "commit", "finish", "none"}) {
    SCOPED_TRACE(step);
    fs::remove_all(other.data);
    fs::copy(before, other.data, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    backup::RestoreOrder order{saved_, other.data};
    order.at_step = [step](const char* at) {
      if (at == std::string(step))
        (void)std::raise(SIGKILL);
    };
    const std::string ended = restore_to(other, order);
    const bool is_done = step == std::string("none");
    EXPECT_EQ(ended.find("(status 9)") == std::string::npos, is_done) << ended;
    const bool is_new = is_done || step == std::string("finish");
    const Machines wanted = is_new ? all_ : Machines{{"c", 3}, {"default", 1}};
    EXPECT_EQ(other.run([&](Engine& engine) { return compare(machines_of(engine), wanted); }), "");
    EXPECT_FALSE(fs::exists(other.data / "restore"));
  }
  fs::remove_all(before);
}

TEST_F(SavedModels, MD34_others_are_put_aside_and_never_deleted) {
  ASSERT_EQ(process_.run([](Engine& engine) { return add_with(engine, "since", 1); }), "");
  backup::RestoreOrder order{saved_, process_.data};
  order.discard = true;
  const std::string refused = restore_to(process_, order);
  EXPECT_NE(refused.find("--discard would delete these: since."), std::string::npos) << refused;
  EXPECT_EQ(process_.directories(), 4U);
  order.discard = false;
  const std::string notes = restore_to(process_, order);
  EXPECT_NE(notes.find("put aside, too: since\n"), std::string::npos) << notes;
  EXPECT_NE(notes.find("the replaced models lie in "), std::string::npos) << notes;
  EXPECT_EQ(process_.directories(), 3U);
  EXPECT_EQ(process_.run([this](Engine& engine) { return compare(machines_of(engine), all_); }),
            "");
}

TEST_F(SavedModels, MD34_a_file_of_one_that_was_changed_is_named_before_anything_is_made) {
  const Process other;
  const auto facts = backup::verify(saved_);
  ASSERT_TRUE(facts);
  const fs::path file = saved_ / "models" / facts->models.back().uuid / "store" / "CURRENT";
  ASSERT_TRUE(fs::exists(file));
  std::ofstream(file) << "MANIFEST-9";
  const std::string refused = restore_to(other, {saved_, other.data});
  EXPECT_NE(refused.find(file.string()), std::string::npos) << refused;
  EXPECT_TRUE(fs::is_empty(other.data));
}

TEST_F(SavedModels, MD34_one_that_cannot_be_served_is_named_and_keeps_no_other_out) {
  const fs::path saved = process_.data.string() + ".again";
  ASSERT_EQ(process_.run([](Engine& engine) -> std::string {
    const fs::path place = engine.find_model("a", "admin")->data_directory();
    fs::rename(place / "store", place / "elsewhere");
    return "";
  }),
            "");
  EXPECT_EQ(process_.run([&](Engine& engine) -> std::string {
    backup::Order order;
    order.directory = saved;
    const auto made = engine.first()->backups()->make(order);
    if (!made)
      return made.error();
    return made->missing.size() == 1 && made->missing[0].starts_with("model admin/a: ")
               && made->facts.models.size() == 2
             ? ""
             : "not named";
  }),
            "");
  fs::remove_all(saved);
}

TEST(Backups, MD34_those_made_while_models_come_and_go_are_whole) {
  const Process process;
  const fs::path saved = process.data.string() + ".saved";
  constexpr int backups = 4;
  ASSERT_EQ(process.run([&](Engine& engine) -> std::string {
    std::atomic<bool> is_over = false;
    std::string wrong;
    std::thread changing([&] {
      for (int i = 0; !is_over && wrong.empty(); ++i) {
        const auto made = engine.add(named("m" + std::to_string(i)));
        if (!made)
          wrong = made.error();
        else if (const auto ended = engine.destroy(made->uuid, {}); !ended)
          wrong = ended.error();
      }
    });
    std::string failed;
    for (int i = 0; i < backups && failed.empty(); ++i)
      failed = back_up(engine, saved.string() + std::to_string(i));
    is_over = true;
    changing.join();
    return failed + wrong;
  }),
            "");
  for (int i = 0; i < backups; ++i) {
    const Process other;
    ASSERT_EQ(restore_to(other, {saved.string() + std::to_string(i), other.data}), "");
    EXPECT_EQ(other.run([](Engine& engine) -> std::string {
      std::string left;
      for (const ModelFacts& facts : engine.all())
        if (facts.life == store::Life::Dying) // all others are served
          left += wait_until_gone(engine, facts.name);
      for (const ModelFacts& facts : engine.all())
        if (const auto contents = engine.find_model(facts.uuid, "admin")->contents(); !contents)
          left += contents.error().text;
      return left;
    }),
              "");
    fs::remove_all(saved.string() + std::to_string(i));
  }
}

} // namespace
} // namespace orrery::cmd
