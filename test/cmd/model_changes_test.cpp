// What a client's files tell after its models have changed.
#include "cmd/client/client_files.hpp"
#include "cmd/engine/client_store.hpp"
#include "cmd/engine/model_changes.hpp"
#include "cmd/engine/program.hpp"
#include "cmd/server/server.hpp"
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace orrery::cmd {
namespace {

using test::has;

/// A server with several models, and a client with files of its own.
struct ModelChanges : testing::Test, test::ModelsBench {
  ModelChanges() {
    const char* before = std::getenv("JUJU_DATA");
    data_before_ = before == nullptr ? "" : before;
    ::setenv("JUJU_DATA", (directory / "juju").c_str(), 1);
    ServerOptions options;
    options.socket = directory / "socket";
    server = std::move(*Server::start(options, models));
  }
  ~ModelChanges() override { ::setenv("JUJU_DATA", data_before_.c_str(), 1); }

  int run(const std::vector<std::string>& words) { return run_as("orrery", words); }
  int run_as(const std::string& name, std::vector<std::string> words) {
    words.insert(words.begin(), {"--socket", directory / "socket"});
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto exit = program(name, words, {});
    out = testing::internal::GetCapturedStdout();
    err = testing::internal::GetCapturedStderr();
    return exit;
  }
  [[nodiscard]] KnownController files() const {
    const auto known = read_client_files(directory / "juju");
    return known && known->controllers.contains("orrery") ? known->controllers.at("orrery")
                                                          : KnownController{};
  }

  std::unique_ptr<Server> server;
  std::string out;
  std::string err;

private:
  std::string data_before_;
};

TEST_F(ModelChanges, MD31_a_model_that_is_added_becomes_current) {
  ASSERT_EQ(run({"add-model", "api"}), Exit::Fine) << err;
  EXPECT_EQ(err, "Added 'api' model for user 'admin'\n");
  EXPECT_EQ(files().current_model, "admin/api");
  EXPECT_EQ(files().models.at("admin/api"), models.uuid("api"));
  ASSERT_EQ(run({"add-machine"}), Exit::Fine);
  EXPECT_EQ(models.model("api").contents()->machines.size(), 1U);
  ASSERT_EQ(run({"switch"}), Exit::Fine);
  EXPECT_EQ(out, "orrery:admin/api\n");
  ASSERT_EQ(run({"switch", "default"}), Exit::Fine);
  EXPECT_EQ(err, "orrery:admin/api -> orrery:admin/default\n");
}

TEST_F(ModelChanges, MD31_no_switch_keeps_the_current_one) {
  ASSERT_EQ(run({"add-model", "--no-switch", "a"}), Exit::Fine) << err;
  EXPECT_EQ(files().current_model, "admin/default") << "which it was before";
  EXPECT_TRUE(files().models.contains("admin/a"));
  ASSERT_EQ(run({"switch", "a"}), Exit::Fine);
  ASSERT_EQ(run({"add-model", "b", "--no-switch"}), Exit::Fine);
  EXPECT_EQ(files().current_model, "admin/a");
}

TEST_F(ModelChanges, MD31_one_that_cannot_become_current_is_told) {
  std::filesystem::create_directories(directory / "juju");
  std::ofstream(directory / "juju/controllers.yaml")
    << "controllers:\n  orrery:\n    uuid: other\n    api-endpoints: ['unix:/elsewhere']\n";
  EXPECT_EQ(run({"add-model", "a"}), Exit::Failed);
  EXPECT_TRUE(has(err, "ERROR the model was added, but is not this client's current one: the "
                       "controller orrery of "))
    << err;
  EXPECT_EQ(run({"add-model", "b", "--no-switch"}), Exit::Fine);
  EXPECT_TRUE(has(err, "WARNING the client's files do not tell its models")) << err;
  EXPECT_EQ(run({"destroy-model", "b", "--no-prompt"}), Exit::Fine) << err;
}

TEST_F(ModelChanges, MD18_the_current_one_that_is_destroyed_is_current_no_more) {
  ASSERT_EQ(run({"add-model", "a"}), Exit::Fine);
  ASSERT_EQ(run({"destroy-model", "orrery:a", "--no-prompt"}), Exit::Fine) << err;
  EXPECT_EQ(files().current_model, "");
  EXPECT_FALSE(files().models.contains("admin/a"));
  EXPECT_EQ(current_model_in(directory / "juju", endpoint_of(directory / "socket")).state,
            CurrentModel::State::None);
  EXPECT_EQ(run({"status"}), Exit::Fine) << "the only one that is left";
}

TEST_F(ModelChanges, MD18_another_one_that_is_destroyed_leaves_it) {
  ASSERT_EQ(run({"add-model", "b"}), Exit::Fine);
  ASSERT_EQ(run({"add-model", "a"}), Exit::Fine);
  ASSERT_EQ(run({"destroy-model", "b", "--no-prompt"}), Exit::Fine);
  EXPECT_EQ(files().current_model, "admin/a");
  EXPECT_FALSE(files().models.contains("admin/b"));
}

TEST_F(ModelChanges, MD18_a_client_without_files_gets_none) {
  models.put("a");
  ASSERT_EQ(run({"destroy-model", "a", "-y"}), Exit::Fine) << err;
  EXPECT_FALSE(std::filesystem::exists(directory / "juju"));
}

TEST_F(ModelChanges, MD25_one_that_is_gone_is_told_and_another_can_be_chosen) {
  ASSERT_EQ(run({"add-model", "a"}), Exit::Fine);
  models.vanish("a");
  EXPECT_EQ(run({"status"}), Exit::Failed);
  EXPECT_EQ(err, "ERROR model \"admin/a\" has been removed from the controller, run 'orrery "
                 "models' and switch to one of them.\n");
  EXPECT_EQ(run({"models"}), Exit::Fine);
  EXPECT_EQ(run({"console", "-c", "status"}), Exit::Failed);
  EXPECT_EQ(run({"switch", "default"}), Exit::Fine) << err;
  EXPECT_EQ(run({"status"}), Exit::Fine);
}

TEST_F(ModelChanges, MD24_a_client_that_has_chosen_none_must_where_there_are_several) {
  models.put("a");
  EXPECT_EQ(run({"status"}), Exit::Misused);
  EXPECT_TRUE(has(err, "  - orrery:admin/a\n")) << err;
  EXPECT_EQ(run({"status", "-m", "a"}), Exit::Fine);
  EXPECT_EQ(run({"console", "-c", "status"}), Exit::Misused);
}

TEST_F(ModelChanges, MD23_of_a_variable_only_the_controller_counts_for_models_to_come) {
  ::setenv("JUJU_MODEL", "a", 1);
  const auto added = run_as("juju", {"add-model", "a", "--no-switch"});
  const auto seen = run_as("juju", {"status"});
  const auto destroyed = run_as("juju", {"destroy-model", "a", "--no-prompt"});
  ::setenv("JUJU_MODEL", "lxd:a", 1);
  const auto elsewhere = run_as("juju", {"add-model", "b"});
  ::unsetenv("JUJU_MODEL");
  EXPECT_EQ(added, Exit::Fine);
  EXPECT_EQ(seen, Exit::Fine);
  EXPECT_EQ(destroyed, Exit::Fine);
  EXPECT_EQ(elsewhere, Exit::Failed);
  EXPECT_EQ(err, "ERROR controller lxd not found\n");
}

TEST_F(ModelChanges, MD30_add_model_of_a_controller_that_is_not_known_is_refused) {
  EXPECT_EQ(run({"add-model", "a", "-c", "lxd"}), Exit::Failed);
  EXPECT_EQ(err, "ERROR controller lxd not found\n");
  EXPECT_EQ(run({"add-model", "a", "-c", "orrery", "--no-switch"}), Exit::Fine) << err;
}

} // namespace
} // namespace orrery::cmd
