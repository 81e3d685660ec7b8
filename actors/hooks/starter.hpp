#pragma once

#include "actors/hooks/start_request.hpp"
#include "config/descriptor.hpp"

#include <sys/types.h>
#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace orrery::hooks {

/// The process that makes keepers, by fork (cmd/keeper/starter.hpp). It is begun when the first
/// keeper is wanted, and again when it has ended; it holds nothing, and no keeper ends with it. For
/// one thread.
class Starter {
public:
  /// By their place: the keeper's descriptors from 1 on, and after them, where there is one, its
  /// hook's standard input, or all three of its standard streams.
  using Descriptors = std::vector<int>;
  /// A starter has been begun. @param handle its pidfd: when it is readable, reap() is to be
  /// called.
  using Begun = std::function<void(int handle)>;

  /// @param program `orrery-keeper`, absolute. @param patience how long a starter may take for one
  /// request. @param soft_limits of keepers and hooks, by resource; others are this process's.
  Starter(std::filesystem::path program,
          std::chrono::milliseconds patience,
          Begun begun,
          std::map<int, std::uint64_t> soft_limits = {});
  ~Starter() { end(); }
  Starter(const Starter&) = delete;
  Starter& operator=(const Starter&) = delete;

  /// Has a keeper made, a child of this process. Blocks for some 100 microseconds; for twice the
  /// patience at most if somebody has stopped the starter, which is killed then.
  /// @param request as encode_start() makes it, with `--input` if an input is among the
  /// descriptors.  @returns the reason if there is no keeper.
  [[nodiscard]] tl::expected<pid_t, std::string> make_keeper(const std::string& request,
                                                             const Descriptors& descriptors);
  /// Nothing is left of it if it has ended.
  void reap();
  /// 0: there is none.
  [[nodiscard]] pid_t pid() const { return pid_; }

private:
  /// @returns why there is none.
  [[nodiscard]] std::string begin();
  void kill_it();
  void end();
  /// @returns why it has not been taken.
  [[nodiscard]] std::string hand_over(const std::string& request, const Descriptors& descriptors);
  /// @returns errno, 0 is success.
  [[nodiscard]] int send(const std::string& request, const Descriptors& descriptors) const;
  /// @returns errno, 0 is success.
  [[nodiscard]] int receive(StartAnswer& answer, int flags) const;
  [[nodiscard]] std::string fault(int number) const;

  std::filesystem::path program_;
  std::chrono::milliseconds patience_;
  Begun begun_;
  std::map<int, std::uint64_t> soft_limits_;
  pid_t pid_ = 0; ///< 0: there is none.
  config::Descriptor handle_;
  config::Descriptor socket_;
};

} // namespace orrery::hooks
