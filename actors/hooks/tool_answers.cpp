#include "actors/hooks/tool_answers.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace orrery::hooks {

/// One call that waits for its answer.
class ToolAnswers::Pending {
public:
  Pending(std::shared_ptr<ToolAnswers> answers, std::uint64_t number)
    : answers_(std::move(answers)), number_(number) {}
  ~Pending() {
    ToolReply reply;
    reply.code = 1;
    reply.error =
      "ERROR the orchestrator has dropped this call, because it stops or the unit goes\n";
    give(std::move(reply));
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  void give(ToolReply reply) {
    if (!given_.exchange(true))
      answers_->put(number_, std::move(reply));
  }

private:
  std::shared_ptr<ToolAnswers> answers_;
  std::uint64_t number_;
  std::atomic<bool> given_{false};
};

ToolAnswers::ToolAnswers() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_.is_open())
    throw std::system_error(errno, std::generic_category(), "tool server: eventfd");
}

ToolServer::Answer ToolAnswers::answer_to(std::uint64_t number) {
  return [pending = std::make_shared<Pending>(shared_from_this(), number)](ToolReply reply) {
    pending->give(std::move(reply));
  };
}

void ToolAnswers::put(std::uint64_t number, ToolReply reply) {
  {
    const std::lock_guard lock(mutex_);
    replies_.emplace_back(number, std::move(reply));
  }
  wake();
}

std::vector<ToolAnswers::Numbered> ToolAnswers::take() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = read(wake_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  return std::exchange(replies_, {});
}

void ToolAnswers::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.get(), &one, sizeof one);
}

} // namespace orrery::hooks
