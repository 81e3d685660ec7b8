#include "actors/hooks/tool_server.hpp"

#include "actors/hooks/tool_loop.hpp"

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <thread>
#include <utility>

namespace orrery::hooks {

namespace {

class ThreadedToolServer final : public ToolServer {
public:
  explicit ThreadedToolServer(const std::filesystem::path& spare_sockets)
    : loop_(spare_sockets), thread_([this] { run(); }) {}
  ~ThreadedToolServer() override {
    leaving_ = true;
    loop_.wake();
    thread_.join();
  }
  std::string
  open(const std::filesystem::path& socket, Handler handler, std::string& why) override {
    return loop_.open(socket, std::move(handler), why);
  }
  void close(const std::string& token) override { loop_.close(token); }
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

std::unique_ptr<ToolServer> ToolServer::make(const std::filesystem::path& spare_sockets) {
  return std::make_unique<ThreadedToolServer>(spare_sockets);
}

} // namespace orrery::hooks
