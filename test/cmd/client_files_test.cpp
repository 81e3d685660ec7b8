// A client's files in Juju's formats: read, kept, changed.
#include "cmd/client/client_files.hpp"
#include "cmd/engine/client_store.hpp"
#include "cmd/engine/switching.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;
using test::has;

constexpr const char* own_socket = "unix:/run/orrery/socket";

/// A file of Juju's client, with a controller of its own and keys that nobody here knows.
constexpr const char* jujus_controllers = R"(controllers:
  lxd:
    uuid: 5f6a9a1c-0000-4000-8000-000000000001
    api-endpoints: ['10.0.0.1:17070', '[fd42::1]:17070']
    dns-cache: {lxd.example: [10.0.0.1]}
    ca-cert: |
      -----BEGIN CERTIFICATE-----
      orrery: unix:/nowhere
      -----END CERTIFICATE-----
    cloud: localhost
    region: localhost
    type: lxd
    agent-version: 3.6.9
    controller-machine-count: 1
    active-controller-machine-count: 0
    machine-count: 3
current-controller: lxd
)";

struct ClientFiles : testing::Test, test::Bench {
  [[nodiscard]] fs::path place() const { return directory / "juju"; }
  [[nodiscard]] std::string text(const char* name) const {
    std::ostringstream text;
    text << std::ifstream(place() / name).rdbuf();
    return text.str();
  }
  void put(const char* name, const std::string& text) const {
    fs::create_directories(place());
    std::ofstream(place() / name) << text;
  }
  [[nodiscard]] static ClientChange change() {
    return {"orrery",
            "u1",
            own_socket,
            "admin",
            {{"admin/a", "0c0ffee0-0000"}, {"bob/b", "0c0ffee1-0000"}},
            "admin/a"};
  }
};

TEST_F(ClientFiles, MD26_are_written_as_juju_does_and_read_again) {
  ASSERT_TRUE(change_client_files(place(), change()));
  const auto read = read_client_files(place());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->current, "orrery");
  EXPECT_EQ(read->controllers.at("orrery"),
            (KnownController{"u1", {own_socket}, "admin/a", change().models}));
  EXPECT_TRUE(has(text("models.yaml"), "    models:\n      admin/a:\n        uuid: "));
  EXPECT_TRUE(has(text("models.yaml"), "        type: iaas\n        branch: master\n"));
  EXPECT_TRUE(has(text("accounts.yaml"), "  orrery:\n    user: admin\n"));
  for (const char* name : {"controllers.yaml", "models.yaml", "accounts.yaml"}) {
    struct stat found {};
    ASSERT_EQ(::stat((place() / name).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U) << name;
  }
}

TEST_F(ClientFiles, MD26_what_is_written_is_understood_without_a_parser_too) {
  ASSERT_TRUE(change_client_files(place(), change()));
  const auto found = current_model_in(place(), own_socket);
  EXPECT_EQ(found.state, CurrentModel::State::One) << text("controllers.yaml");
  EXPECT_EQ(found.name, "admin/a");
  EXPECT_EQ(current_model_in(place(), "unix:/run/orrery/sock").state, CurrentModel::State::None)
    << "another socket, of which the name is a part";
}

TEST_F(ClientFiles, UR16_a_login_is_read_without_a_parser_and_forgotten) {
  auto login = change();
  login.user = "bob";
  login.access = "login";
  for (const std::string password :
       {"hunter2", "a b: c #d", "it's \"so\" \\ !", "'", "007", "no"}) {
    login.password = password;
    ASSERT_TRUE(change_client_files(place(), login));
    const auto stored = stored_account_in(place(), own_socket);
    EXPECT_EQ(stored.state, CurrentModel::State::One) << text("accounts.yaml");
    EXPECT_EQ(stored.user, "bob");
    EXPECT_EQ(stored.password, password);
    EXPECT_EQ(stored_account_in(place(), "unix:/elsewhere").state, CurrentModel::State::None);
  }
  ASSERT_TRUE(change_client_files(place(), change()));
  EXPECT_EQ(stored_account_in(place(), own_socket).user, "bob") << "who stands there stays";
  ASSERT_TRUE(forget_account(place(), "orrery"));
  EXPECT_EQ(stored_account_in(place(), own_socket).state, CurrentModel::State::None);
  put("accounts.yaml", "controllers: {orrery: {user: bob, password: x}}\n");
  EXPECT_EQ(stored_account_in(place(), own_socket).state, CurrentModel::State::Unsure);
}

TEST_F(ClientFiles, UR16_a_login_without_its_controller_is_lost_and_not_nobodys) {
  EXPECT_FALSE(stored_account_in(place(), own_socket).is_lost) << "there are no files";
  ASSERT_TRUE(change_client_files(place(), change()));
  fs::remove(place() / "controllers.yaml");
  EXPECT_FALSE(stored_account_in(place(), own_socket).is_lost) << "a current model, and no login";
  auto login = change();
  login.user = "bob";
  login.password = "hunter2";
  ASSERT_TRUE(change_client_files(place(), login));
  EXPECT_FALSE(stored_account_in(place(), "unix:/elsewhere").is_lost) << "it is told where";
  fs::remove(place() / "controllers.yaml");
  const auto is_lost = [this] {
    const auto stored = stored_account_in(place(), own_socket);
    EXPECT_EQ(stored.state, CurrentModel::State::None);
    EXPECT_EQ(stored.password, "");
    return stored.is_lost && stored.user == "bob";
  };
  EXPECT_TRUE(is_lost());
  for (const std::string left : {"", "controllers: {}\n", jujus_controllers}) {
    put("controllers.yaml", left);
    EXPECT_TRUE(is_lost()) << left;
  }
  put("controllers.yaml", "controllers:\n  orrery:\n    api-endpoints: ['10.0.0.1:17070']\n");
  EXPECT_FALSE(is_lost()) << "it is one of Juju's own, of that name";
  ASSERT_TRUE(forget_account(place(), "orrery"));
  fs::remove(place() / "controllers.yaml");
  EXPECT_FALSE(is_lost()) << "he has logged out";
}

TEST_F(ClientFiles, MD26_what_other_clients_keep_there_stays) {
  put("controllers.yaml", jujus_controllers);
  put("models.yaml", "controllers:\n  lxd:\n    models:\n      admin/x:\n        uuid: u9\n"
                     "        type: iaas\n    current-model: admin/x\n    new-key: [1, {a: b}]\n");
  ASSERT_TRUE(change_client_files(place(), change()));
  const auto controllers = text("controllers.yaml");
  for (const char* kept : {"10.0.0.1:17070", "lxd.example", "-----BEGIN CERTIFICATE-----",
                           "controller-machine-count: 1", "current-controller: lxd"})
    EXPECT_TRUE(has(controllers, kept)) << kept << "\n" << controllers;
  const auto models = text("models.yaml");
  for (const char* kept : {"current-model: admin/x", "new-key:", "current-model: admin/a"})
    EXPECT_TRUE(has(models, kept)) << kept << "\n" << models;
  EXPECT_EQ(current_model_in(place(), own_socket).name, "admin/a") << controllers;
}

TEST_F(ClientFiles, MD26_the_same_again_writes_nothing) {
  ASSERT_TRUE(change_client_files(place(), change()));
  struct stat before {};
  ASSERT_EQ(::stat((place() / "models.yaml").c_str(), &before), 0);
  ASSERT_TRUE(change_client_files(place(), change()));
  struct stat after {};
  ASSERT_EQ(::stat((place() / "models.yaml").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino) << "a file that is written is another one";
}

TEST_F(ClientFiles, MD26_reading_makes_nothing) {
  EXPECT_TRUE(read_client_files(place()));
  EXPECT_EQ(current_model_in(place(), own_socket).state, CurrentModel::State::None);
  EXPECT_FALSE(fs::exists(place()));
}

TEST_F(ClientFiles, MD26_a_file_that_is_cut_off_or_of_another_make_is_refused_and_stays) {
  ASSERT_TRUE(change_client_files(place(), change()));
  auto other = change();
  other.current_model = "bob/b";
  const auto good = text("models.yaml");
  for (const std::string& bad :
       {std::string{"controllers:\n  orrery: {models: {admin/a: {uu"},
        std::string{"controllers: [a, b]\n"}, std::string{"- a\n"}, std::string{"a: \"\x01\"\n"}}) {
    put("accounts.yaml", bad);
    const auto changed = change_client_files(place(), other);
    ASSERT_FALSE(changed) << bad;
    EXPECT_TRUE(has(changed.error(), "accounts.yaml")) << changed.error();
    EXPECT_TRUE(has(changed.error(), "nothing was changed; mend it")) << changed.error();
    EXPECT_EQ(text("accounts.yaml"), bad);
    EXPECT_EQ(text("models.yaml"), good);
  }
  put("models.yaml", good.substr(0, good.size() / 2) + "\n  {");
  EXPECT_FALSE(read_client_files(place()));
}

TEST_F(ClientFiles, MD26_a_link_to_a_file_stays_one) {
  fs::create_directories(directory / "kept");
  ASSERT_TRUE(change_client_files(place(), change()));
  fs::rename(place() / "models.yaml", directory / "kept/models.yaml");
  fs::create_symlink(directory / "kept/models.yaml", place() / "models.yaml");
  auto other = change();
  other.current_model = "bob/b";
  ASSERT_TRUE(change_client_files(place(), other));
  EXPECT_TRUE(fs::is_symlink(place() / "models.yaml"));
  EXPECT_EQ(read_client_files(place())->controllers.at("orrery").current_model, "bob/b");
}

TEST_F(ClientFiles, MD26_a_directory_of_another_user_is_not_written) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can make one";
  fs::create_directories(place());
  ASSERT_EQ(::chown(place().c_str(), 65534, 65534), 0);
  const auto changed = change_client_files(place(), change());
  ASSERT_FALSE(changed);
  EXPECT_TRUE(has(changed.error(), "run orrery as that user")) << changed.error();
  EXPECT_TRUE(fs::is_empty(place()));
}

TEST(CurrentModelScan, MD26_files_of_jujus_alone_name_none) {
  EXPECT_EQ(current_model("", "", own_socket).state, CurrentModel::State::None);
  const std::string alone = "controllers:\n  lxd:\n    api-endpoints: ['10.0.0.1:17070']\n";
  EXPECT_EQ(current_model(alone, "controllers: [", own_socket).state, CurrentModel::State::None);
}

TEST(CurrentModelScan, MD26_what_is_not_in_jujus_style_needs_a_parser) {
  const std::string own =
    "controllers:\n  orrery:\n    api-endpoints: ['unix:/run/orrery/socket']\n";
  const std::string current = "controllers:\n  orrery:\n    current-model: admin/a\n";
  EXPECT_EQ(current_model(own, current, own_socket).name, "admin/a");
  EXPECT_EQ(current_model(own, "controllers:\n  orrery:\n    models: {}\n", own_socket).state,
            CurrentModel::State::None);
  for (const char* models :
       {"controllers: {orrery: {current-model: admin/a}}\n",
        "controllers:\n  orrery: {current-model: admin/a}\n",
        "controllers:\n  orrery:\n    current-model: \"admin/a\"\n", "controllers:\n\torrery:\n",
        "\"controllers\":\n  orrery:\n    current-model: admin/a\n"})
    EXPECT_EQ(current_model(own, models, own_socket).state, CurrentModel::State::Unsure) << models;
  EXPECT_EQ(current_model("controllers: {orrery: {api-endpoints: ['unix:/run/orrery/socket']}}\n",
                          current, own_socket)
              .state,
            CurrentModel::State::Unsure);
}

ServedModels served() {
  return {"u1", {{"admin/a", "0c0ffee0-0000"}, {"bob/b", "0c0ffee1-0000"}}, "admin/a"};
}

TEST(Switch, MD27_a_controllers_name_comes_before_a_models) {
  const auto found = [](const char* word) {
    return find_switched(word, served(), "admin/a", "admin");
  };
  EXPECT_EQ(found("orrery"), Switched{"admin/a"});
  EXPECT_EQ(found("orrery:"), Switched{"admin/a"});
  EXPECT_EQ(found("a"), Switched{"admin/a"});
  EXPECT_EQ(found(":a"), Switched{"admin/a"});
  EXPECT_EQ(found("orrery:bob/b"), Switched{"bob/b"});
  EXPECT_EQ(found("0c0ffee1"), Switched{"bob/b"});
  for (const char* word : {"b", "lxd", "lxd:a", "0c0ffee", "No_Name", ":", "a/b/c"})
    EXPECT_EQ(found(word), std::nullopt) << word;
  EXPECT_EQ(find_switched("b", served(), "admin/a", "bob"), Switched{"bob/b"});
}

TEST(Switch, MD40_the_list_of_models_is_read_as_it_is_told) {
  test::Bench bench;
  bench.orchestrator.change([](store::Contents& contents) { contents.model.uuid = "0c0ffee0"; });
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), Exit::Fine);
  const auto read = read_served_models(bench.output.printed, "admin");
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->models.size(), 1U);
  EXPECT_EQ(read->models[0].name, "admin/default");
  EXPECT_EQ(read->models[0].uuid, "0c0ffee0");
  EXPECT_EQ(read->current, "admin/default");
  EXPECT_FALSE(read_served_models("Model  Cloud\n", "admin"));
}

} // namespace
} // namespace orrery::cmd
