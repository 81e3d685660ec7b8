#include "actors/hooks/start_request.hpp"

#include <cstring>

namespace orrery::hooks {

std::optional<std::string> encode_start(const std::vector<std::string>& words,
                                        const std::map<std::string, std::string>& environment) {
  std::size_t size = 0;
  for (const std::string& word : words)
    size += word.size() + 1;
  for (const auto& [name, value] : environment)
    size += name.size() + value.size() + 2;
  if (size > start_limit)
    return std::nullopt;
  const StartHead head{static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(words.size())};
  std::string request(sizeof head, '\0');
  std::memcpy(request.data(), &head, sizeof head);
  request.reserve(sizeof head + size);
  for (const std::string& word : words)
    (request += word) += '\0';
  for (const auto& [name, value] : environment)
    (((request += name) += '=') += value) += '\0';
  return request;
}

std::optional<StartTexts> split_texts(std::span<char> texts, std::uint32_t words) {
  if (!texts.empty() && texts.back() != '\0')
    return std::nullopt;
  StartTexts split;
  for (std::size_t at = 0; at < texts.size();) {
    char* const text = texts.data() + at;
    at += std::strlen(text) + 1;
    if (split.words.size() < words) {
      split.words.push_back(text);
      split.words_size = at;
    } else {
      split.environment.push_back(text);
    }
  }
  if (split.words.size() != words)
    return std::nullopt;
  split.words.push_back(nullptr);
  split.environment.push_back(nullptr);
  return split;
}

} // namespace orrery::hooks
