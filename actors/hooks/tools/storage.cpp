#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/tool.hpp"
#include "actors/protocol/hook_bounds.hpp"
#include "config/names.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>

/// Tools for the storages of a unit (ST30-ST32).
namespace orrery::hooks {
namespace {

constexpr std::string_view digits = "0123456789";

ToolOutcome storage_list(Task& task) {
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const std::string wanted =
    task.flags.positional.empty() ? std::string() : task.flags.positional.front() + "/";
  std::vector<std::string> ids;
  for (const StorageSight& storage : task.sight.storages)
    if (storage.id.starts_with(wanted))
      ids.push_back(storage.id);
  return printed(task, config::Data::list(ids));
}

/// Prints a storage's attributes, or one (ST31).
ToolOutcome storage_get(Task& task) {
  const std::string given = task.flags.text("s");
  const std::string id = given.empty() ? task.sight.storage : given;
  if (id.empty())
    return misused("no storage instance specified");
  const std::string wrong = "invalid value " + in_quotes(id) + " for option -s: ";
  if (!store::is_storage_id(id))
    return misused(wrong + "invalid storage ID " + in_quotes(id));
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const auto& all = task.sight.storages;
  const auto found =
    std::find_if(all.begin(), all.end(), [&](const StorageSight& one) { return one.id == id; });
  if (found == all.end())
    return misused(wrong + "storage attachment " + id + ":" + task.sight.unit + " not found");
  const std::string key = task.flags.positional.empty() ? "" : task.flags.positional.front();
  if (!key.empty() && key != "kind" && key != "location")
    return failed("invalid storage attribute " + in_quotes(key));
  if (found->location.empty())
    return failed("storage attachment " + id + ":" + task.sight.unit + " is not provisioned yet");
  if (key == "kind")
    return printed(task, "filesystem");
  if (key == "location")
    return printed(task, found->location);
  return printed(task,
                 config::Data::map().add("kind", "filesystem").add("location", found->location));
}

/// @returns how many `NAME=COUNT` asks for, or an error as of `storage-add`
tl::expected<std::uint32_t, std::string> parse_count(const std::string& name,
                                                     std::string_view text) {
  const std::string where = "cannot parse disk constraints: ";
  if (text.empty())
    return tl::unexpected(where + "storage constraints require at least one field to be specified");
  const bool is_negative = text.front() == '-' && text.size() > 1;
  const std::string_view number = is_negative ? text.substr(1) : text;
  if (number.find_first_not_of(digits) != std::string_view::npos) {
    const bool is_field = std::isalnum(static_cast<unsigned char>(text.front())) != 0;
    return tl::unexpected(is_field ? "only count can be specified for " + in_quotes(name)
                                   : where + "unrecognized storage constraint " + in_quotes(text)
                                       + " not valid");
  }
  std::uint32_t count = 0;
  const char* const end = number.data() + number.size();
  const auto [stopped, error] = std::from_chars(number.data(), end, count);
  if (error != std::errc() || stopped != end)
    return tl::unexpected(where + "parsing storage count: " + in_quotes(text) + " is too large");
  if (is_negative || count == 0)
    return tl::unexpected(where + "parsing storage count: count must be greater than zero, got "
                          + in_quotes(text));
  return count;
}

/// Buffers: the model says when the hook succeeds whether the unit may have so many (ST32).
ToolOutcome storage_add(Task& task) {
  if (task.flags.positional.empty())
    return misused("storage add requires a storage directive");
  std::map<std::string, std::uint32_t> wanted;
  std::uint64_t sum = 0; // with what the hook has asked for before
  for (const auto& [name, count] : task.state.storages_to_add)
    sum += count;
  for (const std::string& directive : task.flags.positional) {
    const auto equals = directive.find('=');
    const std::string name = directive.substr(0, equals);
    if (name.empty())
      return misused("expected <store>=<constraints>, got " + in_quotes(directive));
    if (!config::is_application_name(name)) // one grammar (ST1)
      return misused("storage name " + in_quotes(name) + " not valid");
    std::uint32_t count = 1;
    if (equals != std::string::npos) {
      const auto parsed = parse_count(name, std::string_view(directive).substr(equals + 1));
      if (!parsed)
        return misused(parsed.error());
      count = *parsed;
    }
    sum += count;
    if (sum > protocol::added_storage_max)
      return failed("cannot add storage " + in_quotes(name)
                    + ": one hook may add at most 64 instances in all, which is what a unit may "
                      "have");
    wanted[name] += count;
  }
  for (const auto& [name, count] : wanted)
    task.state.storages_to_add[name] += count;
  return done();
}

} // namespace

std::vector<Tool> storage_tools() {
  return {{"storage-add",
           "<storage name>[=<count>] ...",
           "Give the unit further storage, once the hook succeeds.",
           false,
           {},
           storage_add},
          {"storage-get",
           "[kind|location]",
           "Print what there is to know of a storage of the unit, by default the hook's.",
           true,
           {{{"s"}, false, "", "Specify a storage instance by id"}},
           storage_get},
          {"storage-list",
           "[NAME]",
           "List the ids of the unit's storages, or of those of one name.",
           true,
           {},
           storage_list}};
}

} // namespace orrery::hooks
