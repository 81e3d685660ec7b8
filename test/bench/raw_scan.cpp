#include <rocksdb/db.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>

// raw_scan DIRECTORY [read-only]
//
// What it takes to open a store and look at every record with nothing but RocksDB: one JSON object
// {"records", "bytes", "open_seconds", "scan_seconds", "seconds"}. Read-only works beside the
// process that has it open, and sees what is there when it opens.
int main(int count, char** words) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  };
  if (count < 2)
    return 2;
  const bool read_only = count > 2 && std::string_view(words[2]) == "read-only";
  rocksdb::Options options;
  options.compression = rocksdb::kNoCompression;
  const auto began = Clock::now();
  rocksdb::DB* opened = nullptr;
  const rocksdb::Status status = read_only
                                   ? rocksdb::DB::OpenForReadOnly(options, words[1], &opened)
                                   : rocksdb::DB::Open(options, words[1], &opened);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  const std::unique_ptr<rocksdb::DB> database(opened);
  const auto open = Clock::now();
  std::size_t records = 0;
  std::size_t bytes = 0;
  const std::unique_ptr<rocksdb::Iterator> at(database->NewIterator({}));
  for (at->SeekToFirst(); at->Valid(); at->Next()) {
    ++records;
    bytes += at->key().size() + at->value().size();
  }
  const auto end = Clock::now();
  std::printf("{\"records\": %zu, \"bytes\": %zu, \"open_seconds\": %.6f, \"scan_seconds\": %.6f, "
              "\"seconds\": %.6f}\n",
              records, bytes, seconds(began, open), seconds(open, end), seconds(began, end));
  return 0;
}
