#include "cmd/keeper/arguments.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace orrery::keeper {

namespace {

void read_word(Arguments& arguments, std::string_view option, const char* value) {
  const auto number = [value] {
    return static_cast<std::uint32_t>(std::strtoul(value, nullptr, 10));
  };
  HookProgram& program = arguments.program;
  if (option == "--directory")
    program.directory = value;
  else if (option == "--data")
    arguments.data = value;
  else if (option == "--unit")
    arguments.unit = value;
  else if (option == "--machine")
    arguments.machine = number();
  else if (option == hooks::group_word)
    program.group = value;
  else if (option == hooks::most_processes_word)
    program.limits.processes = value;
  else if (option == hooks::most_memory_word)
    program.limits.memory = value;
  else if (option == hooks::user_word)
    program.user = number();
  else if (option == hooks::no_new_privileges_word)
    program.no_new_privileges = true;
  else if (option == hooks::input_word)
    program.input = hooks::input_descriptor;
  else if (option == hooks::outputs_word)
    program.outputs = hooks::output_descriptor;
}

} // namespace

bool parse(Request& request, Arguments& arguments) {
  arguments.program.environment = request.split.environment.data();
  for (char** argument = request.split.words.data() + 1; argument[0] != nullptr; argument += 2) {
    if (std::strcmp(argument[0], "--") == 0) {
      arguments.program.words = argument + 1;
      return argument[1] != nullptr && arguments.program.directory != nullptr;
    }
    if (argument[1] == nullptr)
      return false;
    read_word(arguments, argument[0], argument[1]);
  }
  return false;
}

} // namespace orrery::keeper
