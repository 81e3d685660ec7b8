#pragma once

#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery::test {

/// A model with web/0, which has data/0 and may have up to three, and data/1, which no unit has.
class StoringBench : public testing::Test {
protected:
  StoringBench() {
    bench.charm("web", "storage: {data: {type: filesystem, multiple: {range: 1-3}}}\n");
    EXPECT_EQ(bench.verb({"deploy", "./web"}), cmd::Exit::Fine) << bench.output.complained;
    bench.orchestrator.change([](store::Contents& model) {
      for (const std::uint32_t number : {0U, 1U}) {
        store::Storage storage;
        storage.name = "data";
        storage.number = number;
        storage.unit = number == 0 ? "web/0" : "";
        storage.pool = "rootfs";
        storage.size_mib = 1024;
        storage.placed = true;
        model.storages[store::storage_id(storage)] = storage;
      }
      store::StorageAttachment attachment;
      attachment.storage = "data/0";
      attachment.unit = "web/0";
      attachment.location = "/srv/data";
      attachment.attached = true;
      model.attachments["data/0"] = attachment;
      model.model.next_storage = 2;
    });
  }
  /// Returns standard error of one that succeeds.
  std::string told(const std::vector<std::string>& words) {
    EXPECT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    return bench.output.complained;
  }
  std::string failed(const std::vector<std::string>& words) {
    EXPECT_EQ(bench.verb(words), cmd::Exit::Failed);
    return bench.output.complained;
  }
  std::string misused(const std::vector<std::string>& words) {
    EXPECT_EQ(bench.verb(words), cmd::Exit::Misused);
    return bench.output.complained;
  }

  Bench bench;
};

} // namespace orrery::test
