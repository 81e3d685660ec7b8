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
    const Lock lock(mutex_);
    ++counts_.at(static_cast<std::size_t>(call));
    if (stopped_)
      return fail(DiskFault::InputOutput);
    if (changes && read_only_)
      return fail(DiskFault::ReadOnly);
    return act(strike(call, path));
  }();
  if (result)
    tell(call, path, true);
  return result;
}

/// With the disk unlocked: who watches may look at it.
void DiskCalls::tell(DiskCall call, const std::string& path, bool is_done) const {
  if (watcher_)
    watcher_({call, path, is_done});
}

std::optional<DiskFault> DiskCalls::strike(DiskCall call, const std::string& path) {
  if (!fault_ || fault_->call != call || !path.ends_with(fault_->ending) || --fault_->left != 0)
    return std::nullopt;
  const DiskFault fault = fault_->fault;
  fault_.reset();
  failed_path_ = path;
  return fault;
}

DiskCalls::Result<FileNumber> DiskCalls::open(const std::string& path, Open how) {
  return perform<FileNumber>(
    DiskCall::Open, path, how != Open::ToRead,
    [&](std::optional<DiskFault> struck) -> Result<FileNumber> {
      if (struck)
        return fail(*struck);
      auto number = image_.find(path);
      if (number == a_directory || (!number && how == Open::ToRead)
          || image_.directory(directory_of(path)) == nullptr)
        return fail(DiskFault::NotFound);
      if (!number) {
        number = image_.make_file();
        image_.change_names(directory_of(path), {{name_of(path), *number}});
      } else if (how == Open::Anew) {
        image_.file_to_change(*number).resize(0);
      }
      ++open_[*number];
      return *number;
    });
}

void DiskCalls::close(FileNumber number) {
  const Lock lock(mutex_);
  const auto open = open_.find(number);
  assert(open != open_.end());
  if (--open->second == 0)
    open_.erase(open);
}

DiskCalls::Result<std::size_t> DiskCalls::read(
  FileNumber number, const std::string& path, std::uint64_t offset, std::size_t count, char* to) {
  return perform<std::size_t>(DiskCall::Read, path, false,
                              [&](std::optional<DiskFault> struck) -> Result<std::size_t> {
                                if (struck)
                                  return fail(*struck);
                                return image_.file(number).now().read(offset, count, to);
                              });
}

/// How many of these bytes there is space for.
std::uint64_t DiskCalls::room(FileNumber number, std::uint64_t offset, std::size_t size) const {
  if (!capacity_)
    return size;
  const std::uint64_t have = image_.file(number).now().size();
  const std::uint64_t used = image_.size();
  const std::uint64_t end = have + (*capacity_ > used ? *capacity_ - used : 0);
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
                           image_.file_to_change(number).write(offset, bytes.substr(0, count));
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
                         const std::uint64_t have = image_.file(number).now().size();
                         if (size > have && room(number, have, size - have) < size - have)
                           return fail(DiskFault::NoSpace);
                         image_.file_to_change(number).resize(size);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::sync(FileNumber number, const std::string& path) {
  return perform<void>(DiskCall::Sync, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         DiskFile& file = image_.file_to_change(number);
                         if (struck) {
                           file.fail_sync();
                           return fail(*struck);
                         }
                         file.sync();
                         return {};
                       });
}

std::uint64_t DiskCalls::size(FileNumber number) const {
  const Lock lock(mutex_);
  return image_.file(number).now().size();
}

bool DiskCalls::exists(const std::string& path) const {
  const Lock lock(mutex_);
  return image_.find(path).has_value();
}

bool DiskCalls::is_directory(const std::string& path) const {
  const Lock lock(mutex_);
  return image_.directory(path) != nullptr;
}

DiskCalls::Result<std::vector<std::string>> DiskCalls::list(const std::string& path) {
  using Names = std::vector<std::string>;
  return perform<Names>(DiskCall::List, path, false,
                        [&](std::optional<DiskFault> struck) -> Result<Names> {
                          const DiskDirectory* const directory = image_.directory(path);
                          if (struck || directory == nullptr)
                            return fail(struck.value_or(DiskFault::NotFound));
                          Names names;
                          for (const auto& [name, number] : directory->now())
                            names.push_back(name);
                          return names;
                        });
}

DiskCalls::Result<std::uint64_t> DiskCalls::size_of(const std::string& path) const {
  const Lock lock(mutex_);
  const auto number = image_.find(path);
  if (!number || *number == a_directory)
    return fail(DiskFault::NotFound);
  return image_.file(*number).now().size();
}

DiskCalls::Result<void> DiskCalls::make_directory(const std::string& path) {
  return perform<void>(DiskCall::MakeDirectory, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         if (struck)
                           return fail(*struck);
                         if (image_.find(path))
                           return fail(DiskFault::Exists);
                         if (image_.directory(directory_of(path)) == nullptr)
                           return fail(DiskFault::NotFound);
                         image_.make_directory(path);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::delete_directory(const std::string& path) {
  return perform<void>(DiskCall::Delete, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const DiskDirectory* const directory = image_.directory(path);
                         if (struck || directory == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         if (!directory->now().empty())
                           return fail(DiskFault::Exists);
                         image_.delete_directory(path);
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::delete_file(const std::string& path) {
  return perform<void>(DiskCall::Delete, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const auto number = image_.find(path);
                         if (struck || !number || *number == a_directory)
                           return fail(struck.value_or(DiskFault::NotFound));
                         image_.change_names(directory_of(path), {{name_of(path), std::nullopt}});
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::rename(const std::string& from, const std::string& to) {
  return perform<
    void>(DiskCall::Rename, to, true, [&](std::optional<DiskFault> struck) -> Result<void> {
    const auto number = image_.find(from);
    if (struck || !number || *number == a_directory)
      return fail(struck.value_or(DiskFault::NotFound));
    if (directory_of(from) != directory_of(to))
      return fail(DiskFault::Unsupported);
    image_.change_names(directory_of(to), {{name_of(from), std::nullopt}, {name_of(to), *number}});
    return {};
  });
}

DiskCalls::Result<void> DiskCalls::link(const std::string& from, const std::string& to) {
  return perform<void>(DiskCall::Rename, to, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         const auto number = image_.find(from);
                         if (struck || !number || *number == a_directory
                             || image_.directory(directory_of(to)) == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         if (image_.find(to))
                           return fail(DiskFault::Exists);
                         image_.change_names(directory_of(to), {{name_of(to), *number}});
                         return {};
                       });
}

DiskCalls::Result<void> DiskCalls::sync_directory(const std::string& path) {
  return perform<void>(DiskCall::SyncDirectory, path, true,
                       [&](std::optional<DiskFault> struck) -> Result<void> {
                         if (struck || image_.directory(path) == nullptr)
                           return fail(struck.value_or(DiskFault::NotFound));
                         image_.sync_directory(path, open_);
                         return {};
                       });
}

bool DiskCalls::lock(const std::string& path) {
  const Lock lock(mutex_);
  return locks_.insert(path).second;
}

void DiskCalls::unlock(const std::string& path) {
  const Lock lock(mutex_);
  locks_.erase(path);
}

} // namespace orrery::store
