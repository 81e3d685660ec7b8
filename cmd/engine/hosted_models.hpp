#pragma once

#include "cmd/backup/source.hpp"
#include "cmd/engine/model_home.hpp"
#include "cmd/engine/undertaker.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Models of a process beside its first one, in whose store their records are: begins them with the
/// process, makes and destroys them. A step of a model's life is on disk before the next, so that a
/// crash ends on one side (MD34). For any thread.
class HostedModels {
public:
  /// @param process and `first` outlive it.
  HostedModels(ProcessParts& process, ModelHome& first) : process_(process), first_(first) {}

  struct Hosted {
    store::HostedModel record;
    std::shared_ptr<ModelHome> home;        ///< Answers with errors where it cannot be served.
    std::shared_ptr<Undertaker> undertaker; ///< Of one that dies; null before.
    bool is_left = false; ///< Once not all of it could be ended, until the next start.
  };

  /// Begins those that the first model knows, and goes on with what a crash has interrupted. One
  /// that cannot be opened keeps no other from that: it is there, and says why it cannot be used.
  void begin(const store::Contents& of_first);
  /// @returns those that are there, in the order of their UUIDs; none that is being made.
  [[nodiscard]] std::vector<Hosted> all() const;
  [[nodiscard]] tl::expected<ModelFacts, std::string> add(const NewModel& wanted);
  [[nodiscard]] tl::expected<void, std::string> destroy(const std::string& uuid,
                                                        const ModelEnd& how);
  /// @returns those of which a backup is made. Until what is returned goes none is added, none
  /// begins to die, and none of them ends.
  [[nodiscard]] backup::OtherModels for_backup();
  /// Stops to empty those that die. The process ends.
  void stop();

private:
  [[nodiscard]] std::shared_ptr<ModelHome> open(const store::HostedModel& record);
  [[nodiscard]] tl::expected<void, std::string> make(const store::HostedModel& record,
                                                     const store::Settings& config);
  [[nodiscard]] std::filesystem::path directory(const std::string& uuid) const;
  [[nodiscard]] store::HostedModel record_of(const std::string& uuid) const;
  [[nodiscard]] protocol::Answer step(protocol::HostModel::Step step,
                                      const store::HostedModel& model);
  void take(const store::HostedModel& record, std::shared_ptr<ModelHome> home);
  void forget(const std::string& uuid);
  void undertake(const store::HostedModel& record);
  void bury(const std::string& uuid);
  void leave(const store::HostedModel& record);
  [[nodiscard]] bool is_left(const std::string& uuid) const;

  ProcessParts& process_;
  ModelHome& first_;
  std::shared_mutex changes_; ///< Shared by those who add or destroy; a backup keeps them out.
  std::mutex noting_;         ///< Of the file that says which model is the first.
  mutable std::mutex mutex_;
  std::map<std::string, Hosted> models_; ///< By UUID.
  /// Models that are gone, without what they held: whoever has one may ask it still.
  std::vector<std::shared_ptr<ModelHome>> buried_;
};

/// @returns what is known of a model beside the first one.
[[nodiscard]] ModelFacts facts_of(const store::HostedModel& record);

} // namespace orrery::cmd
