// Verbs of Juju 3.6 about things that Orrery does not have: who types one is told that, and not
// that it was misspelt.
#include "cmd/verbs/jujus_own.hpp"

#include <algorithm>
#include <array>

namespace orrery::cmd {
namespace {

struct Absent {
  std::string_view why;
  std::string_view verbs; ///< With a blank before and behind each.
};

constexpr std::array absent{
  Absent{
    "there is no controller to make or to choose: \"orrery serve\" starts the orchestrator, and "
    "who may use its socket is its user",
    " bootstrap destroy-controller kill-controller controller-config enable-ha "
    "enable-destroy-controller unregister migrate add-k8s "},
  Absent{"the orchestrator, its agents and its hook tools are one package, which apt upgrades",
         " upgrade-controller upgrade-model upgrade-machine upgrade-juju sync-agent-binary "
         "sync-agent-binaries set-application-base set-series "},
  Absent{
    "\"orrery backup create\" makes backups",
    " create-backup download-backup restore-backup show-backup backups list-backups remove-backup "
    "upload-backup "},
  Absent{"\"orrery help\" and docs/users/ tell of verbs, hooks and their tools",
         " documentation help-action-commands help-hook-commands hook-tool hook-tools "},
  Absent{"there are no clouds and no credentials: machines are directories of this host",
         " set-default-credential set-default-region add-cloud clouds list-clouds show-cloud "
         "update-cloud remove-cloud update-public-clouds "
         "default-region default-credential regions list-regions add-credential "
         "autoload-credentials credentials list-credentials show-credential update-credential "
         "remove-credential set-credential show-credentials grant-cloud revoke-cloud update-k8s "
         "remove-k8s "},
  Absent{
    "there are no networks to choose from: each machine has an address of 127.0.0.0/8 of its "
    "own",
    " add-subnet create-space spaces list-spaces add-space show-space remove-space rename-space "
    "move-to-space "
    "reload-spaces subnets list-subnets firewall-rules list-firewall-rules set-firewall-rule "},
  Absent{"charms come from directories of this host, and are fetched by whoever deploys them",
         " find info download charm-resources list-charm-resources "},
  Absent{"an offer's relation comes with a later Orrery", " remove-saas show-offer "},
  Absent{"secrets lie in its own store",
         " secret-backends list-secret-backends add-secret-backend show-secret-backend "
         "update-secret-backend remove-secret-backend model-secret-backend "},
  Absent{"\"orrery deploy --storage\" and \"orrery refresh --storage\" say what units get, and "
         "\"orrery storage\" what they have",
         " application-storage update-application-storage "},
  Absent{"there are no plans, budgets and meters",
         " agree agreements list-agreements sla metrics collect-metrics set-meter-status budget "
         "payloads list-payloads "},
  Absent{"machines have no series: charms run on this host's system", " upgrade-series "},
  Absent{"all storage lies in the one pool rootfs",
         " storage-pools list-storage-pools create-storage-pool update-storage-pool "
         "remove-storage-pool import-filesystem "},
  Absent{"keys come from no other service: \"orrery add-ssh-key\" takes the key itself",
         " import-ssh-key "},
};

} // namespace

bool is_of_kubernetes(std::string_view verb) {
  return verb == "scale-application";
}

std::string jujus_own(std::string_view verb) {
  const std::string word = " " + std::string(verb) + " ";
  const auto found = std::find_if(absent.begin(), absent.end(), [&](const Absent& group) {
    return group.verbs.find(word) != std::string_view::npos;
  });
  return found == absent.end() ? std::string() : std::string(found->why);
}

} // namespace orrery::cmd
