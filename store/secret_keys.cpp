#include "store/key_parts.hpp"
#include "store/keys.hpp"

namespace orrery::store {

Key secret_prefix(std::string_view application) {
  return name_key('S', application).append("/");
}

Key secret_key(std::string_view owner, std::string_view id) {
  return secret_prefix(owning_application(owner)).append(id);
}

Key secret_revision_prefix(std::string_view id) {
  return name_key('T', id).append("/");
}

Key secret_revision_key(std::string_view id, std::uint32_t number) {
  Key key = secret_revision_prefix(id);
  append_id(key, number);
  return key;
}

Key secret_consumer_prefix(std::string_view unit) {
  return owner_key('U', unit).append("/");
}

Key secret_grant_prefix(std::string_view id) {
  return name_key('W', id).append("/");
}

Key secret_hook_prefix(std::string_view who) {
  return (who.empty() ? Key("X") : owner_key('X', who)).append(":");
}

Key secret_hook_key(const SecretHook& hook) {
  Key key = secret_hook_prefix(hook.who).append(hook.secret).append("/");
  key += static_cast<char>('0' + static_cast<int>(hook.kind));
  if (hook.kind == SecretHookKind::Expired || hook.kind == SecretHookKind::Remove)
    append_id(key.append("/"), hook.revision);
  return key;
}

} // namespace orrery::store
