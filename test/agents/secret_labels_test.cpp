// Labels of secrets: found without a look at any other secret, by entities that know them.
#include "test/agents/charms.hpp"
#include "test/agents/secret_place.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::test {

namespace {

std::string id_number(std::uint32_t number) {
  const std::string digits = std::to_string(number);
  return std::string(20 - digits.size(), '0') + digits;
}

/// Makes so many secrets of db and of db/1 each, which web/0 reads and calls by labels of its own.
void make_labelled(SecretPlace& place, std::uint32_t count) {
  for (std::uint32_t number = 1; number <= 2 * count; ++number) {
    const std::string id = id_number(number);
    const std::string owner = number % 2 == 0 ? "db" : "db/1";
    protocol::SecretChange change;
    change.added_for = owner;
    change.label = "label " + std::to_string(number);
    change.value = place.sealed(id, "c2VjcmV0");
    change.grants["web"] = std::nullopt;
    (void)place.change(owner == "db" ? "db/0" : "db/1", {{id, change}});
    ASSERT_EQ(place.call("web/0", {"secret-get", id, "--label", "mine " + id}).code, 0);
  }
}

/// Counts the records that each look by a label, and each list, has read.
std::vector<std::size_t> reads_among(std::uint32_t count) {
  SecretPlace place;
  make_labelled(place, count);
  std::vector<std::size_t> reads;
  const auto call = [&](const std::string& unit, const std::vector<std::string>& arguments,
                        int code = 0) {
    const SecretPlace::Said said = place.call(unit, arguments);
    EXPECT_EQ(said.code, code) << unit << ": " << said.text;
    reads.push_back(said.reads);
  };
  call("db/1", {"secret-get", "--label", "label 1"});
  call("db/1", {"secret-get", "--label", "label 2"});
  call("db/0", {"secret-info-get", "--label", "label 2"});
  call("db/0", {"secret-get", id_number(2), "--label", "another"});
  call("db/0", {"secret-get", id_number(2), "--label", "label 4"}, 1); // SE29
  call("db/0", {"secret-get", "--label", "no such"}, 1);
  call("web/0", {"secret-get", "--label", "mine " + id_number(1)});
  call("web/0", {"secret-get", id_number(1), "--label", "mine " + id_number(2)}, 1);
  call("db/0", {"secret-ids"});
  return reads;
}

} // namespace

TEST(SecretLabels, SE29_a_look_reads_the_same_however_many_secrets_there_are) {
  const auto among_few = reads_among(3);
  EXPECT_EQ(among_few, reads_among(40));
  for (const std::size_t reads : among_few)
    EXPECT_LE(reads, 12U) << "one secret with what is of it";
}

TEST(SecretLabels, SE10_a_list_has_what_the_unit_manages) {
  SecretPlace place;
  make_labelled(place, 2);
  EXPECT_EQ(place.call("db/0", {"secret-ids"}).text, id_number(2) + "\n" + id_number(4) + "\n");
  EXPECT_EQ(place.call("db/1", {"secret-ids"}).text, id_number(1) + "\n" + id_number(3) + "\n");
}

TEST(SecretLabels, SE28_a_unit_knows_one_secret_by_each_of_its_labels) {
  rules::SecretLabels labels;
  labels.put({"web/0", "a", "db", 1, "one"});
  labels.put({"web/0", "a", "db", 2, "one"});
  labels.put({"web/0", "b", "", 1, "two"});
  EXPECT_EQ(labels.find("one"), (protocol::SecretName{"db", "a"}));
  EXPECT_EQ(labels.find("two"), (protocol::SecretName{"", "b"}));
  labels.put({"web/0", "a", "db", 2, "first"});
  EXPECT_FALSE(labels.find("one"));
  labels.put({"web/0", "b", "", 1, "first"}); // of one that is gone, say
  EXPECT_EQ(labels.find("first"), (protocol::SecretName{"", "b"}));
  labels.erase({"web/0", "a", "db", 2, "first"});
  EXPECT_EQ(labels.find("first"), (protocol::SecretName{"", "b"}));
  labels.put({"web/0", "b", "", 1, ""});
  EXPECT_TRUE(labels.empty());
}

namespace {

/// Units whose tools ask real entities.
struct LabelStage : SimulatedWorld {
  LabelStage() {
    deploy(web_charm(), "web");
    deploy(database_charm(), "mysql");
    settle();
    relation = relate("web:db", "mysql:server");
    settle();
  }

  void add_secret(const std::string& owner, const std::string& label) {
    protocol::FlushHook flush{"mysql/0", {}, {}, {}, {}};
    protocol::SecretChange& change = flush.secrets[id_number(++last_id)];
    change.added_for = owner;
    change.label = label;
    change.value = {"sealed", "mark of " + label};
    change.grants["web"] = relation;
    const protocol::Answer answer = run(std::move(flush));
    ASSERT_TRUE(answer.ok()) << answer.text;
  }

  void track(const std::string& id, const std::string& label) {
    const protocol::Answer answer =
      run(protocol::TrackSecret{"web/0", id, contents().secrets.at(id).owner, 1, label});
    ASSERT_TRUE(answer.ok()) << answer.text;
  }

  void remove_secret(const std::string& id) {
    protocol::FlushHook flush{"mysql/0", {}, {}, {}, {}};
    flush.secrets[id].removed = true;
    ASSERT_TRUE(run(std::move(flush)).ok());
  }

  /// Returns the answer of an entity.
  std::vector<protocol::SecretName>
  ask(const rules::Who& whom, const std::vector<std::string>& owners, const std::string& label) {
    std::vector<protocol::SecretName> named{{"no", "answer"}};
    const caf::actor entity = services().directory.find(whom);
    const caf::actor asker =
      system().spawn([&named, entity, owners, label](caf::event_based_actor* self) {
        self->send(entity, protocol::ReadSecretNames{7, owners, label});
        return caf::behavior{[&named, self](const protocol::SecretNamesSeen& seen) {
          EXPECT_EQ(seen.ticket, 7U);
          named = seen.secrets;
          self->quit();
        }};
      });
    SimulatedWorld::run();
    return named;
  }

  std::vector<protocol::SecretName> of_mysql(const std::string& label) {
    return ask(rules::application("mysql"), {"mysql", "mysql/0"}, label);
  }
  std::vector<protocol::SecretName> of_web_0(const std::string& label) {
    return ask(rules::unit("web/0", false), {}, label);
  }

  using SimulatedWorld::run;
  store::RelationId relation = 0;
  std::uint32_t last_id = 0;
};

using SecretNames = std::vector<protocol::SecretName>;

} // namespace

TEST(SecretLabels, SE29_the_owners_application_tells_of_its_own_and_of_one_units) {
  LabelStage world;
  world.add_secret("mysql", "pw");
  world.add_secret("mysql/0", "own");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(world.of_mysql("pw"), (SecretNames{{"mysql", id_number(1)}}));
    EXPECT_EQ(world.of_mysql("own"), (SecretNames{{"mysql/0", id_number(2)}}));
    EXPECT_EQ(world.of_mysql(""),
              (SecretNames{{"mysql", id_number(1)}, {"mysql/0", id_number(2)}}));
    EXPECT_EQ(world.of_mysql("none"), SecretNames{});
    world.crash(); // it is known again from the records
    world.settle();
  }
}

TEST(SecretLabels, SE28_a_unit_tells_of_what_it_reads_until_that_is_gone) {
  LabelStage world;
  world.add_secret("mysql", "pw");
  world.add_secret("mysql/0", "own");
  world.track(id_number(1), "database");
  world.track(id_number(2), "unit");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(world.of_web_0("database"), (SecretNames{{"mysql", id_number(1)}}));
    EXPECT_EQ(world.of_web_0("unit"), (SecretNames{{"mysql/0", id_number(2)}}));
    world.crash();
    world.settle();
  }
  world.remove_secret(id_number(1));
  world.settle();
  EXPECT_EQ(world.of_web_0("database"), SecretNames{});
  EXPECT_EQ(world.of_web_0("unit"), (SecretNames{{"mysql/0", id_number(2)}}));
}

namespace {

/// A key for a world's secrets, which outlives the world.
struct OwnVault {
  StoreDirectory directory;
  store::SecretVault vault{directory.store().parent_path() / store::SecretVault::file_name,
                           [] { return store::SecretVault::Sample(); }};
};

simulate::WorldOptions with_vault(store::SecretVault& vault) {
  simulate::WorldOptions options;
  options.listener = [](const std::string& finding) { ADD_FAILURE() << finding; };
  options.between = [&vault](agents::ModelServices& agents, entities::Services&) {
    agents.local_model.set_vault(&vault);
    return [] {};
  };
  return options;
}

/// A hook of mysql/0 and one of web/0 run, and call tools through the real hook desk.
struct SecretStage : private OwnVault, simulate::World {
  SecretStage() : World(with_vault(vault)) {
    begin();
    deploy(web_charm(), "web");
    deploy(database_charm(), "mysql");
    settle();
    const store::RelationId relation = relate("web:db", "mysql:server");
    settle();
    for (const char* label : {"pw", "other"})
      add_secret(label, relation);
    play("mysql/0", "config-changed", protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    play("web/0", "db-relation-changed",
         protocol::FlushHook{"mysql/0", {{relation, {{"k", "v"}}}}, {}, {}, {}});
  }

  void add_secret(const std::string& label, store::RelationId relation) {
    const std::string id = id_number(++last_id);
    auto box = vault.seal(id, config::secret_text({{"password", "c2VjcmV0"}})).value();
    protocol::FlushHook flush{"mysql/0", {}, {}, {}, {}};
    protocol::SecretChange& change = flush.secrets[id];
    change.added_for = "mysql";
    change.label = label;
    change.value = {std::move(box.bytes), std::move(box.fingerprint)};
    change.grants["web"] = relation;
    const protocol::Answer answer = run(std::move(flush));
    ASSERT_TRUE(answer.ok()) << answer.text;
  }

  void play(const std::string& unit, const std::string& hook, const protocol::Command& cause) {
    hooks().played().play(unit, hook);
    const protocol::Answer answer = World::run(cause);
    ASSERT_TRUE(answer.ok()) << answer.text;
    ASSERT_EQ(hooks().played().running(unit), hook);
  }

  std::string told(const std::string& unit, const std::vector<std::string>& arguments) {
    const hooks::ToolReply reply = tool(unit, arguments);
    return reply.code == 0 ? reply.output : std::to_string(reply.code) + " " + reply.error;
  }

  std::uint32_t last_id = 0;
};

} // namespace

TEST(SecretLabels, SE28_SE29_a_hook_finds_by_label_what_it_owns_and_what_it_reads) {
  SecretStage world;
  const std::string first = id_number(1);
  EXPECT_EQ(world.told("mysql/0", {"secret-get", "--label", "pw"}), "password: secret\n");
  EXPECT_NE(world.told("mysql/0", {"secret-info-get", "--label", "other"}).find(id_number(2)),
            std::string::npos);
  EXPECT_EQ(world.told("mysql/0", {"secret-ids"}), first + "\n" + id_number(2) + "\n");
  EXPECT_NE(world.told("mysql/0", {"secret-get", first, "--label", "other"})
              .find("secret label \"other\" for application \"mysql\" already exists"),
            std::string::npos);
  EXPECT_EQ(world.told("web/0", {"secret-get", "--label", "pw"}),
            "1 ERROR consumer label \"pw\" not found\n")
    << "a label of the owner's is none of a reader's";
  EXPECT_EQ(world.told("web/0", {"secret-get", first, "--label", "mine"}), "password: secret\n");
  EXPECT_EQ(world.told("web/0", {"secret-get", "--label", "mine"}), "password: secret\n");
  EXPECT_NE(world.told("web/0", {"secret-get", id_number(2), "--label", "mine"})
              .find("secret label \"mine\""),
            std::string::npos);
  EXPECT_EQ(world.told("web/0", {"secret-ids"}), "");
  for (const char* unit : {"mysql/0", "web/0"})
    world.hooks().played().end(unit, 0);
  world.settle();
}

} // namespace orrery::test
