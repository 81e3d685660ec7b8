#include "cmd/views/render/document.hpp"

#include <cassert>
#include <cctype>

namespace orrery::render {
namespace {

/// Skips digits. @returns whether there was one.
bool skip_digits(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0)
    text.remove_prefix(1);
  return text.size() < before;
}

/// JSON's grammar of numbers: -?INT(.DIGITS)?([eE][+-]?DIGITS)?
bool is_number(std::string_view text) {
  if (text.starts_with('-'))
    text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '0' && std::isdigit(static_cast<unsigned char>(text[1])) != 0)
    return false;
  if (!skip_digits(text))
    return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!skip_digits(text))
      return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-'))
      text.remove_prefix(1);
    if (!skip_digits(text))
      return false;
  }
  return text.empty();
}

} // namespace

Document Document::number(const std::string& text) {
  Document result(text);
  if (is_number(text))
    result.kind_ = Kind::Number;
  return result;
}

Document Document::list() {
  Document result;
  result.kind_ = Kind::List;
  return result;
}

Document Document::map() {
  Document result;
  result.kind_ = Kind::Map;
  return result;
}

Document& Document::add(std::string key, Document value) {
  assert(kind_ == Kind::Map);
  keys_.push_back(std::move(key));
  children_.push_back(std::move(value));
  return *this;
}

Document& Document::add_text(std::string key, std::string_view text) {
  return text.empty() ? *this : add(std::move(key), text);
}

Document& Document::add_filled(std::string key, Document value) {
  return value.size() == 0 ? *this : add(std::move(key), std::move(value));
}

Document& Document::push(Document value) {
  assert(kind_ == Kind::List);
  children_.push_back(std::move(value));
  return *this;
}

} // namespace orrery::render
