#include "store/codec.hpp"

#include "store/fields.hpp"
#include "store/keys.hpp"
#include "store/packed.hpp"
#include "test/support/contents.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace orrery::store {
namespace {

using namespace std::string_literals;

std::string fault_of(const Key& key, const std::string& bytes) {
  const auto record = decode(key, bytes);
  return record ? "none" : record.error().what;
}

TEST(Codec, gives_back_every_record) {
  for (const Record& record : test::one_of_each()) {
    const auto decoded = decode(key_of(record), encode(record));
    ASSERT_TRUE(decoded) << decoded.error().what;
    EXPECT_EQ(*decoded, record) << key_of(record);
  }
}

TEST(Codec, gives_back_empty_records) {
  const auto decoded = decode(unit_status_key(""), encode(UnitStatus{}));
  ASSERT_TRUE(decoded) << decoded.error().what;
  EXPECT_EQ(std::get<UnitStatus>(*decoded), UnitStatus{});
}

TEST(Packed, gives_back_what_it_was_given) {
  for (const Record& record : test::one_of_each()) {
    if (const auto* status = std::get_if<UnitStatus>(&record)) {
      EXPECT_EQ(Packed<UnitStatus>(*status).unpack(), *status);
    }
    if (const auto* bag = std::get_if<Bag>(&record)) {
      EXPECT_EQ(Packed<Bag>(*bag).unpack(), *bag);
    }
  }
  EXPECT_EQ(Packed<UnitStatus>().unpack(), UnitStatus{});
}

TEST(Codec, gives_back_the_ends_of_every_number) {
  for (const auto since :
       {std::numeric_limits<Milliseconds>::min(), Milliseconds{-1}, Milliseconds{0},
        Milliseconds{63}, Milliseconds{64}, std::numeric_limits<Milliseconds>::max()}) {
    const Record record = Cleanup{1, since};
    EXPECT_EQ(decode(key_of(record), encode(record)).value(), record) << since;
  }
  for (const std::uint64_t uid : {0ULL, 127ULL, 128ULL, ~0ULL}) {
    Application application;
    application.uid = uid;
    EXPECT_EQ(std::get<Application>(decode(application_key(""), encode(application)).value()).uid,
              uid);
  }
}

/// Counts the visits; where a field is bound but never visited, it would be lost without a word.
struct Counting {
  std::size_t count = 0;
  void operator()(const char*, const auto&) { ++count; }
};

TEST(Codec, has_a_byte_layout_that_stays_as_it_is) {
  EXPECT_EQ(encode(Scope{300, "web/3", Role::Provider, "a/2", true}),
            "\x01\xac\x02\x05web/3\x01\x03"
            "a/2\x01"s);
  EXPECT_EQ(encode(Bag{1, "w", 2, {{"a", "x"}}, "c/1"}), "\x02\x01\x01w\x02\x01\x01"
                                                         "a\x01x\x03"
                                                         "c/1"s);
  EXPECT_EQ(encode(LeaderSettings{"w", 2, {{"a", "x"}}}), "\x01\x01w\x02\x01\x01"
                                                          "a\x01x"s);
  EXPECT_EQ(encode(Cleanup{1, -1}), "\x01\x01\x01"s);
}

TEST(Codec, reads_a_bag_of_the_first_layout) {
  const auto bag = decode(bag_key(1, "w"), "\x01\x01\x01w\x02\x01\x01"
                                           "a\x01x"s);
  ASSERT_TRUE(bag) << bag.error().what;
  EXPECT_EQ(std::get<Bag>(*bag), (Bag{1, "w", 2, {{"a", "x"}}, ""}));
}

TEST(Codec, reads_a_charm_of_the_layouts_before) {
  Charm charm;
  charm.url = "local:web-1";
  charm.name = "web";
  std::string bytes = encode(charm);
  bytes.pop_back(); // no resources; beside them no storage
  for (const char layout : {'\5', '\4', '\3', '\2', '\1'}) {
    bytes.front() = layout;
    bytes.pop_back(); // no storage; no source; no version; no actions; then no extra bindings
    const auto read = decode(charm_key("local:web-1"), bytes);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(std::get<Charm>(*read), charm);
  }
}

TEST(Codec, reads_a_secret_of_the_first_layout_as_one_whose_readers_are_told) {
  Secret secret;
  secret.id = "00000000000000000001";
  secret.owner = "db";
  secret.newest = 1;
  secret.revisions = {{1, 0, 0}};
  std::string bytes = encode(secret);
  bytes.front() = '\1';
  bytes.pop_back(); // nobody is being told
  const auto read = decode(secret_key("db", secret.id), bytes);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(std::get<Secret>(*read), secret);
}

TEST(Codec, counts_operations_of_a_model_of_an_older_layout_from_1) {
  Model model;
  model.name = "shop";
  std::string bytes = encode(model);
  bytes.front() = '\3';
  bytes.erase(bytes.size() - 2); // no life, no next storage
  EXPECT_EQ(std::get<Model>(decode(model_key(), bytes).value()), model);
  bytes.front() = '\2';
  bytes.pop_back(); // no next task either
  const auto read = decode(model_key(), bytes);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(std::get<Model>(*read).next_task, 1U);
}

TEST(Codec, reads_an_application_of_the_layouts_before) {
  Application application;
  application.name = "web";
  std::string bytes = encode(application);
  bytes.front() = '\4';
  bytes.erase(bytes.size() - 3); // no storage, nor its end, no changes of its charm (RS5)
  EXPECT_EQ(std::get<Application>(decode(application_key("web"), bytes).value()), application);
  bytes.front() = '\3';
  bytes.pop_back(); // no constraints
  EXPECT_EQ(std::get<Application>(decode(application_key("web"), bytes).value()), application);
  bytes.pop_back(); // no older charms
  for (const char layout : {'\2', '\1'}) {
    bytes.front() = layout;
    bytes.pop_back(); // whether units in error are forced; then whether it is trusted
    const auto read = decode(application_key("web"), bytes);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(std::get<Application>(*read), application);
  }
}

TEST(Codec, MD69_reads_machines_and_a_models_configuration_from_before_constraints) {
  Machine machine;
  machine.id = 3;
  machine.keep_data = true;
  std::string bytes = encode(machine);
  bytes.front() = '\2';
  bytes.pop_back(); // no constraints
  EXPECT_EQ(std::get<Machine>(decode(machine_key(3), bytes).value()), machine);
  const ModelConfig config{{{"mode", "m"}}};
  bytes = encode(config);
  bytes.front() = '\1';
  bytes.pop_back();
  EXPECT_EQ(std::get<ModelConfig>(decode(key_of(config), bytes).value()), config);
}

TEST(Codec, reads_a_unit_of_the_layouts_before) {
  Unit unit;
  unit.name = "web/0";
  unit.charm = "local:web-1";
  std::string first = encode(unit);
  first.front() = '\2';
  first.pop_back(); // no changes of its charm (RS5)
  EXPECT_EQ(std::get<Unit>(decode(unit_key("web/0"), first).value()), unit);
  first.front() = '\1';
  first.pop_back(); // no upgrade that it passed over
  const auto read = decode(unit_key("web/0"), first);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(std::get<Unit>(*read), unit);
}

TEST(Codec, reads_a_units_status_of_the_first_layout) {
  UnitStatus status;
  status.unit = "web/0";
  status.ports = {{"tcp", 80, 80}};
  status.error.stderr_tail = "why";
  std::string first = encode(status);
  first.front() = '\1';
  first.pop_back();                      // for which endpoint
  first.erase(first.find("why") + 3, 1); // whether a program has ended
  const auto read = decode(unit_status_key("web/0"), first);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(std::get<UnitStatus>(*read), status);
}

TEST(Codec, reads_a_relation_of_the_first_layout_and_takes_one_with_units_for_joined) {
  for (const std::uint32_t units : {0U, 2U}) {
    Relation relation;
    relation.key = "a:b c:d";
    relation.unit_count = units;
    relation.skip_failed_hooks = true;
    std::string first = encode(relation);
    first.front() = '\1';
    first.pop_back(); // the status
    const auto read = decode(relation_key(0), first);
    ASSERT_TRUE(read) << read.error().what;
    relation.status = units > 0 ? RelationStatus::Joined : RelationStatus::Joining;
    EXPECT_EQ(std::get<Relation>(*read), relation);
    EXPECT_FALSE(decode(relation_key(0), first + '\0')) << "it has no status";
  }
}

TEST(Codec, visits_every_field) {
  const Application application;
  Counting counting;
  fields(application, counting);
  EXPECT_EQ(counting.count, 22U);
}

TEST(Codec, refuses_a_record_cut_at_any_byte) {
  for (const Record& record : test::one_of_each()) {
    const auto bytes = encode(record);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(decode(key_of(record), bytes.substr(0, size)))
        << key_of(record) << " cut at " << size;
  }
}

TEST(Codec, refuses_bytes_after_the_last_field) {
  for (const Record& record : test::one_of_each())
    EXPECT_NE(fault_of(key_of(record), encode(record) + '\0').find("1 bytes too many"),
              std::string::npos);
}

TEST(Codec, reads_flipped_bits_as_an_error_or_as_exactly_what_they_say) {
  for (const Record& record : test::one_of_each()) {
    const auto bytes = encode(record);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      auto flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
      if (const auto decoded = decode(key_of(record), flipped)) {
        EXPECT_EQ(encode(*decoded), flipped) << key_of(record) << " bit " << bit;
      }
    }
  }
}

TEST(Codec, survives_bytes_of_chance) {
  std::mt19937 random(20); // NOLINT: the same every time
  const auto records = test::one_of_each();
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(1 + random() % 63, '\1');
    for (std::size_t i = 1; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(random() % (round % 2 == 0 ? 256 : 8));
    const Record& known = records[random() % records.size()];
    bytes.front() = encode(known).front(); // older layouts are not written again
    if (const auto decoded = decode(key_of(known), bytes)) {
      EXPECT_EQ(encode(*decoded), bytes);
    }
  }
}

TEST(Codec, names_key_and_field_and_fault) {
  EXPECT_EQ(fault_of("x0000000001", ""), "key x0000000001: field version: ends too early");
  EXPECT_EQ(fault_of("x0000000001", "\x02"s),
            "key x0000000001: field version: unknown layout 2, this program knows 1");
  EXPECT_EQ(fault_of("r0000000001", "\x03"s),
            "key r0000000001: field version: unknown layout 3, this program knows 1 to 2");
  EXPECT_EQ(fault_of("r0000000001", "\x00"s),
            "key r0000000001: field version: unknown layout 0, this program knows 1 to 2");
  EXPECT_EQ(fault_of("x0000000001", "\x01\x01"s), "key x0000000001: field since: ends too early");
  EXPECT_EQ(fault_of("h0000000001", "\x01\x01\x03"s),
            "key h0000000001: field life: unknown enumerator 3");
  EXPECT_EQ(fault_of("h0000000001", "\x01\x01\x01\x00\x05web"s),
            "key h0000000001: field turn.cause: announces 5 bytes where 3 bytes are left");
  EXPECT_EQ(fault_of("h0000000001", "\x01\x01\x01\x00\x00\x00\x02"s),
            "key h0000000001: field manage_model: neither true nor false but 2");
  EXPECT_EQ(fault_of("qweb", "\x01\x03web\x80\x80\x80\x80\x10"s),
            "key qweb: field next: number 4294967296 is too large");
  EXPECT_EQ(fault_of("qweb", "\x01\x03web\x80\x00"s),
            "key qweb: field next: number is longer than it need be");
  EXPECT_EQ(fault_of("qweb", "\x01\x03web"s + std::string(9, '\xff') + "\x02"),
            "key qweb: field next: number is longer than 64 bits");
  EXPECT_EQ(fault_of("oweb", "\x01\x03web\x02\x01"
                             "b\x00\x01"
                             "a\x00"s),
            "key oweb: field values: entries are not in order");
  EXPECT_EQ(fault_of("Z\n", "\x01"s), "key Z\\x0a: no kind of record has this class letter");
  EXPECT_EQ(fault_of("", "\x01"s), "key : no kind of record has this class letter");
}

TEST(Codec, refuses_a_record_under_another_ones_key) {
  EXPECT_EQ(fault_of("x0000000002", encode(Cleanup{1, 0})),
            "key x0000000002: the record under it is of key x0000000001");
}

} // namespace
} // namespace orrery::store
