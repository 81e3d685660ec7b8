// Bytes of the agents' store:
//
//     core      = layout(7) flags number(config_version) number(leader_settings_version)
//                 number(boot) run run refresh [end] [operation]
//                 of layout 6: without due in secret; of layout 5: without changes in refresh, too;
//                 of layout 4: without refresh; of layout 3: without run and end, too; of layout 2:
//                 without boot, too; of layout 1: without leader_settings_version, too
//     flags     = byte, from bit 0: installed, started, stopped, removed, leader, configured,
//                 operation follows (one that is noted: is_noted), end follows
//     run       = number(began) number(ended); of the last hook or command, then of the last start
//     refresh   = byte(from bit 0: config follows, then whether these do: charm, upgrade, conflict)
//                 [text(charm)] [text(upgrade)] [text(conflict)]
//                 [number(changes), if a charm does]
//     end       = text(what) number(at) number(count) byte(start_due)
//     operation = byte(kind) byte(step) byte(tried) number(attempt) number(next_at)
//                 text(stderr_tail) number(relation) text(endpoint) text(remote_unit)
//                 text(remote_application) number(version) [text(storage)] [secret]
//                 the last two of storage hooks, and of secrets' hooks, only
//     secret    = text(id) text(owner) text(label) text(who) number(due)
//     progress  = layout byte(from bit 0: created, broken) text(endpoint)
//                 text(remote_application) number(application_version) text(changed_pending)
//     member    = layout number(version)
//     storage   = layout
//     layout    = byte, 1 where nothing else is said
//     number    = seven bits a byte, lowest first; the top bit says that more follow
//     text      = number(length) bytes
#include "actors/workflow/unit_notes_codec.hpp"

#include "actors/workflow/notes_bytes.hpp"

#include <limits>
#include <utility>

namespace orrery::agents {
namespace {

constexpr std::uint8_t core_layout = 7;

void put(Encoder& out, const Operation& operation) {
  const Hook& hook = operation.hook;
  out.byte(static_cast<std::uint8_t>(hook.kind))
    .byte(static_cast<std::uint8_t>(operation.step))
    .flags({operation.tried})
    .number(operation.attempt)
    .number(static_cast<std::uint64_t>(operation.next_at))
    .text(operation.stderr_tail);
  out.number(hook.relation)
    .text(hook.endpoint)
    .text(hook.remote_unit)
    .text(hook.remote_application)
    .number(hook.version);
  if (is_storage_hook(hook.kind))
    out.text(hook.storage);
  if (is_secret_hook(hook.kind))
    out.text(hook.secret.id)
      .text(hook.secret.owner)
      .text(hook.secret.label)
      .text(hook.secret.who)
      .number(static_cast<std::uint64_t>(hook.secret.due));
}

void put(Encoder& out, const TimeOfRun& run) {
  out.number(static_cast<std::uint64_t>(run.began)).number(static_cast<std::uint64_t>(run.ended));
}

TimeOfRun get_time_of_run(Decoder& in) {
  TimeOfRun run;
  run.began = static_cast<store::Milliseconds>(in.number("began"));
  run.ended = static_cast<store::Milliseconds>(in.number("ended"));
  return run;
}

/// The charm that the unit has, and the one that it is about to have.
void put_refresh(Encoder& out, const UnitNotes& local) {
  out.flags(
    {local.config_follows, !local.charm.empty(), !local.upgrade.empty(), !local.conflict.empty()});
  for (const std::string* text : {&local.charm, &local.upgrade, &local.conflict})
    if (!text->empty())
      out.text(*text);
  if (!local.charm.empty())
    out.number(local.charm_changes);
}

void get_refresh(Decoder& in, UnitNotes& local) {
  const std::uint8_t flags = in.byte("refresh", 0x0f);
  const auto text = [&](unsigned place, std::string_view field) {
    if (!bit(flags, place))
      return std::string();
    std::string read = in.text(field);
    if (read.empty())
      in.fail(std::string(field) + " follows, and is empty");
    return read;
  };
  local.config_follows = bit(flags, 0);
  local.charm = text(1, "charm");
  local.upgrade = text(2, "upgrade");
  local.conflict = text(3, "conflict");
  if (local.upgrade.empty() && !local.conflict.empty())
    in.fail("a conflict follows, and no upgrade");
  if (in.layout() >= 6 && bit(flags, 1))
    local.charm_changes =
      static_cast<std::uint32_t>(in.number("changes", std::numeric_limits<std::uint32_t>::max()));
}

void put(Encoder& out, const LastEnd& last) {
  out.text(last.what)
    .number(static_cast<std::uint64_t>(last.at))
    .number(last.count)
    .flags({last.start_due});
}

LastEnd get_last_end(Decoder& in) {
  LastEnd last;
  last.what = in.text("what");
  last.at = static_cast<store::Milliseconds>(in.number("at"));
  last.count =
    static_cast<std::uint32_t>(in.number("count", std::numeric_limits<std::uint32_t>::max()));
  last.start_due = in.byte("start_due", 1) != 0;
  if (last == LastEnd{})
    in.fail("an end follows, and tells nothing");
  return last;
}

Operation get_operation(Decoder& in) {
  constexpr auto last_kind = static_cast<std::uint8_t>(HookKind::SecretRemove);
  constexpr auto last_step = static_cast<std::uint8_t>(Step::Done);
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  Operation operation;
  operation.hook.kind = static_cast<HookKind>(in.byte("kind", last_kind));
  operation.step = static_cast<Step>(in.byte("step", last_step));
  operation.tried = in.byte("tried", 1) != 0;
  operation.attempt = static_cast<std::uint32_t>(in.number("attempt", most));
  operation.next_at = static_cast<store::Milliseconds>(in.number("next_at"));
  operation.stderr_tail = in.text("stderr_tail");
  operation.hook.relation = static_cast<store::RelationId>(in.number("relation", most));
  operation.hook.endpoint = in.text("endpoint");
  operation.hook.remote_unit = in.text("remote_unit");
  operation.hook.remote_application = in.text("remote_application");
  operation.hook.version = in.number("version");
  if (is_storage_hook(operation.hook.kind))
    operation.hook.storage = in.text("storage");
  if (is_secret_hook(operation.hook.kind)) {
    SecretOfHook& secret = operation.hook.secret;
    secret.id = in.text("secret");
    secret.owner = in.text("owner");
    secret.label = in.text("label");
    secret.who = in.text("who");
    if (in.layout() >= 7)
      secret.due = static_cast<store::Milliseconds>(in.number("due"));
  }
  if (!is_noted(operation))
    in.fail("a hook follows that is not noted before it fails");
  return operation;
}

} // namespace

std::string encode_core(const UnitNotes& local) {
  const bool has_operation = local.operation && is_noted(*local.operation);
  Encoder out(core_layout);
  out
    .flags({local.installed, local.started, local.stopped, local.removed, local.leader,
            local.configured, has_operation, local.last_end != LastEnd{}})
    .number(local.config_version)
    .number(local.leader_settings_version)
    .number(local.boot);
  put(out, local.last_run);
  put(out, local.last_start);
  put_refresh(out, local);
  if (local.last_end != LastEnd{})
    put(out, local.last_end);
  if (has_operation)
    put(out, *local.operation);
  return out.take();
}

std::string encode_progress(const RelationProgress& progress) {
  return Encoder()
    .flags({progress.created, progress.broken})
    .text(progress.endpoint)
    .text(progress.remote_application)
    .number(progress.application_version)
    .text(progress.changed_pending)
    .take();
}

std::string encode_member(std::uint64_t version) {
  return Encoder().number(version).take();
}

std::string encode_storage() {
  return Encoder().take();
}

tl::expected<void, store::DecodeError>
decode_core(UnitNotes& local, std::string_view key, std::string_view bytes) {
  Decoder in(bytes, core_layout);
  const auto flags = in.byte("flags", in.layout() < 4 ? 0x7f : 0xff);
  const auto config_version = in.number("config_version");
  const auto leader_settings_version = in.layout() < 2 ? 0 : in.number("leader_settings_version");
  const auto boot = in.layout() < 3 ? 0 : in.number("boot");
  const bool has_runs = in.layout() >= 4;
  const TimeOfRun last_run = has_runs ? get_time_of_run(in) : TimeOfRun{};
  const TimeOfRun last_start = has_runs ? get_time_of_run(in) : TimeOfRun{};
  UnitNotes refresh;
  if (in.layout() >= 5)
    get_refresh(in, refresh);
  const LastEnd last_end = bit(flags, 7) ? get_last_end(in) : LastEnd{};
  std::optional<Operation> operation;
  if (bit(flags, 6))
    operation = get_operation(in);
  if (auto good = in.end(key); !good)
    return good;
  local.installed = bit(flags, 0);
  local.started = bit(flags, 1);
  local.stopped = bit(flags, 2);
  local.removed = bit(flags, 3);
  local.leader = bit(flags, 4);
  local.configured = bit(flags, 5);
  local.config_version = config_version;
  local.leader_settings_version = leader_settings_version;
  local.boot = boot;
  local.last_run = last_run;
  local.last_start = last_start;
  local.last_end = last_end;
  local.charm = std::move(refresh.charm);
  local.charm_changes = refresh.charm_changes;
  local.upgrade = std::move(refresh.upgrade);
  local.conflict = std::move(refresh.conflict);
  local.config_follows = refresh.config_follows;
  local.operation = std::move(operation);
  return {};
}

tl::expected<void, store::DecodeError>
decode_progress(RelationProgress& progress, std::string_view key, std::string_view bytes) {
  Decoder in(bytes);
  const auto flags = in.byte("flags", 3);
  RelationProgress read;
  read.created = bit(flags, 0);
  read.broken = bit(flags, 1);
  read.endpoint = in.text("endpoint");
  read.remote_application = in.text("remote_application");
  read.application_version = in.number("application_version");
  read.changed_pending = in.text("changed_pending");
  if (auto good = in.end(key); !good)
    return good;
  read.members = std::move(progress.members);
  progress = std::move(read);
  return {};
}

tl::expected<std::uint64_t, store::DecodeError> decode_member(std::string_view key,
                                                              std::string_view bytes) {
  Decoder in(bytes);
  const auto version = in.number("version");
  if (auto good = in.end(key); !good)
    return tl::unexpected(good.error());
  return version;
}

tl::expected<void, store::DecodeError> decode_storage(std::string_view key,
                                                      std::string_view bytes) {
  return Decoder(bytes).end(key);
}

} // namespace orrery::agents
