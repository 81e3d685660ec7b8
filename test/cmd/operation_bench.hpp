#pragma once

#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

/// db with two units, of which db/1 leads, and the action backup; machines 0 and 1.
struct OperationBench : testing::Test {
  OperationBench() {
    bench.charm("redis");
    EXPECT_EQ(bench.verb({"deploy", "./redis", "db", "-n", "2"}), cmd::Exit::Fine);
    bench.orchestrator.change([](store::Contents& contents) {
      contents.applications.at("db").leader = "db/1";
      contents.charms.begin()->second.actions["backup"] = {
        "Backs up", true, "disk",
        R"({"type":"object","properties":{"n":{"type":"integer","default":5}}})"};
    });
  }

  /// Runs a verb. @returns its exit code
  int run(const std::vector<std::string>& words) { return bench.verb(words); }
  [[nodiscard]] const std::string& out() const { return bench.output.printed; }
  [[nodiscard]] const std::string& err() const { return bench.output.complained; }

  /// Sets how tasks of that receiver end.
  void ends(const std::string& receiver,
            store::TaskStatus status,
            const std::string& results,
            const std::string& message = {}) {
    store::Task task;
    task.status = status;
    task.results = results;
    task.message = message;
    bench.orchestrator.operate(
      [&](FakeOperations& operations) { operations.end_task(receiver, task); });
  }
  void hold(const std::string& receiver) {
    bench.orchestrator.operate([&](FakeOperations& operations) { operations.hold(receiver); });
  }
  /// The last operation that was asked for.
  protocol::EnqueueOperation asked() {
    protocol::EnqueueOperation last;
    bench.orchestrator.operate([&](FakeOperations& operations) { last = operations.last(); });
    return last;
  }
  /// The units and machines of that.
  std::string receivers() {
    std::string names;
    for (const protocol::Receiver& receiver : asked().receivers)
      names += (names.empty() ? "" : " ")
               + (receiver.unit.empty() ? std::to_string(receiver.machine) : receiver.unit);
    return names;
  }

  Bench bench;
};

} // namespace orrery::test
