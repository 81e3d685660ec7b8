// Bytes of the agents' store:
//
//     core      = layout(4) flags number(config_version) number(leader_settings_version)
//                 number(boot) run run [end] [operation]
//                 of layout 3: without run and end; of layout 2: without boot, too; of layout 1:
//                 without leader_settings_version, too
//     flags     = byte, from bit 0: installed, started, stopped, removed, leader, configured,
//                 operation follows (one that is noted: is_noted), end follows
//     run       = number(began) number(ended); of the last hook or command, then of the last start
//     end       = text(what) number(at) number(count) byte(start_due)
//     operation = byte(kind) byte(step) byte(tried) number(attempt) number(next_at)
//                 text(stderr_tail) number(relation) text(endpoint) text(remote_unit)
//                 text(remote_application) number(version)
//     progress  = layout byte(from bit 0: created, broken) text(endpoint)
//                 text(remote_application) number(application_version) text(changed_pending)
//     member    = layout number(version)
//     layout    = byte, 1 where nothing else is said
//     number    = seven bits a byte, lowest first; the top bit says that more follow
//     text      = number(length) bytes
#include "actors/workflow/unit_notes_codec.hpp"

#include <initializer_list>
#include <limits>
#include <utility>

namespace orrery::agents {
namespace {

constexpr std::uint8_t first_layout = 1;
constexpr std::uint8_t core_layout = 4;

class Encoder {
public:
  explicit Encoder(std::uint8_t layout = first_layout) { byte(layout); }

  Encoder& byte(std::uint8_t value) {
    bytes_.push_back(static_cast<char>(value));
    return *this;
  }
  Encoder& flags(std::initializer_list<bool> values) {
    unsigned bits = 0;
    unsigned place = 0;
    for (const bool value : values)
      bits |= (value ? 1U : 0U) << place++;
    return byte(static_cast<std::uint8_t>(bits));
  }
  Encoder& number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(static_cast<std::uint8_t>((value & 0x7f) | 0x80));
    return byte(static_cast<std::uint8_t>(value));
  }
  Encoder& text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
    return *this;
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
  std::string bytes_;
};

/// Reads what Encoder wrote. The first thing wrong is kept, everything after it reads as zero.
class Decoder {
public:
  explicit Decoder(std::string_view bytes, std::uint8_t newest = first_layout) : rest_(bytes) {
    layout_ = byte("layout");
    if (wrong_.empty() && (layout_ < first_layout || layout_ > newest))
      fail("layout " + std::to_string(layout_) + " is unknown, this program reads layout "
           + (newest > first_layout ? "1 to " : "") + std::to_string(newest));
  }
  [[nodiscard]] std::uint8_t layout() const { return layout_; }

  std::uint8_t byte(std::string_view field, std::uint8_t most = 255) {
    if (rest_.empty())
      return fail(std::string(field) + " is missing"), std::uint8_t{0};
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    if (value > most)
      return fail(std::string(field) + " is " + std::to_string(value) + ", at most "
                  + std::to_string(most) + " is known"),
             std::uint8_t{0};
    return value;
  }
  std::uint64_t number(std::string_view field,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t next = byte(field);
      if (shift == 63 && next > 1)
        return fail(std::string(field) + " is no number"), 0;
      value |= (next & 0x7f) << shift;
      if (next >= 0x80)
        continue;
      if (next == 0 && shift > 0)
        return fail(std::string(field) + " is longer than it need be"), 0;
      break;
    }
    if (value > most)
      return fail(std::string(field) + " is out of range"), 0;
    return value;
  }
  std::string text(std::string_view field) {
    const auto length = number(field);
    if (length > rest_.size())
      return fail(std::string(field) + " is cut off"), std::string();
    const auto value = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return std::string(value);
  }
  [[nodiscard]] tl::expected<void, store::DecodeError> end(std::string_view key) {
    if (wrong_.empty() && !rest_.empty())
      fail(std::to_string(rest_.size()) + " bytes follow the last field");
    if (wrong_.empty())
      return {};
    return tl::unexpected(store::DecodeError{std::string(key) + ": " + wrong_});
  }
  void fail(std::string what) {
    if (wrong_.empty())
      wrong_ = std::move(what);
    rest_ = {};
  }

private:
  std::string_view rest_;
  std::uint8_t layout_ = 0;
  std::string wrong_;
};

bool bit(std::uint8_t flags, unsigned place) {
  return (flags >> place & 1U) != 0;
}

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
  constexpr auto last_kind = static_cast<std::uint8_t>(HookKind::UpdateStatus);
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

} // namespace orrery::agents
