#pragma once

#include <string>
#include <string_view>

namespace orrery::unpack {

/// Takes what an archive holds, in its order. Each call returns whether to go on.
class Members {
public:
  Members() = default;
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  virtual ~Members() = default;

  virtual bool directory(const std::string& name) = 0;
  virtual bool link(const std::string& name, const std::string& target) = 0;
  /// Begins a file. Its content follows in pieces, of which there may be none.
  virtual bool file(const std::string& name, bool is_executable) = 0;
  virtual bool content(std::string_view piece) = 0;
};

} // namespace orrery::unpack
