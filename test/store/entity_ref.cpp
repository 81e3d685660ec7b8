#include "store/entity_ref.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::store {

TEST(EntityKinds, each_is_read_back_from_its_word) {
  std::set<std::string_view> words;
  for (const EntityKind kind : entity_kinds) {
    EXPECT_EQ(parse_entity_kind(word_of(kind)), kind) << word_of(kind);
    words.insert(word_of(kind));
  }
  EXPECT_EQ(words, (std::set<std::string_view>{"machine", "unit", "application", "relation"}));
}

TEST(EntityKinds, no_other_word_is_one) {
  for (const std::string_view word : {"", "Unit", "units", "app", "entity", "model"})
    EXPECT_EQ(parse_entity_kind(word), std::nullopt) << word;
}

} // namespace orrery::store
