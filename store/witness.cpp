// The witness file, written in place as a whole: 56 bytes, or 24 of an earlier program.
//
//     witness  = "orrwit02" store sequence check
//     earlier  = "orrwit01" sequence check
//     store    = 32 bytes, the store's id in hexadecimal
//     sequence = 8 bytes, least first
//     check    = 8 bytes, least first      the checksum of all before it

#include "store/witness.hpp"

#include "store/checksum.hpp"
#include "store/fault.hpp"

#include <rocksdb/env.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::store {

namespace {

constexpr std::string_view magic = "orrwit02";
constexpr std::string_view earlier_magic = "orrwit01";
constexpr std::size_t number_size = 8;
constexpr std::size_t witness_size = magic.size() + store_id_size + 2 * number_size;
constexpr std::size_t earlier_size = earlier_magic.size() + 2 * number_size;

void append_number(std::string& bytes, std::uint64_t number) {
  for (std::size_t i = 0; i < number_size; ++i)
    bytes += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

std::uint64_t get_number(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = number_size; i > 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  return number;
}

/// @param store empty: as an earlier program writes it
std::string testify(std::string_view store, std::uint64_t sequence) {
  std::string bytes(store.empty() ? earlier_magic : magic);
  bytes += store;
  append_number(bytes, sequence);
  append_number(bytes, checksum(bytes));
  return bytes;
}

/// A first witness is synced, name and all: later notes only overwrite it.
rocksdb::Status
create(rocksdb::Env& env, const std::filesystem::path& path, const std::string& bytes) {
  std::unique_ptr<rocksdb::WritableFile> file;
  rocksdb::Status status = env.NewWritableFile(path.string(), &file, rocksdb::EnvOptions());
  if (status.ok())
    status = file->Append(bytes);
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
  const std::string_view said(read.data(), read.size());
  if (said.size() != witness_size && said.size() != earlier_size)
    return Testimony{Testimony::State::Damaged, 0};
  const std::string_view store =
    said.size() == witness_size ? said.substr(magic.size(), store_id_size) : std::string_view();
  const std::uint64_t sequence = get_number(said.substr(said.size() - 2 * number_size));
  if (testify(store, sequence) != said)
    return Testimony{Testimony::State::Damaged, 0};
  return Testimony{Testimony::State::Sound, sequence, std::string(store)};
}

tl::expected<std::unique_ptr<Witness>, StoreError> Witness::open(rocksdb::Env& env,
                                                                 const std::filesystem::path& path,
                                                                 const std::string& store,
                                                                 std::uint64_t sequence) {
  const auto present = look(env, path);
  if (!present)
    return tl::unexpected(present.error());
  rocksdb::Status status;
  if (present->state != Testimony::State::Sound || present->store != store)
    status = create(env, path, testify(store, sequence));
  std::unique_ptr<rocksdb::RandomRWFile> file;
  if (status.ok())
    status = env.NewRandomRWFile(path.string(), &file, rocksdb::EnvOptions());
  if (!status.ok())
    return tl::unexpected(store_error(status, path, "open the witness"));
  std::unique_ptr<Witness> witness(new Witness(path, store, std::move(file)));
  if (auto noted = witness->note(sequence); !noted)
    return tl::unexpected(noted.error());
  return witness;
}

Witness::Witness(std::filesystem::path path,
                 std::string store,
                 std::unique_ptr<rocksdb::RandomRWFile> file)
  : path_(std::move(path)), store_(std::move(store)), file_(std::move(file)) {}

Witness::~Witness() {
  // Nothing is buffered, so that closing has nothing to lose.
  file_->Close().PermitUncheckedError();
}

tl::expected<void, StoreError> Witness::note(std::uint64_t sequence) {
  if (const auto status = file_->Write(0, testify(store_, sequence)); !status.ok())
    return tl::unexpected(
      store_error(status, path_, "note transaction " + std::to_string(sequence)));
  return {};
}

} // namespace orrery::store
