#include "test/support/message_count.hpp"

#include <caf/actor_system.hpp>
#include <caf/mailbox_element.hpp>
#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace orrery::test {

namespace {

/// The last word of a class's name.
std::string name_of(const char* mangled) {
  const std::unique_ptr<char, void (*)(void*)> whole{
    abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), std::free};
  const std::string name = whole ? whole.get() : mangled;
  return name.substr(name.rfind(':') + 1);
}

/// Those that the actors' framework knows by number have no class of ours.
std::string name_of(const caf::mailbox_element& message) {
  const auto& content = const_cast<caf::mailbox_element&>(message).content();
  if (content.empty())
    return "nothing";
  const std::type_info* type = content.type(0).second;
  return type == nullptr ? "the framework's" : name_of(type->name());
}

} // namespace

MessageCount::MessageCount(caf::actor_system& system)
  : scheduler_(dynamic_cast<simulate::SeededScheduler&>(system.scheduler())) {
  scheduler_.listen([this](const caf::abstract_actor& who, const caf::mailbox_element& what) {
    ++all_;
    ++kinds_[name_of(typeid(who).name()) + ": " + name_of(what)];
  });
}

MessageCount::~MessageCount() {
  scheduler_.listen({});
}

} // namespace orrery::test
