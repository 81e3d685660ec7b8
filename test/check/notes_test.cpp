#include "cmd/views/check/notes.hpp"

#include <gtest/gtest.h>

namespace orrery::check {
namespace {

/// Records in memory, in key order.
class MemorySnapshot final : public store::Snapshot {
public:
  explicit MemorySnapshot(const agents::NoteChanges& writes) {
    for (const store::Change& change : writes)
      values_[change.key] = *change.value;
  }
  std::uint64_t sequence() const override { return 1; }
  tl::expected<std::optional<std::string>, store::StoreError>
  get(const store::Key&) const override {
    return std::nullopt;
  }
  tl::expected<void, store::StoreError>
  scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const override {
    for (const auto& [key, value] : values_)
      if (key >= first && key.starts_with(prefix) && !visit(key, value))
        break;
    return {};
  }

private:
  std::map<std::string, std::string> values_;
};

agents::UnitNotes sample(const std::string& unit, agents::NoteChanges& writes) {
  agents::UnitNotes local;
  local.unit = unit;
  for (auto made : {agents::learn_relation(local, 3, "db", "mysql"), agents::queue(local, {}),
                    agents::start(local), agents::finish(local), agents::commit(local)})
    for (store::Change& change : made)
      writes.push_back(std::move(change));
  return local;
}

TEST(Notes, are_read_as_they_were_written) {
  agents::NoteChanges writes{{"d machine-3 web/1", "1"}, {"d web/1 log/0", "1"}};
  const auto one = sample("web/1", writes);
  const auto ten = sample("web/10", writes);
  const auto notes = read_notes(MemorySnapshot(writes));
  ASSERT_TRUE(notes);
  EXPECT_EQ(notes->units,
            (std::map<std::string, agents::UnitNotes>{{"web/1", one}, {"web/10", ten}}));
  EXPECT_EQ(notes->deployed, (std::set<Deployment>{{"machine-3", "web/1"}, {"web/1", "log/0"}}));
  EXPECT_EQ(notes->unreadable, std::vector<std::string>{});
}

TEST(Notes, that_cannot_be_read_are_listed_and_stop_nothing) {
  agents::NoteChanges writes{{"d machine-3", "1"}, {"lweb/0:u", "\xff"}, {"nonsense", "x"}};
  const auto one = sample("web/1", writes);
  const auto notes = read_notes(MemorySnapshot(writes));
  ASSERT_TRUE(notes);
  EXPECT_EQ(notes->units, (std::map<std::string, agents::UnitNotes>{{"web/1", one}}));
  ASSERT_EQ(notes->unreadable.size(), 3U);
  EXPECT_EQ(notes->unreadable[0], "d machine-3: no holder and unit in the key");
  EXPECT_TRUE(notes->unreadable[1].starts_with("lweb/0:u")) << notes->unreadable[1];
  EXPECT_EQ(notes->unreadable[2], "nonsense: no key of the agents' store");
}

} // namespace
} // namespace orrery::check
