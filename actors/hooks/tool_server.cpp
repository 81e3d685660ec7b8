#include "actors/hooks/tool_server.hpp"

#include "actors/hooks/tool_loop.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>
#include <utility>

namespace orrery::hooks {

namespace {

class ThreadedToolServer final : public ToolServer {
public:
  explicit ThreadedToolServer(std::size_t kept) : loop_(kept), thread_([this] { run(); }) {}
  ~ThreadedToolServer() override {
    leaving_ = true;
    loop_.wake();
    thread_.join();
  }
  std::string open(const std::string& unit,
                   const std::filesystem::path& socket,
                   Handler handler,
                   std::string& why) override {
    return loop_.open(unit, socket, std::move(handler), why);
  }
  void close(const std::string& token) override { loop_.close(token); }
  void forget(const std::string& unit) override { loop_.forget(unit); }
  void keep_none() override { loop_.keep_none(); }

private:
  void run() {
    pthread_setname_np(pthread_self(), "hook-tools");
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    while (!leaving_)
      loop_.turn();
  }

  ToolLoop loop_;
  std::atomic<bool> leaving_{false};
  std::thread thread_; ///< Last: it uses all of the above.
};

} // namespace

std::unique_ptr<ToolServer> ToolServer::make(std::size_t kept) {
  rlimit descriptors{};
  if (getrlimit(RLIMIT_NOFILE, &descriptors) == 0)
    kept = std::min<std::size_t>(kept, descriptors.rlim_cur / 8);
  return std::make_unique<ThreadedToolServer>(kept);
}

} // namespace orrery::hooks
