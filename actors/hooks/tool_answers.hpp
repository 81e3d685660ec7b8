#pragma once

#include "actors/hooks/tool_server.hpp"
#include "config/descriptor.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace orrery::hooks {

/// Where answers from any thread wait for the server's thread. Outlives the server as long as
/// somebody may answer.
class ToolAnswers : public std::enable_shared_from_this<ToolAnswers> {
public:
  using Numbered = std::pair<std::uint64_t, ToolReply>;

  ToolAnswers();
  /// An answer to the call with that number. Called twice, the second is ignored; if it is never
  /// called and forgotten, the caller gets an error instead of waiting for ever.
  [[nodiscard]] ToolServer::Answer answer_to(std::uint64_t number);
  [[nodiscard]] std::vector<Numbered> take();
  void wake() const;
  [[nodiscard]] int descriptor() const { return wake_.get(); }

private:
  class Pending;
  void put(std::uint64_t number, ToolReply reply);

  config::Descriptor wake_; ///< eventfd
  std::mutex mutex_;
  std::vector<Numbered> replies_;
};

} // namespace orrery::hooks
