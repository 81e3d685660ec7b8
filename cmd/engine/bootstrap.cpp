#include "cmd/engine/bootstrap.hpp"

#include "store/codec.hpp"
#include "store/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace orrery::cmd {

namespace {

/// A version 4 UUID from the system's source of random numbers.
std::string random_uuid() {
  std::random_device source;
  const auto word = [&source] { return static_cast<std::uint32_t>(source()); };
  const std::uint32_t a = word();
  const std::uint32_t b = word();
  const std::uint32_t c = word();
  const std::uint32_t d = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", a, b >> 16, b & 0xfff,
                     0x8000 | ((c >> 16) & 0x3fff), c & 0xffff, d);
}

tl::expected<void, store::StoreError>
write_model(store::Database& database, const std::string& name, store::Milliseconds now) {
  store::Model model;
  model.name = name;
  model.uuid = random_uuid();
  model.created = now;
  return database.write({{store::model_key(), store::encode(model)}}, database.sequence() + 1);
}

} // namespace

tl::expected<store::Contents, store::StoreError>
read_or_make_model(store::Database& database, const std::string& name, store::Milliseconds now) {
  auto contents = store::read_contents_in_halves(*database.snapshot());
  if (!contents || !contents->model.uuid.empty())
    return contents;
  if (const auto written = write_model(database, name, now); !written)
    return tl::unexpected(written.error());
  return store::read_contents(*database.snapshot());
}

bool needs_manager(const store::Contents& contents) {
  return std::none_of(contents.machines.begin(), contents.machines.end(),
                      [](const auto& machine) { return machine.second.manage_model; });
}

} // namespace orrery::cmd
