#include "actors/hooks/parts_when_needed.hpp"

#include <mutex>
#include <utility>

namespace orrery::hooks {

namespace {

class RunnerWhenNeeded final : public HookRunner {
public:
  explicit RunnerWhenNeeded(RunnerOptions options) : options_(std::move(options)) {}

  void submit(HookJob job, Callback done) override {
    if (const auto runner = begun())
      runner->submit(std::move(job), std::move(done));
    else
      done(HookEnd{HookEnd::How::Cancelled, 0, {}, std::chrono::milliseconds(0)});
  }
  void end_task(std::uint64_t task) override {
    if (const auto runner = if_begun())
      runner->end_task(task);
  }
  void end_debugged(std::uint64_t id) override {
    if (const auto runner = if_begun())
      runner->end_debugged(id);
  }
  void end_session(std::uint64_t id) override {
    if (const auto runner = if_begun())
      runner->end_session(id);
  }
  void stop(std::chrono::milliseconds grace) override {
    std::shared_ptr<HookRunner> runner;
    {
      const std::lock_guard lock(mutex_);
      runner = is_stopped_ ? std::move(runner_) : runner_;
      is_stopped_ = true;
    }
    if (runner)
      runner->stop(grace); // the second time its thread ends, too, once nobody calls it any more
  }

private:
  /// Null: it was stopped before anything ran.
  std::shared_ptr<HookRunner> begun() {
    const std::lock_guard lock(mutex_);
    if (!runner_ && !is_stopped_)
      runner_ = HookRunner::make(options_);
    return runner_;
  }
  std::shared_ptr<HookRunner> if_begun() {
    const std::lock_guard lock(mutex_);
    return runner_;
  }

  const RunnerOptions options_;
  std::mutex mutex_;
  bool is_stopped_ = false; ///< For good.
  std::shared_ptr<HookRunner> runner_;
};

class ToolServerWhenNeeded final : public ToolServer {
public:
  explicit ToolServerWhenNeeded(std::size_t kept) : kept_(kept) {}

  std::string open(const std::string& unit,
                   const std::filesystem::path& socket,
                   Handler handler,
                   std::string& why) override {
    ToolServer* server = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (!server_)
        server_ = ToolServer::make(kept_);
      server = server_.get();
    }
    return server->open(unit, socket, std::move(handler), why);
  }
  void close(const std::string& token) override {
    if (ToolServer* const server = if_begun())
      server->close(token);
  }
  void forget(const std::string& unit) override {
    if (ToolServer* const server = if_begun())
      server->forget(unit);
  }
  void keep_none() override {
    if (ToolServer* const server = if_begun())
      server->keep_none();
  }

private:
  ToolServer* if_begun() {
    const std::lock_guard lock(mutex_);
    return server_.get();
  }

  const std::size_t kept_;
  std::mutex mutex_;
  std::unique_ptr<ToolServer> server_;
};

} // namespace

std::unique_ptr<HookRunner> runner_when_needed(RunnerOptions options) {
  return std::make_unique<RunnerWhenNeeded>(std::move(options));
}

std::unique_ptr<ToolServer> tool_server_when_needed(std::size_t kept) {
  return std::make_unique<ToolServerWhenNeeded>(kept);
}

} // namespace orrery::hooks
