#pragma once

#include "cmd/verbs/verb.hpp"

#include <vector>

/// The verbs, one group a file; `cmd::verbs()` is their sum.
namespace orrery::cmd {

[[nodiscard]] std::vector<Verb> action_verbs();
[[nodiscard]] std::vector<Verb> backup_verbs();
[[nodiscard]] std::vector<Verb> bind_verbs();
[[nodiscard]] std::vector<Verb> bundle_verbs();
[[nodiscard]] std::vector<Verb> charm_verbs();
[[nodiscard]] std::vector<Verb> constraint_verbs();
[[nodiscard]] std::vector<Verb> deploy_verbs();
[[nodiscard]] std::vector<Verb> disabled_command_verbs();
[[nodiscard]] std::vector<Verb> unit_verbs();
[[nodiscard]] std::vector<Verb> machine_verbs();
[[nodiscard]] std::vector<Verb> refresh_verbs();
[[nodiscard]] std::vector<Verb> rekey_verbs();
[[nodiscard]] std::vector<Verb> relation_verbs();
[[nodiscard]] std::vector<Verb> application_verbs();
[[nodiscard]] std::vector<Verb> config_verbs();
[[nodiscard]] std::vector<Verb> controller_verbs();
[[nodiscard]] std::vector<Verb> resolved_verbs();
[[nodiscard]] std::vector<Verb> resource_verbs();
[[nodiscard]] std::vector<Verb> ssh_verbs();
[[nodiscard]] std::vector<Verb> scp_verbs();
[[nodiscard]] std::vector<Verb> secret_change_verbs();
[[nodiscard]] std::vector<Verb> secret_verbs();
[[nodiscard]] std::vector<Verb> status_verbs();
[[nodiscard]] std::vector<Verb> status_log_verbs();
[[nodiscard]] std::vector<Verb> ssh_key_verbs();
[[nodiscard]] std::vector<Verb> storage_verbs();
[[nodiscard]] std::vector<Verb> show_verbs();
[[nodiscard]] std::vector<Verb> debug_hooks_verbs();
[[nodiscard]] std::vector<Verb> debug_log_verbs();
[[nodiscard]] std::vector<Verb> check_verbs();
[[nodiscard]] std::vector<Verb> wait_verbs();
[[nodiscard]] std::vector<Verb> wait_for_verbs();
[[nodiscard]] std::vector<Verb> exec_verbs();
[[nodiscard]] std::vector<Verb> explain_verbs();
[[nodiscard]] std::vector<Verb> expose_verbs();
[[nodiscard]] std::vector<Verb> trust_verbs();
[[nodiscard]] std::vector<Verb> fault_verbs();
[[nodiscard]] std::vector<Verb> history_verbs();
[[nodiscard]] std::vector<Verb> grant_verbs();
[[nodiscard]] std::vector<Verb> help_verbs();
[[nodiscard]] std::vector<Verb> log_level_verbs();
[[nodiscard]] std::vector<Verb> model_verbs();
[[nodiscard]] std::vector<Verb> add_model_verbs();
[[nodiscard]] std::vector<Verb> destroy_model_verbs();
[[nodiscard]] std::vector<Verb> show_model_verbs();
[[nodiscard]] std::vector<Verb> model_defaults_verbs();
[[nodiscard]] std::vector<Verb> model_config_verbs();
[[nodiscard]] std::vector<Verb> serve_verbs();
[[nodiscard]] std::vector<Verb> completion_verbs();
[[nodiscard]] std::vector<Verb> later_verbs();
[[nodiscard]] std::vector<Verb> simulate_verbs();
[[nodiscard]] std::vector<Verb> run_verbs();
[[nodiscard]] std::vector<Verb> operation_verbs();
[[nodiscard]] std::vector<Verb> show_operation_verbs();
[[nodiscard]] std::vector<Verb> task_verbs();
[[nodiscard]] std::vector<Verb> user_verbs();
[[nodiscard]] std::vector<Verb> password_verbs();

} // namespace orrery::cmd
