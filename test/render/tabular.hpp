#pragma once

#include "cmd/views/render/status.hpp"
#include "test/render/sample_model.hpp"

#include <string>

namespace orrery::test {

/// The output of `status` for the model, as a table.
inline render::Output shown(const SampleModel& model, bool relations = false, bool colour = false) {
  render::StatusOptions options;
  options.now = at_ten;
  options.relations = relations;
  options.colour = colour;
  return render::status(model.contents, options);
}

/// The line of the output that begins with the text, without blanks at its end.
inline std::string line(const std::string& out, const std::string& start) {
  const auto at = ("\n" + out).find("\n" + start);
  if (at == std::string::npos)
    return "no line begins with " + start;
  const std::string whole = out.substr(at, out.find('\n', at) - at);
  return whole.substr(0, whole.find_last_not_of(' ') + 1);
}

} // namespace orrery::test
