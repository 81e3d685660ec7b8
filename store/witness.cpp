// The witness file: 24 bytes, written in place as a whole.
//
//     witness  = magic sequence check
//     magic    = "orrwit01"
//     sequence = 8 bytes, least first
//     check    = 8 bytes, least first      the checksum of the 16 before it

#include "store/witness.hpp"

#include "store/checksum.hpp"
#include "store/fault.hpp"

#include <rocksdb/env.h>

#include <array>
#include <cstring>

namespace orrery::store {

namespace {

constexpr std::string_view magic = "orrwit01";
constexpr std::size_t number_size = 8;
constexpr std::size_t checked_size = magic.size() + number_size;
constexpr std::size_t witness_size = checked_size + number_size;

using Testimony = std::array<char, witness_size>;

void put_number(char* to, std::uint64_t number) {
  for (std::size_t i = 0; i < number_size; ++i)
    to[i] = static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

std::uint64_t get_number(const char* from) {
  std::uint64_t number = 0;
  for (std::size_t i = number_size; i > 0; --i)
    number = number << 8 | static_cast<unsigned char>(from[i - 1]);
  return number;
}

Testimony testify(std::uint64_t sequence) {
  Testimony bytes{};
  magic.copy(bytes.data(), magic.size());
  put_number(bytes.data() + magic.size(), sequence);
  put_number(bytes.data() + checked_size, checksum({bytes.data(), checked_size}));
  return bytes;
}

rocksdb::Slice slice(const Testimony& bytes) {
  return {bytes.data(), bytes.size()};
}

/// A first witness is synced, name and all: later notes only overwrite it.
rocksdb::Status
create(rocksdb::Env& env, const std::filesystem::path& path, const Testimony& bytes) {
  std::unique_ptr<rocksdb::WritableFile> file;
  rocksdb::Status status = env.NewWritableFile(path.string(), &file, rocksdb::EnvOptions());
  if (status.ok())
    status = file->Append(slice(bytes));
  if (status.ok())
    status = file->Sync();
  if (status.ok())
    status = file->Close();
  std::unique_ptr<rocksdb::Directory> parent;
  if (status.ok())
    status = env.NewDirectory(path.parent_path().string(), &parent);
  return status.ok() ? parent->Fsync() : status;
}

} // namespace

std::filesystem::path Witness::path_for(const std::filesystem::path& directory) {
  std::filesystem::path path = directory.lexically_normal();
  if (path.filename().empty())
    path = path.parent_path(); // it ended in a slash
  return path += ".witness";
}

tl::expected<Witness::Testimony, StoreError> Witness::look(rocksdb::Env& env,
                                                           const std::filesystem::path& path) {
  if (const auto there = env.FileExists(path.string()); there.IsNotFound())
    return Testimony{};
  std::unique_ptr<rocksdb::SequentialFile> file;
  auto status = env.NewSequentialFile(path.string(), &file, rocksdb::EnvOptions());
  std::array<char, witness_size + 1> bytes{}; // one more: a longer file is not ours
  rocksdb::Slice read;
  if (status.ok())
    status = file->Read(bytes.size(), &read, bytes.data());
  if (!status.ok())
    return tl::unexpected(store_error(status, path, "read the witness"));
  if (read.size() != witness_size)
    return Testimony{Testimony::State::Damaged, 0};
  const auto sequence = get_number(read.data() + magic.size());
  if (std::memcmp(testify(sequence).data(), read.data(), witness_size) != 0)
    return Testimony{Testimony::State::Damaged, 0};
  return Testimony{Testimony::State::Sound, sequence};
}

tl::expected<std::unique_ptr<Witness>, StoreError>
Witness::open(rocksdb::Env& env, const std::filesystem::path& path, std::uint64_t sequence) {
  const auto present = look(env, path);
  if (!present)
    return tl::unexpected(present.error());
  rocksdb::Status status;
  if (present->state != Testimony::State::Sound)
    status = create(env, path, testify(sequence));
  std::unique_ptr<rocksdb::RandomRWFile> file;
  if (status.ok())
    status = env.NewRandomRWFile(path.string(), &file, rocksdb::EnvOptions());
  if (!status.ok())
    return tl::unexpected(store_error(status, path, "open the witness"));
  std::unique_ptr<Witness> witness(new Witness(path, std::move(file)));
  if (auto noted = witness->note(sequence); !noted)
    return tl::unexpected(noted.error());
  return witness;
}

Witness::Witness(std::filesystem::path path, std::unique_ptr<rocksdb::RandomRWFile> file)
  : x_path(std::move(path)), x_file(std::move(file)) {}

Witness::~Witness() {
  // Nothing is buffered, so that closing has nothing to lose.
  x_file->Close().PermitUncheckedError();
}

tl::expected<void, StoreError> Witness::note(std::uint64_t sequence) {
  if (const auto status = x_file->Write(0, slice(testify(sequence))); !status.ok())
    return tl::unexpected(
      store_error(status, x_path, "note transaction " + std::to_string(sequence)));
  return {};
}

} // namespace orrery::store
