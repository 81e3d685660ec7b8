#include "cmd/charms/charm_check.hpp"

#include "cmd/charms/charm_files.hpp"
#include "cmd/charms/charm_tree.hpp"
#include "config/charm_reading.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;
using config::Finding;

/// Returns what config::Error::text says behind the place, in words that fit the kind.
std::string words_of(const Finding& finding) {
  const config::Error& error = finding.error;
  switch (finding.kind) {
  case Finding::Kind::Unmet:
    return "the charm cannot run here: " + error.what + ": deploy it all the same with --force";
  case Finding::Kind::Lacking:
    return error.what + ": Orrery does not have this yet, and deploys the charm without it";
  case Finding::Kind::Wrong:
  case Finding::Kind::Warning:
    break;
  }
  return config::Error{"", 0, 0, error.what, error.remedy}.text();
}

CharmRemark remark_of(const Finding& finding) {
  const bool is_error =
    finding.kind == Finding::Kind::Wrong || finding.kind == Finding::Kind::Unmet;
  const config::Error& error = finding.error;
  return {is_error, error.file, error.line, error.column, words_of(finding)};
}

/// A sentence about a file, without the file's name if it begins with that.
CharmRemark remark_of(const fs::path& file, const std::string& sentence) {
  const std::string& name = file.native();
  std::size_t begin = 0;
  for (const char* mark : {": ", " "})
    if (begin == 0 && sentence.starts_with(name + mark))
      begin = name.size() + std::string{mark}.size();
  return {true, name, 0, 0, sentence.substr(begin)};
}

/// Adds what the directory may not hold. Of what was found wrong while it was read no more is said.
void add_faults(const fs::path& directory, std::vector<CharmRemark>& remarks) {
  std::set<std::string> told;
  for (const CharmRemark& remark : remarks)
    if (remark.is_error)
      told.insert(remark.file);
  for (const CharmTreeFault& fault : walk_charm(directory).faults)
    if (!told.contains(fault.path.native()))
      remarks.push_back(remark_of(fault.path, fault.text));
}

void sort_by_place(std::vector<CharmRemark>& remarks) {
  std::map<std::string, std::size_t> ranks; // of files, as they were read
  for (const CharmRemark& remark : remarks)
    ranks.emplace(remark.file, ranks.size());
  const auto place = [&](const CharmRemark& remark) {
    return std::tuple{ranks.at(remark.file), remark.line, remark.column};
  };
  std::stable_sort(remarks.begin(), remarks.end(),
                   [&](const CharmRemark& a, const CharmRemark& b) { return place(a) < place(b); });
}

} // namespace

std::vector<CharmRemark> check_charm_files(const fs::path& given) {
  const auto files = CharmFiles::open(given, begin_temporary_draft);
  if (!files)
    return {remark_of(given, files.error())};
  const config::CharmReading read = config::read_charm(files->directory());
  std::vector<CharmRemark> remarks;
  for (const Finding& finding : read.findings.all())
    remarks.push_back(remark_of(finding));
  if (read.is_charm)
    add_faults(files->directory(), remarks);
  for (CharmRemark& remark : remarks) {
    remark.file = files->in_users_words(std::move(remark.file));
    remark.text = files->in_users_words(std::move(remark.text));
  }
  sort_by_place(remarks);
  return remarks;
}

std::size_t count_errors(const std::vector<CharmRemark>& remarks) {
  const auto count = std::count_if(remarks.begin(), remarks.end(),
                                   [](const CharmRemark& remark) { return remark.is_error; });
  return static_cast<std::size_t>(count);
}

} // namespace orrery::cmd
