#include "config/lookahead.hpp"

#include <algorithm>
#include <string_view>

namespace orrery::config {

LookaheadBuffer::LookaheadBuffer(const std::string& text, const Limits& limits)
  : most_bytes_(limits.lookahead_bytes), most_marks_(limits.lookahead_marks) {
  // A get area is never written to; std::streambuf only has no word for that.
  auto* begin = const_cast<char*>(text.data());
  setg(begin, begin, begin + text.size());
}

void LookaheadBuffer::restart() {
  bytes_ = 0;
  marks_ = 0;
}

std::streamsize LookaheadBuffer::xsgetn(char* to, std::streamsize wanted) {
  const auto got = std::streambuf::xsgetn(to, wanted);
  constexpr std::string_view punctuation = "[]{},:?-&*!";
  bytes_ += static_cast<std::size_t>(got);
  marks_ += static_cast<std::size_t>(std::count_if(
    to, to + got, [&](char c) { return punctuation.find(c) != std::string_view::npos; }));
  if (bytes_ > most_bytes_ || marks_ > most_marks_)
    throw LookaheadExceeded{};
  return got;
}

} // namespace orrery::config
