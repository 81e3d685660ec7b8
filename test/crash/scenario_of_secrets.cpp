#include "test/crash/scenario.hpp"

namespace orrery::test {

namespace {

const std::string of_application = "00000000000000000001";
const std::string of_unit = "00000000000000000002";
const std::string of_user = "00000000000000000003";

store::Charm charm_with(const std::string& name, store::Role role) {
  return simulate::make_charm(name, {{"keys", "keys", role, store::ScopeKind::Global, 0}});
}

protocol::SecretChange added_for(const std::string& owner, const std::string& rotation) {
  protocol::SecretChange change = new_content("first");
  change.added_for = owner;
  change.rotation = rotation;
  return change;
}

/// vault/0 has a secret and its application another, which readers have by their relation.
void come_up_with_secrets(std::vector<Step>& steps) {
  steps.push_back(create("vault", charm_with("vault", store::Role::Provider)));
  steps.push_back(add_unit("vault/0", 0));
  steps.push_back(create("reader", charm_with("reader", store::Role::Requirer)));
  steps.push_back(add_unit("reader/0", 0));
  steps.push_back(settled(add_unit("reader/1", 1)));
  steps.push_back(settled(relate("reader:keys", "vault:keys")));
  steps.push_back(
    change_secret("vault/0", of_application, "it is made", added_for("vault", "hourly")));
  steps.push_back(change_secret("vault/0", of_unit, "it is made", added_for("vault/0", "never")));
  steps.push_back(settled(grant_over("vault/0", of_application, "reader")));
  steps.push_back(read_secret("reader/0", of_application));
  steps.push_back(settled(read_secret("reader/1", of_application)));
}

/// New revisions are told and read; what nobody reads any more is removed by its owner's hook.
void change_and_rotate(std::vector<Step>& steps) {
  protocol::SecretChange first_goes;
  first_goes.pruned = {1};
  steps.push_back(change_secret_in("vault/0", "secret-remove", of_application, first_goes));
  steps.push_back(
    settled(change_secret("vault/0", of_application, "it is another", new_content("second"))));
  steps.push_back(read_secret("reader/0", of_application));
  steps.push_back(settled(read_secret("reader/1", of_application)));
  protocol::SecretChange expiring = new_content("short");
  expiring.expires = 1'000;
  steps.push_back(settled(change_secret("vault/0", of_unit, "it expires at once", expiring)));
  steps.push_back(settled(note_secrets_due("vault")));
}

/// A secret of the user's, which is granted, read, changed, revoked and removed.
void keep_users_secret(std::vector<Step>& steps) {
  steps.push_back(add_secret(of_user, "login"));
  steps.push_back(settled(grant_secret(of_user, "reader")));
  steps.push_back(settled(read_secret("reader/0", of_user)));
  steps.push_back(settled(update_secret(of_user, 2)));
  steps.push_back(settled(read_secret("reader/0", of_user)));
  steps.push_back(settled(revoke_secret(of_user, "reader")));
  steps.push_back(settled(remove_secret(of_user)));
}

} // namespace

void keep_secrets(std::vector<Step>& steps) {
  come_up_with_secrets(steps);
  change_and_rotate(steps);
  keep_users_secret(steps);
  steps.push_back(settled(remove_relation("reader:keys", "vault:keys"))); // the grant goes with it
  steps.push_back(settled(remove_unit("reader/1")));
  steps.push_back(settled(remove_application("vault")));
  steps.push_back(settled(remove_application("reader")));
}

} // namespace orrery::test
