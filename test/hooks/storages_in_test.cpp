// Storages that have a directory below a model's.
#include "actors/providers/storage_places.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;

TEST(Storages, ST44_are_listed_and_what_cannot_be_read_is_no_empty_list) {
  const hooks::Sandbox box;
  const fs::path storage = box.root() / "storage";
  const auto listed = [&] { return storages_in(box.root()); };
  EXPECT_EQ(listed().value(), std::vector<std::string>{}) << "none was made yet";
  fs::create_directories(storage / "data/0");
  hooks::write_file(storage / "data/note", "");
  EXPECT_EQ(listed().value(), std::vector<std::string>{"data/0"});
  fs::remove_all(storage);
  hooks::write_file(storage, "");
  EXPECT_FALSE(listed());
}

} // namespace
} // namespace orrery::providers
