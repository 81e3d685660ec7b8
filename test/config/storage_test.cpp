#include "config/charm.hpp"
#include "config/storage_directive.hpp"
#include "test/config/sample_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

class StorageOfCharms : public testing::Test {
protected:
  StorageDeclaration read(const std::string& data) {
    files_.write("metadata.yaml", "name: web\nstorage:\n  data: {" + data + "}\n");
    const auto charm = load_charm(files_.path());
    EXPECT_TRUE(charm) << charm.error().text();
    return charm ? charm->storage.at("data") : StorageDeclaration{};
  }
  std::string error(const std::string& storage) {
    files_.write("metadata.yaml", "name: web\nstorage:\n  " + storage + "\n");
    const auto charm = load_charm(files_.path());
    return charm ? "no error" : files_.local(charm.error().text());
  }
  std::string range_error(const std::string& range) {
    return error("data: {type: filesystem, multiple: {range: " + range + "}}");
  }

  test::SampleDirectory files_;
};

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

std::string directive_error(const char* text) {
  const auto read = parse_storage_directive(text);
  return read ? "no error" : read.error();
}

} // namespace

TEST_F(StorageOfCharms, ST1_all_keys_are_read) {
  const auto data =
    read("type: filesystem, description: Files, location: /srv/data, shared: false, "
         "read-only: true, minimum-size: 2G, properties: [transient]");
  EXPECT_EQ(data.description, "Files");
  EXPECT_EQ(data.location, "/srv/data");
  EXPECT_TRUE(data.read_only);
  EXPECT_TRUE(data.transient);
  EXPECT_FALSE(data.block);
  EXPECT_EQ(data.size_mib, 2048U);
  EXPECT_TRUE(read("type: block, shared: true").block);
}

TEST_F(StorageOfCharms, ST1_a_name_a_type_and_a_property_that_are_none_are_refused) {
  EXPECT_TRUE(says(error("data: {}"), "storage \"data\" has no type")) << error("data: {}");
  EXPECT_TRUE(says(error("data: {type: tape}"), "expected a type of storage, found \"tape\""));
  EXPECT_TRUE(says(error("Data: {type: filesystem}"), "\"Data\" is no name of a storage"));
  EXPECT_TRUE(says(error("data: {type: filesystem, properties: [fast]}"), "has no property"));
}

TEST_F(StorageOfCharms, ST2_ranges_are_exact_from_to_or_open) {
  const auto range = [&](const std::string& text) {
    const auto data = read("type: filesystem, multiple: {range: " + text + "}");
    return std::pair{data.least, data.most};
  };
  using Range = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(range("3"), (Range{3, 3}));
  EXPECT_EQ(range("0-1"), (Range{0, 1}));
  EXPECT_EQ(range("2-4"), (Range{2, 4}));
  EXPECT_EQ(range("0+"), (Range{0, 0}));
  EXPECT_EQ(range("1-"), (Range{1, 0}));
  const auto usual = read("type: filesystem");
  EXPECT_EQ((Range{usual.least, usual.most}), (Range{1, 1}));
}

TEST_F(StorageOfCharms, ST2_other_ranges_are_refused) {
  EXPECT_TRUE(says(range_error("x"), "value \"x\" does not match 'm', 'm-n', or 'm+'"));
  EXPECT_TRUE(says(range_error("0"), "invalid count 0"));
  EXPECT_TRUE(says(range_error("-1"), "invalid count -1"));
  EXPECT_TRUE(says(range_error("0-0"), "invalid maximum count 0"));
  EXPECT_TRUE(says(range_error("3-1"), "ends before it begins"));
  EXPECT_TRUE(says(range_error("1-2-3"), "does not match"));
}

TEST_F(StorageOfCharms, ST4_a_location_is_an_absolute_path_of_a_filesystem) {
  EXPECT_TRUE(says(error("data: {type: block, location: /srv}"),
                   "location may not be specified for \"type: block\""));
  for (const char* bad : {"srv", "/", "/srv/../etc", "\"\""})
    EXPECT_TRUE(says(error(std::string("data: {type: filesystem, location: ") + bad + "}"),
                     "is no place for storage"))
      << bad;
}

TEST(StorageSize, ST3_is_in_powers_of_1024_and_kept_in_MiB) {
  EXPECT_EQ(parse_storage_size("10M"), 10U);
  EXPECT_EQ(parse_storage_size("1.5G"), 1536U);
  EXPECT_EQ(parse_storage_size("0.3M"), 1U) << "a part counts as one";
  EXPECT_EQ(parse_storage_size("2TiB"), 2U * 1024 * 1024);
  EXPECT_EQ(parse_storage_size("1GB"), 1024U);
  for (const char* bad : {"", "G", "10", "1.G", ".5G", "-1G", "1g", "1GiBB", "99999999999999Y"})
    EXPECT_EQ(parse_storage_size(bad), std::nullopt) << bad;
}

TEST(StorageDirective, ST8_fields_are_told_apart_by_their_shape) {
  const auto read = parse_storage_directive("10G,,rootfs,3");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->pool, "rootfs");
  EXPECT_EQ(read->count, 3U);
  EXPECT_EQ(read->size_mib, 10'240U);
  EXPECT_EQ(parse_storage_directive("10G")->count, 1U) << "ST9";
}

TEST(StorageDirective, ST8_twice_none_and_what_has_no_shape_is_refused) {
  EXPECT_EQ(directive_error("a,b"), "pool name is already set to \"a\", new value \"b\" not valid");
  EXPECT_EQ(directive_error("1,2"),
            "storage instance count is already set to 1, new value 2 not valid");
  EXPECT_EQ(directive_error("my_pool"), "unrecognized storage constraint \"my_pool\" not valid");
  EXPECT_EQ(directive_error("0"),
            "parsing storage count: count must be greater than zero, got \"0\"");
  EXPECT_EQ(directive_error("-1"),
            "parsing storage count: count must be greater than zero, got \"-1\"");
  EXPECT_EQ(directive_error(","), "storage constraints require at least one field to be specified");
}

TEST(StorageDirective, ST7_a_bare_name_is_one_instance_where_that_is_allowed) {
  EXPECT_EQ(parse_named_directive("data", true)->second.count, 1U);
  EXPECT_EQ(parse_named_directive("data", false).error(),
            "expected <store>=<constraints>, got \"data\"");
  EXPECT_FALSE(parse_named_directive("=1G", true));
  EXPECT_EQ(parse_named_directive("data=1-x", true).error(),
            "cannot parse disk constraints: unrecognized storage constraint \"1-x\" not valid");
}

} // namespace orrery::config
