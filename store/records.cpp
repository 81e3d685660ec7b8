#include "store/records.hpp"

#include "store/compiled_once_here.hpp"

namespace orrery::store {

std::size_t size_of(const Settings& settings) {
  std::size_t size = 0;
  for (const auto& [name, value] : settings)
    size += name.size() + value.size();
  return size;
}

std::string_view to_string(TaskStatus status) {
  switch (status) {
  case TaskStatus::Pending:
    return "pending";
  case TaskStatus::Running:
    return "running";
  case TaskStatus::Aborting:
    return "aborting";
  case TaskStatus::Completed:
    return "completed";
  case TaskStatus::Failed:
    return "failed";
  case TaskStatus::Cancelled:
    return "cancelled";
  case TaskStatus::Aborted:
    return "aborted";
  case TaskStatus::Error:
    return "error";
  }
  return "unknown";
}

std::string port_text(const Port& port) {
  if (port.protocol == "icmp")
    return port.protocol;
  std::string text = std::to_string(port.from);
  if (port.to != port.from)
    text.append("-").append(std::to_string(port.to));
  return text + '/' + port.protocol;
}

} // namespace orrery::store

template struct orrery::store::CompiledOnce<orrery::store::Record::Variant>;
