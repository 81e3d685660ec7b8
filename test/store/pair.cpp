// Two stores of one model: what is missing, older or another's.
#include "store/pair.hpp"

#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

using test::StoreDirectory;

const std::string uuid = "0cc175b9-c0f1-4b6a-831c-399e26977266";

/// Both stores, each in a directory of its own.
struct Stores {
  StoreDirectory model_place;
  StoreDirectory notes_place;
  std::unique_ptr<Database> model = model_place.open().value();
  std::unique_ptr<Database> notes = notes_place.open().value();

  [[nodiscard]] tl::expected<std::vector<std::string>, StoreError> match(bool accept = false) {
    return match_pair({*model, *notes}, uuid, accept);
  }
  /// One batch of a store, as a journal writes it.
  static void write(Database& database, const Database& other) {
    const auto number = database.sequence() + 1;
    ASSERT_TRUE(database.write({seen_of(other), {"key", std::to_string(number)}}, number));
  }
  void live(int times) {
    for (int i = 0; i < times; ++i) {
      write(*notes, *model);
      write(*model, *notes);
    }
  }
};

/// Somebody deletes the store, its witness too.
void lose(const StoreDirectory& place, std::unique_ptr<Database>& database) {
  database.reset();
  std::filesystem::remove_all(place.store());
  std::filesystem::remove(place.witness());
  database = place.open().value();
}

TEST(Pair, new_stores_and_those_of_earlier_programs_get_the_models_identity) {
  Stores stores;
  test::write_batches(*stores.notes, 3);
  ASSERT_TRUE(stores.match());
  const auto sequence = stores.model->sequence();
  const auto again = stores.match();
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_TRUE(again->empty());
  EXPECT_EQ(stores.model->sequence(), sequence) << "written once";
  stores.live(3);
  EXPECT_TRUE(stores.match());
  EXPECT_EQ(test::count_keys(*stores.notes), 3U) << "no scan shows it";
}

TEST(Pair, a_store_that_was_deleted_with_its_witness_is_missed) {
  for (const bool notes_lost : {false, true}) {
    Stores stores;
    ASSERT_TRUE(stores.match());
    stores.live(3);
    if (notes_lost)
      lose(stores.notes_place, stores.notes);
    else
      lose(stores.model_place, stores.model);
    const auto found = stores.match();
    ASSERT_FALSE(found) << notes_lost;
    EXPECT_EQ(found.error().kind, StoreError::Kind::LostData);
    EXPECT_EQ(found.error().text.find(notes_lost ? "the agents' store holds" : "the model's store"),
              0U)
      << found.error().text;
    EXPECT_NE(found.error().text.find("--accept-loss"), std::string::npos);
    const auto accepted = stores.match(true);
    ASSERT_TRUE(accepted) << accepted.error().text;
    EXPECT_EQ(accepted->size(), 1U);
    const auto after = stores.match();
    ASSERT_TRUE(after) << after.error().text;
    EXPECT_TRUE(after->empty()) << "once accepted it is not found again";
  }
}

TEST(Pair, an_older_copy_with_its_own_witness_is_missed) {
  Stores stores;
  ASSERT_TRUE(stores.match());
  stores.live(2);
  stores.notes.reset();
  const auto copy = stores.model_place.store().parent_path() / "copy";
  const auto witness = test::read_file(stores.notes_place.witness());
  std::filesystem::copy(stores.notes_place.store(), copy);
  stores.notes = stores.notes_place.open().value();
  stores.live(1);
  stores.notes.reset();
  std::filesystem::remove_all(stores.notes_place.store());
  std::filesystem::rename(copy, stores.notes_place.store());
  test::write_file(stores.notes_place.witness(), witness);
  stores.notes = stores.notes_place.open().value();
  const auto found = stores.match();
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().text.find("was written when transaction"), std::string::npos)
    << found.error().text;
}

TEST(Pair, a_crash_loses_nothing_of_what_a_store_says_of_the_other) {
  Stores stores;
  ASSERT_TRUE(stores.match());
  stores.live(2);
  for (int i = 0; i < 3; ++i) { // one is ahead of the other
    Stores::write(*stores.notes, *stores.model);
    EXPECT_TRUE(stores.match());
  }
}

TEST(Pair, another_models_store_is_refused_even_where_a_loss_is_accepted) {
  Stores stores;
  ASSERT_TRUE(match_pair({*stores.model, *stores.notes}, "another", false));
  for (const bool accept : {false, true}) {
    const auto found = stores.match(accept);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text.find("belongs to model another"), std::string::npos)
      << found.error().text;
  }
}

} // namespace
} // namespace orrery::store
