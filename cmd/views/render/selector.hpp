#pragma once

#include "cmd/views/render/picture.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace orrery::render {

/// A selector: what a user typed after `status` to see less.
///
/// A number is a machine; a text with a slash is the name of units (`db/leader` is the unit that
/// leads, as for `exec`), any other the name of
/// applications, both with `*` and `?`; a text may also be a status word of workloads, agents and
/// machines, one that Orrery knows.
class Selector {
public:
  /// Errors: a character that is in no name and no pattern.
  [[nodiscard]] static tl::expected<Selector, std::string> parse(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Whether only statuses tell what it matches.
  [[nodiscard]] bool is_status_word() const;
  [[nodiscard]] bool matches(const UnitPicture& unit) const;
  /// By its name, or by its status if it has no units that could match.
  [[nodiscard]] bool matches(const ApplicationPicture& application) const;
  [[nodiscard]] bool matches(const MachinePicture& machine) const;

private:
  explicit Selector(std::string_view text) : text_(text) {}
  std::string text_;
};

/// One a word. Errors: of the first that is none.
[[nodiscard]] tl::expected<std::vector<Selector>, std::string>
parse_selectors(const std::vector<std::string>& words);

/// Takes away what no selector matches and what does not belong to what one matches: a unit brings
/// its subordinates, its principal, its application and its machine with it, a machine its units.
/// No selectors keep everything. What is said of an application's units is said of those that are
/// left.
void keep_selected(Picture& picture, const std::vector<Selector>& selectors);

/// Whether the whole text fits a pattern in which `*` is any text without a slash and `?` any
/// character but a slash.
[[nodiscard]] bool fits(std::string_view pattern, std::string_view text);

} // namespace orrery::render
