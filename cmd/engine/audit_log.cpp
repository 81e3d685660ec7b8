#include "cmd/engine/audit_log.hpp"

#include "actors/hooks/unit_log.hpp"
#include "actors/runtime/log.hpp"

#include <array>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>

namespace orrery::cmd {

namespace {

/// A file that several sessions write.
struct AuditFile {
  explicit AuditFile(const config::Settings& settings)
    : log(settings.data_directory / "audit.log", settings.unit_log_limit) {}
  std::mutex mutex;
  hooks::UnitLog log;
};

std::string audit_line(const Peer& peer, const Use& use) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> stamp{};
  const auto size = std::strftime(stamp.data(), stamp.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return std::string(stamp.data(), size) + " uid=" + std::to_string(peer.uid)
         + " pid=" + std::to_string(peer.pid) + " verb=" + use.verb
         + (use.exit ? " exit=" + std::to_string(*use.exit) : " begins")
         + " seq=" + std::to_string(use.sequence)
         + " account=" + (use.account.empty() ? "-" : use.account) + "\n";
}

} // namespace

std::function<void(const Peer&, const Use&)> make_audit_log(const config::Settings& settings) {
  const auto file = std::make_shared<AuditFile>(settings);
  if (const std::string why = file->log.open(); !why.empty())
    runtime::log("serve")->warn("who does what is not written down{}", runtime::field("why", why));
  return [file](const Peer& peer, const Use& use) {
    const std::lock_guard lock(file->mutex);
    file->log.append(audit_line(peer, use));
  };
}

} // namespace orrery::cmd
