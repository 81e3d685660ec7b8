// `explain storage` tells what holds an instance, what that waits for, and what would move it.
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace orrery::test {
namespace {

using cmd::Exit;

/// A model with web/0, which has data/0; no unit has data/1.
class ExplainedStorage : public testing::Test {
protected:
  ExplainedStorage() {
    bench.orchestrator.change([](store::Contents& model) {
      store::Application application;
      application.name = "web";
      store::insert(model, application);
      store::Unit unit;
      unit.name = "web/0";
      unit.application = "web";
      store::insert(model, unit);
      for (const std::uint32_t number : {0U, 1U}) {
        store::Storage storage;
        storage.name = "data";
        storage.number = number;
        storage.unit = number == 0 ? "web/0" : "";
        storage.placed = true;
        storage.machine = 3;
        store::insert(model, storage);
      }
      store::StorageAttachment attachment;
      attachment.storage = "data/0";
      attachment.unit = "web/0";
      attachment.location = "/srv/data";
      attachment.attached = true;
      store::insert(model, attachment);
    });
  }
  std::string explained(const std::vector<std::string>& words) {
    EXPECT_EQ(bench.verb(words), Exit::Fine) << bench.output.complained;
    return bench.output.printed;
  }
  void detach(bool destroy) {
    bench.orchestrator.change([destroy](store::Contents& model) {
      model.attachments.at("data/0").life = store::Life::Dying;
      if (destroy)
        model.storages.at("data/0").life = store::Life::Dying;
    });
  }

  Bench bench;
};

TEST_F(ExplainedStorage, ST49_one_that_a_unit_has_is_kept_by_its_attachment) {
  EXPECT_EQ(explained({"explain", "storage", "data/0"}),
            "storage data/0 is attached\n"
            "  kept-by:\n"
            "    its attachment to web/0, at /srv/data\n"
            "    its data lies on machine 3\n"
            "  → orrery detach-storage data/0   takes it from its unit, and keeps its data\n");
}

TEST_F(ExplainedStorage, ST49_one_that_no_unit_has_says_what_can_be_done_with_it) {
  EXPECT_EQ(explained({"explain", "data/1"}),
            "storage data/1 is detached\n"
            "  kept-by:\n"
            "    no unit has it: it stays until it is removed\n"
            "    its data lies on machine 3\n"
            "  → orrery attach-storage UNIT data/1   gives it to a unit\n"
            "  → orrery remove-storage data/1   deletes its data\n");
}

TEST_F(ExplainedStorage, ST25_a_detaching_hook_that_failed_is_named_with_what_gets_past_it) {
  detach(true);
  bench.orchestrator.change([](store::Contents& model) {
    store::UnitStatus status;
    status.unit = "web/0";
    status.error.hook = "data-storage-detaching";
    status.error.attempt = 3;
    store::insert(model, status);
  });
  const auto told =
    nlohmann::json::parse(explained({"explain", "storage", "data/0", "--format", "json"}));
  EXPECT_EQ(told["kept-by"][0],
            "its attachment to web/0, at /srv/data, which ends: its data is deleted then");
  EXPECT_EQ(told["waits-for"][0], "web/0 has not run storage-detaching for it yet");
  EXPECT_EQ(told["stopped-by"][0], "unit web/0: hook \"data-storage-detaching\" failed");
  const auto remedy = [&](std::size_t i) { return told["remedies"][i].value("command", ""); };
  EXPECT_EQ(remedy(0), "resolved web/0");
  EXPECT_EQ(remedy(1), "resolved --no-retry web/0");
  EXPECT_EQ(told["remedies"].back()["command"], "remove-storage data/0 --force");
}

TEST_F(ExplainedStorage, ST25_an_attachment_that_ends_keeps_the_data) {
  detach(false);
  const std::string told = explained({"explain", "storage", "data/0"});
  EXPECT_NE(told.find("which ends: it is kept then, for another unit"), std::string::npos) << told;
  EXPECT_NE(told.find("orrery detach-storage data/0 --force"), std::string::npos) << told;
}

TEST_F(ExplainedStorage, a_unit_of_that_name_comes_first_and_one_that_is_not_there_is_said) {
  bench.orchestrator.change([](store::Contents& model) {
    store::Application application;
    application.name = "data";
    store::insert(model, application);
    store::Unit unit;
    unit.name = "data/1";
    unit.application = "data";
    store::insert(model, unit);
  });
  EXPECT_EQ(explained({"explain", "data/1"}).substr(0, 11), "unit data/1");
  EXPECT_EQ(bench.verb({"explain", "storage", "data/9"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("storage \"data/9\" not found"), std::string::npos)
    << bench.output.complained;
}

} // namespace
} // namespace orrery::test
