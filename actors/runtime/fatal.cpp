#include "actors/runtime/fatal.hpp"

#include "actors/runtime/log.hpp"

#include <unistd.h>

namespace orrery::runtime {

std::string what_it_says(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown exception";
  }
}

void stop_process(const char* what_it_is, const std::exception_ptr& thrown) {
  constexpr int exit_software_error = 70; // EX_SOFTWARE of sysexits
  log("actors")->critical("bug: {}: {}; stopping, start again to recover", what_it_is,
                          what_it_says(thrown));
  ::_exit(exit_software_error);
}

} // namespace orrery::runtime
