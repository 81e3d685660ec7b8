#pragma once

#include "cmd/console/room.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::cmd::console {

/// The variables of a console session, or of one of its branches. What they hold is taken from the
/// session's room.
class Variables {
public:
  explicit Variables(std::shared_ptr<Room> room) : room_{std::move(room)} {}
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;
  Variables(Variables&&) noexcept = default; ///< What is left holds nothing and takes no value.
  Variables& operator=(Variables&&) = delete;
  ~Variables();

  /// @returns false, and changes nothing, where the room is full.
  [[nodiscard]] bool set(const std::string& name, std::string value);
  /// @returns nullptr if there is none of that name.
  [[nodiscard]] const std::string* find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  /// A branch's own. @returns nothing where the room is full.
  [[nodiscard]] std::optional<Variables> copy() const;

private:
  std::shared_ptr<Room> room_;
  std::map<std::string, std::string> values_;
};

} // namespace orrery::cmd::console
