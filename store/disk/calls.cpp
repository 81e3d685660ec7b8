#include "store/disk/calls.hpp"

#include <algorithm>
#include <cassert>

namespace orrery::store {

namespace {

tl::unexpected<DiskFault> fail(DiskFault fault) {
  return tl::unexpected(fault);
}

} // namespace

template <class T, class Act>
DiskCalls::Result<T>
DiskCalls::perform(DiskCall call, const std::string& path, bool changes, Act act) {
  tell(call, path, false);
  Result<T> result = [&]() -> Result<T> {
    const Lock lock(x_mutex);
    ++x_counts.at(static_cast<std::size_t>(call));
    if (x_stopped)
      return fail(DiskFault::InputOutput);
    if (changes && x_read_only)
      return fail(DiskFault::ReadOnly);
    return act(strike(call, path));
  }();
  if (result)
    tell(call, path, true);
  return result;
}

/// With the disk unlocked: who watches may look at it.
void DiskCalls::tell(DiskCall call, const std::string& path, bool is_done) const {
  if (x_watcher)
    x_watcher({call, path, is_done});
}

std::optional<DiskFault> DiskCalls::strike(DiskCall call, const std::string& path) {
  if (!x_fault || x_fault->call != call || !path.ends_with(x_fault->ending) || --x_fault->left != 0)
    return std::nullopt;
  const DiskFault fault = x_fault->fault;
  x_fault.reset();
  x_failed_path = path;
  return fault;
}

DiskCalls::Result<FileNumber> DiskCalls::open(const std::string& path, Open how) {
  return perform<FileNumber>(
    DiskCall::Open, path, how != Open::ToRead,
    [&](std::optional<DiskFault> struck) -> Result<FileNumber> {
      if (struck)
        return fail(*struck);
      auto number = x_image.find(path);
      if (number == a_directory || (!number && how == Open::ToRead)
          || x_image.directory(directory_of(path)) == nullptr)
        return fail(DiskFault::NotFound);
      if (!number) {
        number = x_image.make_file();
        x_image.change_names(directory_of(path), {{name_of(path), *number}});
      } else if (how == Open::Anew) {
        x_image.file_to_change(*number).resize(0);
      }
      ++x_open[*number];
      return *number;
    });
}

void DiskCalls::close(FileNumber number) {
  const Lock lock(x_mutex);
  const auto open = x_open.find(number);
  assert(open != x_open.end());
  if (--open->second == 0)
    x_open.erase(open);
}

DiskCalls::Result<std::size_t> DiskCalls::read(
  FileNumber number, const std::string& path, std::uint64_t offset, std::size_t count, char* to) {
  return perform<std::size_t>(DiskCall::Read, path, false,
                              [&](std::optional<DiskFault> struck) -> Result<std::size_t> {
                                if (struck)
                                  return fail(*struck);
                                return x_image.file(number).now().read(offset, count, to);
                              });
}

/// How many of these bytes there is space for.
std::uint64_t DiskCalls::room(FileNumber number, std::uint64_t offset, std::size_t size) const {
  if (!x_capacity)
    return size;
  const std::uint64_t have = x_image.file(number).now().size();
  const std::uint64_t used = x_image.size();
  const std::uint64_t end = have + (*x_capacity > used ? *x_capacity - used : 0);
  return end > offset ? std::min<std::uint64_t>(size, end - offset) : 0;
}

DiskCalls::Result<void> DiskCalls::write(FileNumber number,
                                         const std::string& path,
                                         std::uint64_t offset,
                                         std::string_view bytes) {
  return perform<void>(DiskCall::Write, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         std::uint64_t count = room(number, offset, bytes.size());
                         if (struck)
                           count = *struck == DiskFault::NoSpace ? bytes.size() / 2 : 0;
                         if (count > 0)
                           x_image.file_to_change(number).write(offset, bytes.substr(0, count));
                         if (struck)
                           return fail(*struck);
                         return count == bytes.size() ? Result<void>{} : fail(DiskFault::NoSpace);
                       });
}

DiskCalls::Result<void>
DiskCalls::resize(FileNumber number, const std::string& path, std::uint64_t size) {
  return perform<void>(DiskCall::Write, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         if (struck)
                           return fail(*struck);
                         const std::uint64_t have = x_image.file(number).now().size();
                         if (size > have && room(number, have, size - have) < size - have)
                           return fail(DiskFault::NoSpace);
                         x_image.file_to_change(number).resize(size);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::sync(FileNumber number, const std::string& path) {
  return perform<void>(DiskCall::Sync, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         DiskFile& file = x_image.file_to_change(number);
                         if (struck) {
                           file.fail_sync();
                           return fail(*struck);
                         }
                         file.sync();
                         return {};
                       });
}

std::uint64_t DiskCalls::size(FileNumber number) const {
  const Lock lock(x_mutex);
  return x_image.file(number).now().size();
}

bool DiskCalls::exists(const std::string& path) const {
  const Lock lock(x_mutex);
  return x_image.find(path).has_value();
}

bool DiskCalls::is_directory(const std::string& path) const {
  const Lock lock(x_mutex);
  return x_image.directory(path) != nullptr;
}

DiskCalls::Result<std::vector<std::string>> DiskCalls::list(const std::string& path) {
  using Names = std::vector<std::string>;
  return perform<Names>(DiskCall::List, path, false,
                        [&](std::optional<DiskFault> struck) -> Result<Names> {
                          const DiskDirectory* const directory = x_image.directory(path);
                          if (struck || directory == nullptr)
                            return fail(struck.value_or(DiskFault::NotFound));
                          Names names;
                          for (const auto& [name, number] : directory->now())
                            names.push_back(name);
                          return names;
                        });
}

DiskCalls::Result<std::uint64_t> DiskCalls::size_of(const std::string& path) const {
  const Lock lock(x_mutex);
  const auto number = x_image.find(path);
  if (!number || *number == a_directory)
    return fail(DiskFault::NotFound);
  return x_image.file(*number).now().size();
}

DiskCalls::Result<void> DiskCalls::make_directory(const std::string& path) {
  return perform<void>(DiskCall::MakeDirectory, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         if (struck)
                           return fail(*struck);
                         if (x_image.find(path))
                           return fail(DiskFault::Exists);
                         if (x_image.directory(directory_of(path)) == nullptr)
                           return fail(DiskFault::NotFound);
                         x_image.make_directory(path);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::delete_directory(const std::string& path) {
  return perform<void>(DiskCall::Delete, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const DiskDirectory* const directory = x_image.directory(path);
                         if (struck || directory == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         if (!directory->now().empty())
                           return fail(DiskFault::Exists);
                         x_image.delete_directory(path);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::delete_file(const std::string& path) {
  return perform<void>(DiskCall::Delete, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const auto number = x_image.find(path);
                         if (struck || !number || *number == a_directory)
                           return fail(struck.value_or(DiskFault::NotFound));
                         x_image.change_names(directory_of(path), {{name_of(path), std::nullopt}});
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::rename(const std::string& from, const std::string& to) {
  return perform<
    void>(DiskCall::Rename, to, true, [&](std::optional<DiskFault> struck) -> Result<void> {
    const auto number = x_image.find(from);
    if (struck || !number || *number == a_directory)
      return fail(struck.value_or(DiskFault::NotFound));
    if (directory_of(from) != directory_of(to))
      return fail(DiskFault::Unsupported);
    x_image.change_names(directory_of(to), {{name_of(from), std::nullopt}, {name_of(to), *number}});
    return {};
  });
}

DiskCalls::Result<void> DiskCalls::link(const std::string& from, const std::string& to) {
  return perform<void>(DiskCall::Rename, to, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const auto number = x_image.find(from);
                         if (struck || !number || *number == a_directory
                             || x_image.directory(directory_of(to)) == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         if (x_image.find(to))
                           return fail(DiskFault::Exists);
                         x_image.change_names(directory_of(to), {{name_of(to), *number}});
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::sync_directory(const std::string& path) {
  return perform<void>(DiskCall::SyncDirectory, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         if (struck || x_image.directory(path) == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         x_image.sync_directory(path, x_open);
                         return {};
                       });
}

bool DiskCalls::lock(const std::string& path) {
  const Lock lock(x_mutex);
  return x_locks.insert(path).second;
}

void DiskCalls::unlock(const std::string& path) {
  const Lock lock(x_mutex);
  x_locks.erase(path);
}

} // namespace orrery::store
