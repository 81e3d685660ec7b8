// The yardstick of test/build_cost: never changed, and without anything of ours.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace {

using Value = std::variant<int, double, std::string, std::vector<std::string>>;

std::map<std::string, Value> read(std::istream& lines) {
  static const std::regex form(R"(\s*([a-z]+)\s*=\s*(.*?)\s*)");
  std::map<std::string, Value> values;
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_match(line, found, form))
      values.emplace(found[1].str(), found[2].str());
  return values;
}

} // namespace

int main() {
  std::istringstream lines("b = 2\na = 1\n");
  std::vector<std::function<void(std::ostream&)>> shown;
  for (const auto& [name, value] : read(lines))
    shown.emplace_back([name = name, value = value](std::ostream& out) {
      std::visit([&](const auto& held) { out << name << sizeof held << '\n'; }, value);
    });
  std::sort(shown.begin(), shown.end(), [](const auto&, const auto&) { return false; });
  for (const auto& show : shown)
    show(std::cout);
  return 0;
}
