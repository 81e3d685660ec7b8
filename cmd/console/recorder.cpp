#include "cmd/console/recorder.hpp"

#include "cmd/views/render/json.hpp"

namespace orrery::cmd::console {

tl::expected<std::shared_ptr<Recorder>, std::string> Recorder::open(const RunOptions& options,
                                                                    const Session& session) {
  std::shared_ptr<Recorder> recorder{new Recorder};
  recorder->json_ = options.json;
  if (session.other_user && !(options.trace.empty() && options.junit.empty()))
    return tl::unexpected(
      std::string{"--trace and --junit are written by the orchestrator, so only "
                  "its own user and root may name a file: --json prints what "
                  "a trace holds"});
  if (!options.trace.empty()) {
    auto file = RecordFile::open(session.path(options.trace));
    if (!file)
      return tl::unexpected(file.error());
    recorder->trace_ = std::move(*file);
  }
  if (!options.junit.empty()) {
    auto junit = Junit::open(session.path(options.junit));
    if (!junit)
      return tl::unexpected(junit.error());
    recorder->junit_ = std::move(*junit);
  }
  return recorder;
}

void Recorder::take(const Record& record, Output& client) {
  if (json_)
    client.out(render::to_json(answer_document(record)));
  const std::lock_guard lock{mutex_};
  ++number_;
  if (trace_)
    trace_->append(render::to_json(trace_document(record, number_)));
  if (junit_)
    junit_->take(record);
}

std::string Recorder::trouble() const {
  const std::lock_guard lock{mutex_};
  if (trace_ && !trace_->trouble().empty())
    return trace_->trouble();
  return junit_ ? junit_->trouble() : std::string{};
}

} // namespace orrery::cmd::console
