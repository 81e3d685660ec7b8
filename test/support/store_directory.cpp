#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <cstdlib>
#include <fstream>

namespace orrery::test {

StoreDirectory::StoreDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "orrery-store-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("no temporary directory");
  root_ = pattern;
}

StoreDirectory::~StoreDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

tl::expected<std::unique_ptr<store::Database>, store::StoreError>
StoreDirectory::open(bool accept_loss, std::uint32_t schema) const {
  return store::Database::open(
    {.directory = store(), .env = nullptr, .accept_loss = accept_loss, .schema = schema});
}

std::filesystem::path StoreDirectory::newest(const std::string& ending) const {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::directory_iterator(store())) {
    const auto name = entry.path().filename().string();
    if (name.ends_with(ending) && entry.file_size() > 0 && name > found.filename().string())
      found = entry.path();
  }
  EXPECT_FALSE(found.empty()) << "no file *" << ending;
  return found;
}

void StoreDirectory::flush() const {
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(rocksdb::Options(), store().string(), &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  ASSERT_TRUE(db->Flush(rocksdb::FlushOptions()).ok());
}

void write_batches(store::Database& database, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto sequence = database.sequence() + 1;
    const auto number = std::to_string(sequence);
    const auto written = database.write({{"key." + number, number}}, sequence);
    ASSERT_TRUE(written) << written.error().text;
  }
}

std::uint64_t count_keys(const store::Database& database) {
  std::uint64_t count = 0;
  const auto scanned = database.snapshot()->scan("key.", [&count](auto, auto) {
    ++count;
    return true;
  });
  EXPECT_TRUE(scanned) << scanned.error().text;
  return count;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void flip(const std::filesystem::path& path, std::uint64_t offset) {
  auto bytes = read_file(path);
  ASSERT_LT(offset, bytes.size());
  bytes[offset] = static_cast<char>(~bytes[offset]);
  write_file(path, bytes);
}

} // namespace orrery::test
