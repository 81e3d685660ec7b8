#include "cmd/session/session.hpp"
#include "cmd/verbs/dispatch.hpp"
#include "test/engine/leftovers.hpp"
#include "test/engine/process.hpp"

#include <gtest/gtest.h>

/// Models with units, made and destroyed by the score.
namespace orrery::cmd {
namespace {

using test::named;
using test::Process;
using test::wait_until_gone;
namespace fs = std::filesystem;

constexpr int how_many = 20;
constexpr std::size_t units_each = 5;

/// Keeps what a verb prints.
class Printed final : public Output {
public:
  void out(std::string_view text) override { text_ += text; }
  void err(std::string_view text) override { text_ += text; }
  [[nodiscard]] bool cancelled() override { return false; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

std::string nth(int i) {
  return "m" + std::to_string(i);
}

/// A charm without hooks beside a process's data.
fs::path charm_beside(const fs::path& data) {
  const fs::path charm = data.string() + ".charm";
  fs::create_directories(charm);
  std::ofstream(charm / "metadata.yaml") << "name: quiet\nsummary: s\ndescription: d\n";
  return charm;
}

/// Adds a model with five units of the charm. @returns what went wrong.
std::string add_with_units(Engine& engine, const std::string& name, const fs::path& charm) {
  if (const auto made = engine.add(named(name)); !made)
    return made.error();
  Printed printed;
  Session session;
  session.orchestrator = engine.find_model(name, "admin");
  session.models = &engine;
  session.model = name;
  session.output = &printed;
  session.directory = charm.parent_path();
  const auto deployed =
    run_verb(session, {"deploy", charm.string(), "app", "-n", std::to_string(units_each)});
  return deployed && *deployed == Exit::Fine ? "" : name + ": " + printed.text();
}

/// Waits until each model has settled with its five units.
std::string wait_for_units(Engine& engine) {
  for (int i = 0; i < how_many; ++i) {
    const auto model = engine.find_model(nth(i), "admin");
    if (!model->wait_settled(std::chrono::seconds{60}, [] { return false; }))
      return nth(i) + " does not settle";
    const auto contents = model->contents();
    if (!contents || contents->units.size() != units_each
        || contents->machines.size() != units_each)
      return nth(i) + " has not all of its units";
    for (const auto& [id, machine] : contents->machines)
      if (machine.address.empty())
        return nth(i) + " has a machine without an address";
  }
  return "";
}

/// Whether a file is of a store that is still open. What is in the trash is deleted at leisure, and
/// that thread opens directories only.
bool is_of_other_store(const std::string& file, const fs::path& data, const fs::path& first) {
  const bool is_in_trash = file.starts_with((data / "trash").string());
  const bool is_in_models = file.starts_with((data / "models").string());
  const bool is_of_first = file.starts_with(first.string());
  const bool is_of_store = file.find("/store/") != file.npos || file.find("/agents/") != file.npos;
  return (is_in_models && !is_of_first) || (is_in_trash && is_of_store);
}

/// @returns what is still there of models that are gone.
std::string left_of_models(Engine& engine, const fs::path& data, std::size_t blocks) {
  const fs::path first = engine.first()->data_directory();
  std::string left;
  for (const std::string& program : test::programs_of(data.string()))
    left += "a program: " + program + "\n";
  for (const auto& place : fs::directory_iterator(data / "models"))
    if (place.is_directory() && place.path() != first)
      left += "a directory: " + place.path().string() + "\n";
  for (const std::string& target : test::open_descriptors())
    if (is_of_other_store(target, data, first))
      left += "a descriptor: " + target + "\n";
  if (const std::size_t held = test::address_blocks_held(); held != blocks)
    left += std::to_string(held) + " blocks of addresses\n";
  const auto contents = engine.first()->contents();
  if (!contents || !contents->hosted_models.empty())
    left += "a record\n";
  return left;
}

TEST(Models, MD3_nothing_is_left_of_twenty_with_units_that_are_destroyed) {
  const Process process;
  const fs::path charm = charm_beside(process.data);
  EXPECT_EQ(process.run([&](Engine& engine) -> std::string {
    const std::size_t blocks = test::address_blocks_held();
    for (int i = 0; i < how_many; ++i)
      if (std::string wrong = add_with_units(engine, nth(i), charm); !wrong.empty())
        return wrong;
    if (std::string wrong = wait_for_units(engine); !wrong.empty())
      return wrong;
    if (test::address_blocks_held() != blocks + how_many)
      return "no model has addresses of its own";
    for (const ModelFacts& facts : engine.all())
      if (!facts.is_first)
        if (const auto ended = engine.destroy(facts.uuid, {}); !ended)
          return ended.error();
    for (int i = 0; i < how_many; ++i)
      if (std::string there = wait_until_gone(engine, nth(i)); !there.empty())
        return there;
    return left_of_models(engine, process.data, blocks);
  }),
            "");
  EXPECT_EQ(process.directories(), 1U);
  EXPECT_EQ(process.run([](Engine& engine) -> std::string {
    return engine.all().size() == 1 ? "" : "one is there again";
  }),
            "");
  fs::remove_all(charm);
}

} // namespace
} // namespace orrery::cmd
