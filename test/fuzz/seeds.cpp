#include "actors/hooks/wire.hpp"
#include "actors/workflow/unit_notes_codec.hpp"
#include "cmd/client/wire.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "test/fuzz/archive_seeds.hpp"
#include "test/support/contents.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

/// Writes inputs to begin with, one directory a target: real records, frames, scripts, charms.
///
/// usage: seeds SOURCE_ROOT DIRECTORY
namespace orrery::fuzz {
namespace {

namespace fs = std::filesystem;

class Seeds {
public:
  explicit Seeds(fs::path directory) : directory_(std::move(directory)) {}

  void add(const std::string& target, const std::string& bytes) {
    fs::create_directories(directory_ / target);
    const auto file = directory_ / target / std::to_string(counts_[target]++);
    std::ofstream stream(file, std::ios::binary);
    stream << bytes;
    if (!stream.flush())
      throw std::runtime_error("cannot write " + file.string());
  }
  void add(const std::string& target, char which, const std::string& bytes) {
    add(target, which + bytes);
  }

private:
  fs::path directory_;
  std::map<std::string, int> counts_;
};

void add_records(Seeds& seeds) {
  for (const store::Record& record : test::one_of_each()) {
    const std::string key = store::key_of(record);
    seeds.add("records", static_cast<char>(key.size()), key + store::encode(record));
  }
}

void add_notes(Seeds& seeds) {
  agents::UnitNotes local;
  local.unit = "web/0";
  local.installed = local.started = true;
  local.config_version = 3;
  agents::Operation& operation = local.operation.emplace();
  operation.hook.kind = agents::HookKind::RelationJoined;
  operation.hook.relation = 1;
  operation.hook.endpoint = "db";
  operation.hook.remote_unit = "mysql/0";
  operation.hook.remote_application = "mysql";
  operation.step = agents::Step::Pending;
  operation.attempt = 2;
  operation.stderr_tail = "no such table";
  seeds.add("notes", 0, agents::encode_core({}));
  seeds.add("notes", 0, agents::encode_core(local));
  agents::RelationProgress progress;
  progress.endpoint = "db";
  progress.remote_application = "mysql";
  progress.changed_pending = "mysql/1";
  seeds.add("notes", 1, agents::encode_progress(progress));
  seeds.add("notes", 2, agents::encode_member(300));
}

void add_frames(Seeds& seeds) {
  cmd::wire::Request request;
  request.directory = "/home/ada";
  request.words = {"status", "--format", "json"};
  seeds.add("wire", 0, cmd::wire::encode(request));
  request.gives_input = true;
  seeds.add("wire", 0, cmd::wire::encode(request));
  request.mode = cmd::wire::Request::Mode::Script;
  request.name = "churn.orrery";
  seeds.add("wire", 0, cmd::wire::encode(request));
  seeds.add("wire", 1, cmd::wire::encode_exit(4));
  const auto call = hooks::encode_call("0123456789abcdef",
                                       {{"relation-set", "--file", "-"}, "/charm", "a: b", true});
  seeds.add("wire", 2, call.value().substr(hooks::frame_header));
  seeds.add("wire", 3,
            hooks::encode_reply({1, "", "ERROR no", true, "f", "o"}).substr(hooks::frame_header));
  seeds.add("wire", 4, call.value());
  seeds.add("wire", 5, cmd::wire::encode(cmd::wire::InputPart{{}, "a: b\n"}));
  seeds.add("wire", 5, cmd::wire::encode_wanted(1U << 20));
}

void add_words(Seeds& seeds) {
  for (const char* selector :
       {"unit[app=db life=alive]", "machine", "unit.name", "relation[life!=dying]"})
    seeds.add("console", 1, selector);
  for (const char* condition :
       {"unit web/* status=active", "count unit[app=web] >= 3", "none life=dying",
        "unit web/0 gone", "all unit workload=active", "hooks web/0 begins-with install", "a == b"})
    seeds.add("console", 2, condition);
  for (const char* call :
       {"relation-get\n-r\ndb:1\n-\nmysql/0\n", "relation-set\n-r\n1\na=b\nc=\n",
        "relation-set\n--file\n-\na: b\n", "status-set\nactive\nready\n", "open-port\n80/tcp\n",
        "config-get\n--format=json\n", "network-get\ndb\n--format\nyaml\n", "relation-ids\ndb\n",
        "relation-list\n-r\ndb:1\n--app\n", "opened-ports\n", "juju-log\n-l\nINFO\nword\n",
        "is-leader\n", "status-get\n--include-data\n", "unit-get\nprivate-address\n",
        "action-get\ndeep.a\n", "action-set\na.b=1\nc=\n", "action-fail\nmessage\n",
        "action-log\nword\n"})
    for (char flags = 0; flags < 16; ++flags)
      seeds.add("tools", flags, call);
}

/// Words of secrets and storage, by the choice of test/fuzz/words.cpp.
void add_secret_words(Seeds& seeds) {
  const std::string id = "9m4e2mr0ui3e8a215n4g";
  for (const std::string& uri : {id, "secret:" + id, "secret://model/" + id, "juju:" + id})
    seeds.add("words", 0, uri);
  for (const char* argument :
       {"password=hunter2", "key#base64=aHVudGVyMg==", "key#base64=hunter2-is-no-base64",
        "key#file=/run/key", "key--x=y", "=x"})
    seeds.add("words", 1, argument);
  for (const char* file : {"password: hunter2\nport: 5432\nkey#base64: aGVsbG8=\n",
                           "{\"password\": \"hunter2\"}", "- hunter2\n"})
    seeds.add("words", 2, file);
  for (const char* expiry : {"1h30m", "2026-01-31T08:00:00Z", "2026-01-31T08:00:00",
                             "2026-01-31T08:00:00.5+02:00", "-1h"})
    seeds.add("words", 3, expiry);
  for (const char* directive : {"data=rootfs,2,10G", "data", "data=1.5T", "data=tmpfs", "data=,,3",
                                "data=3,3", "data=0", "rootfs,10G"})
    seeds.add("words", 4, directive);
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constexpr const char* declared_actions = R"(backup:
  description: Writes all tables.
  parallel: true
  execution-group: disk
  params:
    target: {type: string, pattern: "^/", maxLength: 40, default: /tmp}
    level: {type: integer, minimum: 0, maximum: 9, default: 3}
    tables: {type: array, items: {type: string}, uniqueItems: true}
    deep: {type: object, properties: {a: {type: number, multipleOf: 0.5}}, required: [a]}
  required: [target]
  additionalProperties: false
restore:
  params:
    from: {anyOf: [{type: string}, {enum: [1, 2, null]}], not: {type: boolean}}
    kept: {type: object, patternProperties: {"^x": {type: integer}}}
)";

void add_actions(Seeds& seeds) {
  const std::string declared = declared_actions;
  for (const char* given :
       {"", "target: /srv\n", "target: tmp\nlevel: 12\n", "deep: {a: 1.5}\ntables: [a, b]\n",
        "from: 2\nkept: {xa: 1, ya: z}\n", "level: y\n"})
    seeds.add("actions", declared + "...\n" + given);
  seeds.add("actions", "a:\n  params: {}\n...\n{}\n");
  seeds.add("actions", "b: {description: d, additionalProperties: true}\n");
}

/// What the project ships as examples, and its charms for tests.
void add_files(Seeds& seeds, const fs::path& root) {
  for (const char* folder : {"docs/examples", "test/charms", "test/end_to_end"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto& file = entry.path();
      if (!entry.is_regular_file())
        continue;
      if (file.extension() == ".orrery")
        seeds.add("console", 0, content(file));
      if (file.extension() != ".yaml")
        continue;
      const bool options = file.filename() == "config.yaml";
      const bool charm = file.filename() == "metadata.yaml" || file.filename() == "charmcraft.yaml";
      seeds.add("yaml", static_cast<char>(options ? 4 : charm ? 3 : 2), content(file));
      seeds.add("yaml", 0, content(file));
    }
  seeds.add("yaml", 5,
            "development: yes\nlogging-config: <root>=INFO;unit=DEBUG\n"
            "max-action-results-age: {value: 1h30m, source: model}\n"
            "max-status-history-size: 5G\nnum-provision-workers: 16\n");
  seeds.add("yaml", 1, "data-directory: ~/d\nhook-deadline: 10m\nretry:\n  attempts: 3\n");
}

} // namespace
} // namespace orrery::fuzz

int main(int count, char** arguments) {
  if (count != 3) {
    (void)std::fprintf(stderr, "usage: seeds SOURCE_ROOT DIRECTORY\n");
    return 2;
  }
  orrery::fuzz::Seeds seeds(arguments[2]);
  orrery::fuzz::add_records(seeds);
  orrery::fuzz::add_notes(seeds);
  orrery::fuzz::add_frames(seeds);
  orrery::fuzz::add_words(seeds);
  orrery::fuzz::add_secret_words(seeds);
  orrery::fuzz::add_actions(seeds);
  for (const std::string& seed : orrery::fuzz::archive_seeds())
    seeds.add("archive", seed);
  orrery::fuzz::add_files(seeds, arguments[1]);
}
