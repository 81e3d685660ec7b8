#include "store/packed_units.hpp"

#include "store/codec.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <map>

namespace orrery::store {
namespace {

using test::StoreDirectory;

Unit unit_of(const std::string& name, Life life = Life::Alive) {
  Unit unit;
  unit.name = name;
  unit.application = application_of(name);
  unit.life = life;
  return unit;
}

UnitStatus status_of(const std::string& unit, const std::string& message) {
  UnitStatus status;
  status.unit = unit;
  status.workload = {"active", message, 7};
  return status;
}

std::vector<std::string> names_of(const PackedUnits& units) {
  std::vector<std::string> names;
  for (std::size_t place = 0; place < units.size(); ++place)
    names.push_back(units.name(place));
  return names;
}

/// Writes records, and reads the units.
class ReadPackedUnits : public testing::Test {
protected:
  void put(const Record& record) { bytes_[key_of(record)] = encode(record); }
  void put(const Key& key, const std::string& bytes) { bytes_[key] = bytes; }

  tl::expected<PackedUnits, StoreError> read() {
    std::vector<Change> changes;
    for (const auto& [key, bytes] : bytes_)
      changes.push_back({key, bytes});
    database_ = directory_.open().value();
    EXPECT_TRUE(database_->write(changes, 1));
    return read_packed_units(*database_->snapshot());
  }
  [[nodiscard]] Contents contents() const { return read_contents(*database_->snapshot()).value(); }

private:
  StoreDirectory directory_;
  std::unique_ptr<Database> database_;
  std::map<Key, std::string> bytes_;
};

TEST(PackedUnits, are_in_the_order_of_keys_and_found_by_name) {
  Contents contents;
  for (const char* name : {"web/10", "web/2", "web-log/0", "db/7"})
    insert(contents, unit_of(name));
  const PackedUnits units = pack_units(contents);
  EXPECT_EQ(names_of(units), (std::vector<std::string>{"db/7", "web-log/0", "web/2", "web/10"}));
  EXPECT_EQ(units.find("web/10"), 3U);
  EXPECT_EQ(units.find("web-log/0"), 1U);
  for (const char* name : {"web/3", "we/2", "web", "webs/2", "x/0"})
    EXPECT_EQ(units.find(name), std::nullopt) << name;
  ASSERT_NE(units.run_of("web"), nullptr);
  EXPECT_EQ(units.run_of("web")->first, 2U);
  EXPECT_EQ(units.run_of("web")->count, 2U);
  EXPECT_EQ(units.run_of("w"), nullptr);
}

TEST(PackedUnits, come_out_as_they_went_in) {
  Contents contents;
  Unit subordinate = unit_of("log/0", Life::Dying);
  subordinate.principal = "web/0";
  insert(contents, subordinate);
  insert(contents, unit_of("web/0"));
  UnitStatus status = status_of("log/0", "ready");
  status.ports = {{"tcp", 80, 80}};
  insert(contents, status);
  const PackedUnits units = pack_units(contents);

  ReportedUnit unpacked;
  units.unpack(0, unpacked);
  EXPECT_EQ(unpacked.unit, subordinate);
  ASSERT_NE(unpacked.report(), nullptr);
  EXPECT_EQ(*unpacked.report(), status);
  units.unpack(1, unpacked);
  EXPECT_EQ(unpacked.unit, unit_of("web/0"));
  EXPECT_EQ(unpacked.report(), nullptr);

  ASSERT_EQ(units.subordinates().size(), 1U);
  EXPECT_EQ(units.subordinates()[0].unit, 0U);
  EXPECT_EQ(units.subordinates()[0].principal, "web/0");
  EXPECT_TRUE(units.any_leaving());
}

TEST(PackedUnits, take_a_record_of_any_size) {
  Contents contents;
  for (const std::size_t size : {1U, 65'535U, 65'536U, 200'000U, 3U}) {
    const std::string name = "web/" + std::to_string(size);
    insert(contents, unit_of(name));
    insert(contents, status_of(name, std::string(size, 'x')));
  }
  const PackedUnits units = pack_units(contents);
  for (std::size_t place = 0; place < units.size(); ++place) {
    ReportedUnit unpacked;
    units.unpack(place, unpacked);
    EXPECT_EQ(unpacked.unit.name, "web/" + std::to_string(unpacked.status.workload.message.size()));
  }
}

TEST_F(ReadPackedUnits, finds_to_each_its_status) {
  constexpr int batches_and_more = 2'500;
  for (int i = 0; i < batches_and_more; ++i) {
    const std::string name = "web/" + std::to_string(i);
    if (i % 7 != 3)
      put(unit_of(name));
    if (i % 5 != 2) // also of units that are not there
      put(status_of(name, std::to_string(i)));
  }
  put(status_of("a/0", "before all"));
  put(status_of("z/0", "behind all"));
  put(unit_of("db/0"));
  const auto units = read();
  ASSERT_TRUE(units) << units.error().text;
  const Contents all = contents();
  EXPECT_EQ(units->size(), all.units.size());
  EXPECT_FALSE(units->any_leaving());
  std::size_t reported = 0;
  for (std::size_t place = 0; place < units->size(); ++place) {
    ReportedUnit unpacked;
    units->unpack(place, unpacked);
    const auto status = all.statuses.find(unpacked.unit.name);
    ASSERT_EQ(unpacked.reported, status != all.statuses.end()) << unpacked.unit.name;
    reported += unpacked.reported ? 1 : 0;
    if (unpacked.reported) {
      EXPECT_EQ(unpacked.status, status->second);
    }
    EXPECT_EQ(units->find(unpacked.unit.name), place);
  }
  EXPECT_GT(reported, 1'000U);
}

TEST_F(ReadPackedUnits, is_nothing_of_an_empty_model) {
  put(status_of("web/0", "of no unit"));
  const auto units = read();
  ASSERT_TRUE(units);
  EXPECT_EQ(units->size(), 0U);
}

TEST_F(ReadPackedUnits, names_a_record_that_is_damaged) {
  put(unit_of("web/0"));
  put(unit_of("web/1"));
  put(unit_key("web/1"), "");
  const auto units = read();
  ASSERT_FALSE(units);
  EXPECT_EQ(units.error().kind, StoreError::Kind::Corrupt);
  EXPECT_NE(units.error().text.find("key uweb/0000000001"), std::string::npos)
    << units.error().text;
}

TEST_F(ReadPackedUnits, names_a_status_that_is_damaged) {
  put(unit_of("web/0"));
  put(unit_status_key("web/0"), ""); // not taken for none
  const auto units = read();
  ASSERT_FALSE(units);
  EXPECT_NE(units.error().text.find("key sweb/0000000000"), std::string::npos)
    << units.error().text;
}

} // namespace
} // namespace orrery::store
