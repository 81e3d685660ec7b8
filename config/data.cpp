#include "config/data.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace orrery::config {
namespace {

/// Skips digits. @returns whether there was one.
bool skip_digits(std::string_view& text) {
  const std::size_t before = text.size();
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0)
    text.remove_prefix(1);
  return text.size() < before;
}

/// JSON's grammar of numbers: -?INT(.DIGITS)?([eE][+-]?DIGITS)?
bool is_json_number(std::string_view text) {
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

Data Data::number(const std::string& text) {
  Data result(text);
  if (is_json_number(text))
    result.kind_ = Kind::Number;
  return result;
}

Data Data::list() {
  Data result;
  result.kind_ = Kind::List;
  return result;
}

Data Data::list(const std::vector<std::string>& texts) {
  Data result = list();
  for (const std::string& text : texts)
    result.push(text);
  return result;
}

Data Data::map() {
  Data result;
  result.kind_ = Kind::Map;
  return result;
}

Data Data::map(const std::map<std::string, std::string>& texts) {
  Data result = map();
  for (const auto& [key, text] : texts)
    result.add(key, text);
  return result;
}

Data& Data::add(std::string key, Data value) {
  assert(kind_ == Kind::Map);
  keys_.push_back(std::move(key));
  children_.push_back(std::move(value));
  return *this;
}

Data& Data::add_text(std::string key, std::string_view text) {
  return text.empty() ? *this : add(std::move(key), text);
}

Data& Data::add_filled(std::string key, Data value) {
  return value.size() == 0 ? *this : add(std::move(key), std::move(value));
}

Data& Data::push(Data value) {
  assert(kind_ == Kind::List);
  children_.push_back(std::move(value));
  return *this;
}

void Data::drop(std::string_view key) {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found == keys_.end())
    return;
  children_.erase(children_.begin() + (found - keys_.begin()));
  keys_.erase(found);
}

const Data* Data::find(std::string_view key) const {
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  return found == keys_.end() ? nullptr
                              : &children_[static_cast<std::size_t>(found - keys_.begin())];
}

void write(DataWriter& to, const Data& data) {
  switch (data.kind()) {
  case Data::Kind::Null:
    return to.word("null");
  case Data::Kind::Boolean:
  case Data::Kind::Number:
    return to.word(data.text());
  case Data::Kind::String:
    return to.text(data.text());
  case Data::Kind::List:
    to.begin_list();
    for (std::size_t i = 0; i < data.size(); ++i)
      write(to, data.child(i));
    return to.end_list();
  case Data::Kind::Map:
    to.begin_map();
    for (std::size_t i = 0; i < data.size(); ++i) {
      to.key(data.key(i));
      write(to, data.child(i));
    }
    return to.end_map();
  }
}

} // namespace orrery::config
