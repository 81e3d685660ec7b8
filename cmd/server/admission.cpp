#include "cmd/server/admission.hpp"

#include "cmd/session/access.hpp"
#include "config/user_name.hpp"

namespace orrery::cmd {

namespace {

constexpr std::size_t password_max = 4096; ///< Bytes.

/// Gives the session the rights of its connection.
void set_rights(Session& session, const std::string& account, Right right, bool has_account) {
  session.account = account;
  session.right = right;
  session.has_account = has_account;
}

} // namespace

bool admit(Session& session,
           const Peer& peer,
           const std::optional<wire::Credentials>& account,
           Right group_access,
           Logins& logins) {
  const std::string first{store::first_user};
  if (!account) {
    const Right right = peer.is_owner ? Right::Superuser : group_access;
    set_rights(session, right == Right::Superuser ? first : std::string{}, right, false);
    return true;
  }
  set_rights(session, {}, Right::Login, true); // until it is known who that is
  const auto user = config::canonical_user_name(account->user);
  if (!config::is_user_name(user) || user.size() > config::user_name_max
      || account->password.size() > password_max) {
    (void)session.fail(login_refused);
    return false;
  }
  const auto recorded = read_account(session, user, {});
  if (!recorded)
    return false;
  if (!logins.check(user, account->password, *recorded, peer.uid)) {
    (void)session.fail(login_refused);
    return false;
  }
  const bool is_first = user == first;
  set_rights(session, user, is_first ? Right::Superuser : Right::Login, !is_first);
  return true;
}

} // namespace orrery::cmd
