#include "cmd/verbs/model_end_warning.hpp"

#include "config/document.hpp"

namespace orrery::cmd {

namespace {

/// `1 machine`, `2 machines`; of none as of one, as in Juju.
std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count > 1 ? "s" : "");
}

} // namespace

std::string model_end_warning(const std::string& shown, const store::Contents& contents) {
  std::string machines;
  for (const auto& [id, machine] : contents.machines)
    machines += " "
                + config::quote(std::to_string(id) + " ("
                                + (machine.instance.empty() ? "pending" : machine.instance) + ")");
  std::string applications;
  for (const auto& [name, application] : contents.applications)
    applications += " " + config::quote(name);
  std::string text = "WARNING This command will destroy the " + config::quote(shown)
                     + " model and affect the following resources. It cannot be stopped.\n\n";
  if (!machines.empty())
    text += " - " + counted(contents.machines.size(), "machine") + " will be destroyed\n"
            + "  - machine list:" + machines + "\n";
  text += " - " + counted(contents.applications.size(), "application") + " will be removed\n";
  if (!applications.empty())
    text += "  - application list:" + applications + "\n";
  return text + " - " + counted(contents.storages.size(), "filesystem")
         + " and 0 volume will be destroyed\n";
}

} // namespace orrery::cmd
