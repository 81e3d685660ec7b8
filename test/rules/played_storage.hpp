#pragma once

#include "actors/rules/dry_model.hpp"
#include "store/invariants.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::test {

/// Makes web/0 on machine 0, whose charm has one to three of `data`; it has none yet.
inline World a_storing_world() {
  return World{}.application("web").storing("data", 1, 3).unit("web/0").on_machine(0);
}

/// Carries commands out as the entities do, one after the other.
struct PlayedStorage {
  explicit PlayedStorage(const World& world) : model(world.contents(), present) {}

  PlayedStorage& run(const protocol::Command& command) {
    last = model.run(command);
    EXPECT_TRUE(last.answer.ok()) << last.answer.text;
    for (const std::string& broken : store::broken_invariants(model.contents()))
      ADD_FAILURE() << broken;
    return *this;
  }
  std::string refusal_of(const protocol::Command& command) {
    return model.run(command).answer.text;
  }
  [[nodiscard]] const store::Storage& storage(const std::string& id) const {
    return model.contents().storages.at(id);
  }
  [[nodiscard]] bool has(const std::string& id) const {
    return model.contents().storages.contains(id);
  }
  [[nodiscard]] const store::StorageAttachment& attachment(const std::string& id) const {
    return model.contents().attachments.at(id);
  }
  [[nodiscard]] bool is_attached(const std::string& id) const {
    return model.contents().attachments.contains(id);
  }

  rules::DryModel model;
  rules::DryModel::Ran last;
};

} // namespace orrery::test
