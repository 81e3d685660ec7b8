#include "actors/hooks/start_request.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

std::vector<std::string> texts_of(const std::vector<char*>& pointers) {
  EXPECT_EQ(pointers.back(), nullptr);
  return {pointers.begin(), pointers.end() - 1};
}

TEST(StartRequest, carries_words_and_environment) {
  const std::vector<std::string> words{"keeper", "--unit", "", "--", "/bin/true"};
  const std::map<std::string, std::string> environment{{"A", ""}, {"B", "x=y\nz"}};
  auto request = encode_start(words, environment);
  ASSERT_TRUE(request);
  StartHead head;
  std::memcpy(&head, request->data(), sizeof head);
  ASSERT_EQ(request->size(), sizeof head + head.size);
  const auto split = split_texts(std::span(*request).subspan(sizeof head), head.words);
  ASSERT_TRUE(split);
  EXPECT_EQ(texts_of(split->words), words);
  EXPECT_EQ(texts_of(split->environment), (std::vector<std::string>{"A=", "B=x=y\nz"}));
  EXPECT_EQ(split->words_size, std::string("keeper --unit  -- /bin/true ").size());
}

TEST(StartRequest, has_no_texts_where_there_are_none) {
  const auto request = encode_start({}, {});
  ASSERT_EQ(request->size(), sizeof(StartHead));
  const auto split = split_texts({}, 0);
  ASSERT_TRUE(split);
  EXPECT_TRUE(texts_of(split->words).empty() && texts_of(split->environment).empty());
  EXPECT_FALSE(split_texts({}, 1));
}

TEST(StartRequest, is_bounded) {
  const std::string word(start_limit - 1, 'x');
  EXPECT_TRUE(encode_start({word}, {}));
  EXPECT_FALSE(encode_start({word, ""}, {}));
  EXPECT_FALSE(encode_start({word}, {{"A", ""}}));
}

TEST(StartRequest, is_no_request_without_its_end) {
  std::string texts("one\0two", 7);
  EXPECT_FALSE(split_texts(texts, 2));
  texts += '\0';
  EXPECT_TRUE(split_texts(texts, 2));
  EXPECT_FALSE(split_texts(texts, 3));
}

} // namespace
} // namespace orrery::hooks
