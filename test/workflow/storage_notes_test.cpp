// Notes of storages in the agents' store (ST28).
#include "actors/workflow/unit_notes_codec.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

Operation attached_hook() {
  Operation operation;
  operation.hook.kind = HookKind::StorageAttached;
  operation.hook.storage = "data/4294967295";
  operation.step = Step::Pending;
  operation.tried = true;
  return operation;
}

TEST(StorageNotes, ST28_a_storage_hook_in_hand_is_read_back_with_its_storage) {
  UnitNotes local;
  local.operation = attached_hook();
  UnitNotes read;
  ASSERT_TRUE(decode_core(read, "key", encode_core(local)));
  EXPECT_EQ(read, local);
}

TEST(StorageNotes, ST28_a_storage_hook_whose_storage_is_cut_off_is_refused) {
  UnitNotes local;
  local.operation = attached_hook();
  std::string bytes = encode_core(local);
  bytes.pop_back();
  UnitNotes read;
  const auto good = decode_core(read, "key", bytes);
  ASSERT_FALSE(good);
  EXPECT_EQ(good.error().what, "key: storage is cut off");
  EXPECT_EQ(read, UnitNotes{});
}

TEST(StorageNotes, ST28_keys_that_name_no_storage_are_refused) {
  for (const char* key : {"lweb/0:s", "lweb/0:sdata"}) {
    UnitNotes read;
    const auto good = read_notes_of(read, key, encode_storage());
    ASSERT_FALSE(good) << key;
    EXPECT_EQ(good.error().what, std::string(key) + ": no storage in the key");
  }
}

TEST(StorageNotes, ST28_values_of_an_unknown_layout_are_refused) {
  UnitNotes read;
  EXPECT_FALSE(read_notes_of(read, "lweb/0:sdata/0", std::string("\x02", 1)));
  EXPECT_FALSE(read_notes_of(read, "lweb/0:sdata/0", encode_storage() + "x"));
  EXPECT_TRUE(read.storages.empty());
}

TEST(StorageNotes, W8_go_with_their_unit) {
  PlayedUnit unit;
  unit.store_in("data/0").store_in("logs/12").settle();
  unit.local.operation.reset();
  for (const store::Change& change : erase(unit.local)) {
    EXPECT_FALSE(change.value);
    EXPECT_EQ(unit.disk.erase(change.key), 1U) << change.key;
  }
  EXPECT_TRUE(unit.disk.empty());
}

TEST(StorageNotes, ST23_order_is_by_name_then_number) {
  const StorageOrder before;
  EXPECT_TRUE(before("data/9", "data/10"));
  EXPECT_FALSE(before("data/10", "data/9"));
  EXPECT_TRUE(before("data/9", "data-b/0"));
  EXPECT_FALSE(before("data-b/0", "data/9"));
  EXPECT_FALSE(before("data/9", "data/9"));
}

} // namespace
} // namespace orrery::agents
