// A restore begins an epoch: which fields are counters, and how far they jump.
#include "store/epoch.hpp"

#include "store/checkpoint.hpp"
#include "store/codec.hpp"
#include "test/support/contents.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace orrery::store {
namespace {

using test::StoreDirectory;

/// Both stores, with these records in the model's.
struct Model {
  explicit Model(const std::vector<Record>& records) {
    std::map<Key, std::string> sorted;
    for (const Record& record : records)
      sorted[key_of(record)] = encode(record);
    std::vector<Change> changes;
    for (auto& [key, value] : sorted)
      changes.push_back({key, value});
    EXPECT_TRUE(model->write(changes, 7));
    EXPECT_TRUE(notes->write({seen_of(*model)}, 5));
  }
  template <class Kind>
  [[nodiscard]] Kind read(const Key& key) const {
    const auto bytes = model->snapshot()->get(key).value();
    return std::get<Kind>(decode(key, bytes.value_or("")).value());
  }
  [[nodiscard]] tl::expected<void, StoreError> begin(const Counters& before = {}) const {
    return begin_epoch({*model, *notes}, 1000, before);
  }
  [[nodiscard]] Counters counters() const {
    return read_counters(*model->snapshot(), *notes->snapshot()).value();
  }

  StoreDirectory model_place;
  StoreDirectory notes_place;
  std::unique_ptr<Database> model = model_place.open().value();
  std::unique_ptr<Database> notes = notes_place.open().value();
};

std::string letters_of(const Counters& counters) {
  std::string letters;
  for (const auto& [key, fields] : counters.records)
    for (const auto& [name, value] : fields)
      letters += std::string(1, key.front()) + " " + name + "\n";
  return letters;
}

TEST(Epoch, knows_counters_by_the_names_of_their_fields) {
  const Model model(test::one_of_each());
  EXPECT_EQ(letters_of(model.counters()), "a config_version\n"
                                          "a next_unit\n"
                                          "b version\n"
                                          "l version\n"
                                          "m next_application\n"
                                          "m next_machine\n"
                                          "m next_named\n"
                                          "m next_relation\n"
                                          "m next_storage\n"
                                          "m next_task\n")
    << "a field that is new here jumps with a restore: is that meant?";
  EXPECT_EQ(model.counters().units.size(), 1U) << "by the application's name";
}

TEST(Epoch, each_counter_jumps_and_nothing_else_changes) {
  std::vector<Record> records = test::one_of_each();
  for (Record& record : records)
    if (auto* const application = std::get_if<Application>(&record))
      application->next_unit = 4; // it has no room there
  const Model model(records);
  const auto before = read_contents(*model.model->snapshot()).value();
  const auto begun = model.begin();
  ASSERT_TRUE(begun) << begun.error().text;
  auto after = read_contents(*model.model->snapshot()).value();
  EXPECT_EQ(after.model.next_machine, before.model.next_machine + 1000);
  EXPECT_EQ(after.model.next_relation, before.model.next_relation + 1000);
  EXPECT_EQ(after.model.next_application, before.model.next_application + 1000);
  EXPECT_GE(after.model.next_named, 1000U);
  after.model = before.model;
  for (auto& [name, application] : after.applications) {
    application.next_unit -= 1000;
    application.config_version -= 1000;
  }
  for (auto& [name, settings] : after.leader_settings)
    settings.version -= 1000;
  for (auto& [name, sequence] : after.sequences)
    sequence.next -= 1000;
  for (auto& [charm, sequence] : after.charm_sequences)
    sequence.next -= 1000;
  for (auto& [key, bag] : after.bags)
    bag.version -= 1000;
  EXPECT_EQ(after.model, before.model);
  EXPECT_EQ(after.applications, before.applications);
  EXPECT_EQ(after.leader_settings, before.leader_settings);
  EXPECT_EQ(after.sequences, before.sequences);
  EXPECT_GE(after.charm_sequences.at("web").next, before.charm_sequences.at("web").next);
  EXPECT_EQ(after.bags, before.bags);
  EXPECT_EQ(after.units, before.units);
  EXPECT_EQ(after.machines, before.machines);
  EXPECT_EQ(after.relations, before.relations);
  EXPECT_EQ(model.model->sequence(), 7U + 100'000U);
  EXPECT_EQ(model.notes->sequence(), 5U + 100'000U);
  EXPECT_TRUE(match_pair({*model.model, *model.notes}, "any", false)) << "they are a pair";
}

TEST(Epoch, what_is_counted_by_name_goes_on_beyond_every_name) {
  Charm charm;
  charm.url = "local:web-4000";
  charm.name = "web";
  charm.revision = 4000;
  const Model model({store::Model{}, charm, UnitSequence{"gone", 12}});
  ASSERT_TRUE(model.begin());
  EXPECT_EQ(model.read<store::Model>(model_key()).next_named, 5001U);
}

TEST(Epoch, the_counters_of_a_model_that_is_replaced_count_too) {
  Application web;
  web.name = "web";
  web.next_unit = 2;
  const Model backup({store::Model{"m", "u", 3, 4, 5, 0, 0}, web});
  web.next_unit = 5000;
  const Model replaced(
    {store::Model{"m", "u", 3000, 4, 5, 0, 0}, web, UnitSequence{"made since", 9}});
  ASSERT_TRUE(replaced.model->write({{"z", ""}}, 900'000));
  ASSERT_TRUE(backup.begin(replaced.counters()));
  EXPECT_EQ(backup.read<store::Model>(model_key()).next_machine, 4000U);
  EXPECT_EQ(backup.read<Application>(application_key("web")).next_unit, 6000U);
  EXPECT_EQ(backup.read<UnitSequence>(unit_sequence_key("made since")).next, 1009U);
  EXPECT_EQ(backup.model->sequence(), 1'000'000U);
}

TEST(Epoch, a_counter_without_room_changes_nothing_and_is_named) {
  const Model model({store::Model{"m", "u", ~MachineId{0}, 4, 5, 0, 0}});
  const auto begun = model.begin();
  ASSERT_FALSE(begun);
  EXPECT_NE(begun.error().text.find("next_machine"), std::string::npos) << begun.error().text;
  EXPECT_EQ(model.model->sequence(), 7U);
}

TEST(Checkpoint, two_stores_that_are_written_are_copied_at_one_moment) {
  const Model model({store::Model{}});
  std::atomic<bool> over = false;
  // Writes as journals do: a batch says what of the other one was on disk. Notes follow the model.
  std::thread writer([&] {
    for (int i = 1; !over; ++i)
      for (const auto& [written, other] : {std::pair(model.model.get(), model.notes.get()),
                                           std::pair(model.notes.get(), model.model.get())})
        ASSERT_TRUE(
          written->write({seen_of(*other), {"n", std::to_string(i)}}, written->sequence() + 1));
  });
  const StoreDirectory place;
  for (int i = 0; i < 5; ++i) {
    const auto at = place.store().parent_path() / std::to_string(i);
    std::filesystem::create_directories(at);
    const auto copied = copy_pair({*model.model, *model.notes}, at / "store", at / "agents");
    ASSERT_TRUE(copied) << copied.error().text;
    const auto records = look_into(at / "store");
    const auto notes = look_into(at / "agents");
    ASSERT_TRUE(records) << records.error().text;
    ASSERT_TRUE(notes) << notes.error().text;
    EXPECT_EQ((*records)->sequence(), copied->model);
    EXPECT_EQ((*notes)->sequence(), copied->notes);
    EXPECT_EQ(copied->records->sequence(), copied->model);
    const auto first = std::stoull((*records)->get("n").value().value_or("0"));
    const auto second = std::stoull((*notes)->get("n").value().value_or("0"));
    EXPECT_GE(first, second);
    EXPECT_LE(first, second + 1) << "nothing came between the two";
  }
  over = true;
  writer.join();
}

} // namespace
} // namespace orrery::store
