#pragma once

#include "store/secret_records.hpp"
#include "store/some.hpp"

/// Fields of secrets, as in fields.hpp.
namespace orrery::store {

// clang-format off
void fields(Some<SecretRevisionSeen> auto& seen, auto& visit) {
  auto& [number, created, expires] = seen;
  visit("number", number); visit("created", created); visit("expires", expires);
}

void fields(Some<Secret> auto& secret, auto& visit) {
  auto& [id, owner, label, description, rotation, rotates, created, updated, auto_prune,
         fingerprint, newest, revisions, told_to] = secret;
  visit("id", id); visit("owner", owner); visit("label", label); visit("description", description);
  visit("rotation", rotation); visit("rotates", rotates); visit("created", created);
  visit("updated", updated); visit("auto_prune", auto_prune); visit("fingerprint", fingerprint);
  visit("newest", newest); visit("revisions", revisions);
  if (meets(2, visit))
    visit("told_to", told_to);
}

void fields(Some<SecretRevision> auto& revision, auto& visit) {
  auto& [secret, number, owner, sealed] = revision;
  visit("secret", secret); visit("number", number); visit("owner", owner); visit("sealed", sealed);
}

void fields(Some<SecretConsumer> auto& consumer, auto& visit) {
  auto& [unit, secret, owner, revision, label] = consumer;
  visit("unit", unit); visit("secret", secret); visit("owner", owner); visit("revision", revision);
  visit("label", label);
}

void fields(Some<SecretGrant> auto& grant, auto& visit) {
  auto& [secret, subject, owner, in_relation, relation] = grant;
  visit("secret", secret); visit("subject", subject); visit("owner", owner);
  visit("in_relation", in_relation); visit("relation", relation);
}

void fields(Some<SecretHook> auto& hook, auto& visit) {
  auto& [who, secret, kind, revision, owner, due] = hook;
  visit("who", who); visit("secret", secret); visit("kind", kind); visit("revision", revision);
  visit("owner", owner); visit("due", due);
}
// clang-format on

} // namespace orrery::store
