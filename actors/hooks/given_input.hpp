#pragma once

#include "config/descriptor.hpp"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::hooks {

/// Standard inputs that clients have given to their commands. Kept in memory that cannot be
/// written any more, for as long as the client waits: never on disk, where it would outlive the
/// command. Each program that reads it has a descriptor of its own, from the beginning on. Bounded
/// by its callers: one a session. Thread-safe; outlives its Kept.
class GivenInputs {
public:
  /// An input that is kept as long as this lives. A program that has begun keeps what it reads.
  class Kept {
  public:
    Kept(GivenInputs& inputs, std::string token) : inputs_(&inputs), token_(std::move(token)) {}
    ~Kept() {
      if (inputs_ != nullptr)
        inputs_->forget(token_);
    }
    Kept(Kept&& other) noexcept
      : inputs_(std::exchange(other.inputs_, nullptr)), token_(std::move(other.token_)) {}
    Kept& operator=(Kept&&) = delete;
    /// Names it for open(); of no use once the orchestrator has begun anew.
    [[nodiscard]] const std::string& token() const { return token_; }

  private:
    GivenInputs* inputs_;
    std::string token_;
  };

  /// @returns why the system has no memory for it.
  [[nodiscard]] tl::expected<Kept, std::string> keep(std::string_view bytes);
  /// Opens an input for one program. @returns nothing if it is not kept any more, or no descriptor
  /// is left.
  [[nodiscard]] std::shared_ptr<const config::Descriptor> open(const std::string& token) const;

private:
  void forget(const std::string& token);

  mutable std::mutex mutex_; ///< Guards kept_.
  std::map<std::string, config::Descriptor> kept_;
};

} // namespace orrery::hooks
