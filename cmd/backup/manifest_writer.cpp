#include "cmd/backup/manifest.hpp"
#include "cmd/backup/manifest_words.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::backup {

namespace {

constexpr std::size_t flushed_at = 1 << 16;

} // namespace

ManifestWriter::ManifestWriter(std::filesystem::path path, config::Descriptor file, Facts facts)
  : path_(std::move(path)), file_(std::move(file)), facts_(std::move(facts)) {}

tl::expected<ManifestWriter, std::string> ManifestWriter::begin(
  const std::filesystem::path& directory, const Facts& facts, std::uint64_t boot) {
  const std::filesystem::path path = directory / "manifest";
  config::Descriptor file(
    open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.is_open())
    return tl::unexpected("cannot make " + path.string() + ": "
                          + std::generic_category().message(errno));
  ManifestWriter writer(path, std::move(file), facts);
  const SavedModel& first = facts.models.front();
  const bool is_plain = facts.models.size() == 1 && first.key_left_out.empty();
  writer.put("orrery-backup " + std::to_string(is_plain ? 1 : newest_format));
  writer.put("schema " + std::to_string(facts.schema));
  writer.put("program " + facts.program);
  writer.put("made " + facts.made);
  writer.put("model " + first.uuid + " " + first.name);
  writer.put("sequence " + std::to_string(first.sequence));
  writer.put("notes " + std::to_string(first.notes));
  writer.put("boot " + std::to_string(boot));
  writer.put(std::string("units ") + (facts.with_units ? "yes" : "no"));
  writer.put_left_out_key(first);
  return writer;
}

void ManifestWriter::begin_model(const SavedModel& model) {
  put("also " + model.uuid + " " + std::to_string(model.sequence) + " "
      + std::to_string(model.notes) + " " + word_of(model.name));
  put_left_out_key(model);
}

void ManifestWriter::put_left_out_key(const SavedModel& model) {
  if (!model.key_left_out.empty())
    put("key-left-out " + model.key_left_out);
}

tl::expected<void, std::string> ManifestWriter::add(const Entry& entry) {
  if (entry.owner)
    put("owner " + std::to_string(entry.owner->user) + " " + std::to_string(entry.owner->group));
  switch (entry.kind) {
  case Entry::Kind::Directory:
    put("directory " + to_base(entry.mode, octal) + " " + word_of(entry.path));
    break;
  case Entry::Kind::File:
    put("file " + to_base(entry.mode, octal) + " " + std::to_string(entry.size) + " " + entry.hash
        + " " + word_of(entry.path));
    ++facts_.files;
    facts_.bytes += entry.size;
    break;
  case Entry::Kind::Link:
    put("link " + word_of(entry.target) + " " + word_of(entry.path));
    break;
  }
  if (constexpr std::uint64_t for_the_tail = 1024; bytes_ > manifest_max - for_the_tail)
    return tl::unexpected("a backup lists at most " + std::to_string(manifest_max >> 20U)
                          + " MiB of files' names and hashes, which is some two million files: "
                            "leave units' directories out, or copy the data directory of a "
                            "stopped orchestrator");
  return waiting_.size() < flushed_at ? tl::expected<void, std::string>() : flush();
}

tl::expected<Facts, std::string> ManifestWriter::end() {
  put("total " + std::to_string(facts_.files) + " " + std::to_string(facts_.bytes));
  put("end " + hash_.finish());
  if (auto written = flush(); !written)
    return tl::unexpected(written.error());
  return facts_;
}

void ManifestWriter::put(const std::string& line) {
  if (!line.starts_with("end "))
    hash_.add(line + "\n");
  waiting_ += line + "\n";
  bytes_ += line.size() + 1;
}

tl::expected<void, std::string> ManifestWriter::flush() {
  std::string_view rest = waiting_;
  while (!rest.empty()) {
    const ssize_t written = write(file_.get(), rest.data(), rest.size());
    if (written <= 0)
      return tl::unexpected("cannot write " + path_.string() + ": "
                            + std::generic_category().message(errno));
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  waiting_.clear();
  return {};
}

} // namespace orrery::backup
