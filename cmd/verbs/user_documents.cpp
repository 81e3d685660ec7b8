#include "cmd/verbs/user_documents.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace orrery::cmd {

namespace {

constexpr store::Milliseconds a_second = 1000;
constexpr store::Milliseconds a_minute = 60 * a_second;
constexpr store::Milliseconds an_hour = 60 * a_minute;
constexpr store::Milliseconds a_day = 24 * an_hour;

std::string date_text(store::Milliseconds time) {
  const auto seconds = static_cast<std::time_t>(time / a_second);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

std::string counted(store::Milliseconds count, const std::string& unit) {
  return std::to_string(count) + " " + unit + (count == 1 ? "" : "s") + " ago";
}

SeenUser seen(const store::User& user, const std::string& asking, store::Milliseconds now) {
  SeenUser shown;
  shown.name = user.name;
  shown.display_name = user.display_name;
  shown.created = age_text(user.created, now);
  shown.last_connection = user.name == asking         ? "just now"
                          : user.last_connection == 0 ? "never connected"
                                                      : age_text(user.last_connection, now);
  shown.disabled = user.disabled;
  return shown;
}

/// The first user, who needs no record.
store::User first_user_in(const store::Contents& records) {
  const std::string name{store::first_user};
  const auto found = records.users.find(name);
  store::User first = found == records.users.end() ? store::User{} : found->second;
  first.name = name;
  if (first.created == 0)
    first.created = records.model.created;
  return first;
}

} // namespace

std::string age_text(store::Milliseconds time, store::Milliseconds now) {
  const auto age = now - time;
  if (age < 2 * a_second)
    return "just now";
  if (age < a_minute)
    return counted(age / a_second, "second");
  if (age < an_hour)
    return counted(age / a_minute, "minute");
  return age < a_day ? counted(age / an_hour, "hour") : date_text(time);
}

std::vector<SeenUser>
seen_users(const store::Contents& records, const std::string& asking, store::Milliseconds now) {
  std::vector<SeenUser> all{seen(first_user_in(records), asking, now)};
  all.back().access = store::to_string(store::Access::Superuser);
  for (const auto& [name, user] : records.users) {
    if (user.removed || name == store::first_user)
      continue;
    all.push_back(seen(user, asking, now));
    const auto grant = records.grants.find({name, std::string(store::controller_target)});
    if (grant != records.grants.end())
      all.back().access = store::to_string(grant->second.access);
  }
  std::sort(all.begin(), all.end(),
            [](const SeenUser& one, const SeenUser& other) { return one.name < other.name; });
  return all;
}

std::vector<SeenUser> seen_users_of(const store::Contents& records,
                                    const std::string& model_uuid,
                                    const std::string& asking,
                                    store::Milliseconds now) {
  std::vector<SeenUser> named;
  for (auto& user : seen_users(records, asking, now)) {
    const auto grant = records.grants.find({user.name, model_uuid});
    const bool is_first = user.name == store::first_user;
    if (!is_first && grant == records.grants.end())
      continue;
    if (is_first) {
      user.access = store::to_string(store::Access::Admin);
    } else {
      user.access = store::to_string(grant->second.access);
      if (user.name != asking)
        user.last_connection = grant->second.last_connection == 0
                                 ? "never connected"
                                 : age_text(grant->second.last_connection, now);
    }
    named.push_back(std::move(user));
  }
  return named;
}

render::Document user_document(const SeenUser& user) {
  auto document = render::Document::map();
  document.add("user-name", user.name)
    .add_text("display-name", user.display_name)
    .add("access", user.access)
    .add_text("date-created", user.created)
    .add_text("last-connection", user.last_connection);
  if (user.disabled)
    document.add("disabled", true);
  return document;
}

std::string named_user(const std::string& user, const std::string& display_name) {
  return display_name.empty() ? user : display_name + " (" + user + ")";
}

} // namespace orrery::cmd
