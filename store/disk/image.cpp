#include "store/disk/image.hpp"

#include <algorithm>
#include <set>

namespace orrery::store {

namespace {

std::uint64_t hash(std::uint64_t before, std::string_view bytes) {
  for (const char byte : bytes)
    before = (before ^ static_cast<unsigned char>(byte)) * 0x100000001b3U; // FNV-1a
  return (before ^ bytes.size()) * 0x100000001b3U;
}

constexpr std::uint64_t hash_of_nothing = 0xcbf29ce484222325U;

std::string join(const std::string& directory, const std::string& name) {
  return directory == "/" ? directory + name : directory + "/" + name;
}

} // namespace

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

DiskImage::DiskImage() {
  directories_.emplace("/", DiskDirectory{});
}

DiskImage DiskImage::after(const PowerCut& cut) const {
  DiskImage left;
  left.last_file_ = last_file_;
  left.directories_.clear();
  std::vector<std::string> reached{"/"};
  while (!reached.empty()) {
    const std::string path = reached.back();
    reached.pop_back();
    auto names = directories_.at(path).after(cut, hash(hash_of_nothing, path));
    for (const auto& [name, number] : names) {
      if (number == a_directory) {
        reached.push_back(join(path, name));
      } else if (!left.files_.contains(number)) {
        DiskBytes bytes = files_.at(number)->after(cut, number);
        left.files_.emplace(number, std::make_shared<DiskFile>(std::move(bytes)));
      }
    }
    left.directories_.emplace(path, DiskDirectory(std::move(names)));
  }
  return left;
}

void DiskImage::walk(const std::function<void(const std::string& path, FileNumber)>& visit) const {
  std::vector<std::string> reached{"/"};
  while (!reached.empty()) {
    const std::string above = reached.back();
    reached.pop_back();
    for (const auto& [name, number] : directories_.at(above).now()) {
      const std::string path = join(above, name);
      visit(path, number);
      if (number == a_directory)
        reached.push_back(path);
    }
  }
}

std::uint64_t DiskImage::fingerprint() const {
  std::uint64_t print = hash_of_nothing;
  walk([&](const std::string& path, FileNumber number) {
    print = hash(print, path);
    if (number != a_directory)
      print = hash(print, file(number).now().text());
  });
  return print;
}

std::vector<std::string> DiskImage::paths(const std::string& below) const {
  std::vector<std::string> paths;
  walk([&](const std::string& path, FileNumber number) {
    if (number != a_directory && (below == "/" || path.starts_with(below + "/")))
      paths.push_back(path);
  });
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<std::string> DiskImage::read(const std::string& path) const {
  const auto number = find(path);
  if (!number || *number == a_directory)
    return std::nullopt;
  return file(*number).now().text();
}

std::uint64_t DiskImage::size() const {
  std::uint64_t size = 0;
  walk([&](const std::string&, FileNumber number) {
    if (number != a_directory)
      size += file(number).now().size();
  });
  return size;
}

const DiskDirectory* DiskImage::directory(const std::string& path) const {
  return find(path) == a_directory ? &directories_.at(path) : nullptr;
}

void DiskImage::change_names(const std::string& directory, NameChange change) {
  directories_.at(directory).change(std::move(change));
}

void DiskImage::make_directory(const std::string& path) {
  change_names(directory_of(path), {{name_of(path), a_directory}});
  directories_[path] = DiskDirectory{};
}

/// Keeps the file's record for as long as a power cut may bring its name back.
void DiskImage::delete_directory(const std::string& path) {
  change_names(directory_of(path), {{name_of(path), std::nullopt}});
}

void DiskImage::sync_directory(const std::string& path, const std::map<FileNumber, int>& open) {
  directories_.at(path).sync();
  std::set<FileNumber> named;
  for (const auto& [at, directory] : directories_) {
    for (const auto* names : {&directory.now(), &directory.durable()})
      for (const auto& [name, number] : *names)
        named.insert(number);
    for (const NameChange& change : directory.pending())
      for (const auto& [name, number] : change)
        named.insert(number.value_or(a_directory));
  }
  std::erase_if(files_, [&](const auto& entry) {
    return !named.contains(entry.first) && !open.contains(entry.first);
  });
}

std::optional<FileNumber> DiskImage::find(const std::string& path) const {
  if (path == "/")
    return a_directory;
  const DiskDirectory* const parent = directory(directory_of(path));
  if (parent == nullptr)
    return std::nullopt;
  const auto found = parent->now().find(name_of(path));
  return found == parent->now().end() ? std::nullopt : std::optional(found->second);
}

FileNumber DiskImage::make_file() {
  files_.emplace(++last_file_, std::make_shared<DiskFile>());
  return last_file_;
}

DiskFile& DiskImage::file_to_change(FileNumber number) {
  std::shared_ptr<DiskFile>& file = files_.at(number);
  if (file.use_count() > 1)
    file = std::make_shared<DiskFile>(*file);
  return *file;
}

} // namespace orrery::store
