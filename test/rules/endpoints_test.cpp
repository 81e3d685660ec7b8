#include "actors/rules/endpoints.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::AddRelation;
using protocol::Code;
using store::ScopeKind;

namespace {

/// ms and wp and ms2 with a plain relation, rk1 and rk2 with peers, lg a subordinate that can use
/// wp's own logging directory or anybody's juju-info.
store::Contents model() {
  return World{}
    .application("ms")
    .providing("dev", "mysql")
    .providing("prod", "mysql")
    .application("wp")
    .requiring("db", "mysql")
    .providing("url", "http")
    .providing("logging-dir", "logging")
    .requiring("cache", "varnish")
    .application("one")
    .providing("server", "varnish")
    .application("rk1")
    .peering("ring", "riak")
    .application("rk2")
    .peering("ring", "riak")
    .subordinate("lg")
    .requiring("info", "juju-info", ScopeKind::Container)
    .requiring("logging-directory", "logging", ScopeKind::Container)
    .application("mis")
    .providing("contained", "http", ScopeKind::Container)
    .application("web")
    .requiring("site", "http")
    .subordinate("two")
    .requiring("info", "juju-info", ScopeKind::Container)
    .requiring("z-dir", "logging", ScopeKind::Container)
    .requiring("a-dir", "logging", ScopeKind::Container)
    .contents();
}

struct Case {
  const char* first;
  const char* second;
  Code code = Code::None;
  const char* words = ""; ///< In the refusal.
  AddRelation found{};    ///< Otherwise.
};

const Case cases[] = {
  // One candidate.
  {"wp:cache", "one:server", Code::None, "", {"wp", "cache", "one", "server"}},
  {"wp", "one", Code::None, "", {"wp", "cache", "one", "server"}},
  {"one", "wp", Code::None, "", {"one", "server", "wp", "cache"}},
  {"wp:db", "ms:dev", Code::None, "", {"wp", "db", "ms", "dev"}},
  {"ms:prod", "wp", Code::None, "", {"ms", "prod", "wp", "db"}},
  // A declared pair is preferred to an implicit one, unless that is named.
  {"lg", "wp", Code::None, "", {"lg", "logging-directory", "wp", "logging-dir"}},
  {"lg:info", "wp", Code::None, "", {"lg", "info", "wp", "juju-info"}},
  {"lg", "wp:juju-info", Code::None, "", {"lg", "info", "wp", "juju-info"}},
  {"lg", "ms", Code::None, "", {"lg", "info", "ms", "juju-info"}},
  // Several candidates: all are listed, sorted.
  {"ms", "wp", Code::Ambiguous, "\"wp:db ms:dev\"; \"wp:db ms:prod\""},
  {"wp:db", "ms", Code::Ambiguous, "\"wp:db ms:dev\"; \"wp:db ms:prod\""},
  {"two", "wp", Code::Ambiguous, // the implicit one, too
   "\"two:a-dir wp:logging-dir\"; \"two:info wp:juju-info\"; \"two:z-dir wp:logging-dir\""},
  // None.
  {"ms", "ms", Code::NoRelation, "no relations found"},
  {"ms", "one", Code::NoRelation, "\"ms\" fits one of \"one\""},
  {"rk1", "rk2", Code::NoRelation, "no relations found"},
  {"wp:url", "ms", Code::NoRelation, "no relations found"},
  {"wp:db", "wp:url", Code::NoRelation, "no relations found"},
  {"mis", "web", Code::NoRelation, "no relations found"}, // container without a subordinate
  // Names that are none, or nobody's.
  {"ms:", "wp", Code::InvalidName, "\"ms:\""},
  {":db", "wp", Code::InvalidName, "\":db\""},
  {"ms", ":", Code::InvalidName, "\":\""},
  {"", "wp", Code::InvalidName, "\"\""},
  {"ms:dev:x", "wp", Code::InvalidName, "ms:dev:x"},
  {"nobody", "wp", Code::NotFound, "\"nobody\" not found"},
  {"wp", "nobody:db", Code::NotFound, "\"nobody\" not found"},
  {"ms:staging", "wp", Code::NoSuchEndpoint, "no \"staging\" endpoint"},
};

} // namespace

TEST(InferRelation, R4_the_table) {
  const store::Contents contents = model();
  for (const Case& expected : cases) {
    SCOPED_TRACE(std::string(expected.first) + " " + expected.second);
    const auto found = rules::infer_relation(contents, expected.first, expected.second);
    if (expected.code == Code::None) {
      ASSERT_TRUE(found) << found.error().text;
      EXPECT_EQ(*found, expected.found);
    } else {
      ASSERT_FALSE(found);
      EXPECT_EQ(found.error().code, expected.code);
      EXPECT_NE(found.error().text.find(expected.words), std::string::npos) << found.error().text;
    }
  }
}

TEST(FindEndpoint, R4_juju_info_is_implicit_and_a_declared_one_comes_first) {
  store::Charm charm;
  EXPECT_EQ(rules::find_endpoint(charm, "juju-info")->role, store::Role::Provider);
  charm.endpoints = {{"juju-info", "juju-info", store::Role::Requirer, ScopeKind::Container, 0}};
  EXPECT_EQ(rules::find_endpoint(charm, "juju-info")->role, store::Role::Requirer);
  EXPECT_FALSE(rules::find_endpoint(charm, "other"));
}

TEST(FindRelation, R5_by_endpoints_or_by_id) {
  const store::Contents contents = World{}
                                     .application("wp")
                                     .application("ms")
                                     .application("riak")
                                     .relation("riak:ring")
                                     .relation("wp:db ms:dev")
                                     .relation("wp:backup ms:prod")
                                     .contents();
  EXPECT_EQ(rules::find_relation(contents, {"wp:db", "ms"}), 1U);
  EXPECT_EQ(rules::find_relation(contents, {"ms:prod", "wp"}), 2U);
  EXPECT_EQ(rules::find_relation(contents, {"2"}), 2U);
  const auto both = rules::find_relation(contents, {"wp", "ms"});
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, Code::Ambiguous);
  EXPECT_NE(both.error().text.find("\"wp:db ms:dev\" (id 1); \"wp:backup ms:prod\" (id 2)"),
            std::string::npos)
    << both.error().text;
  EXPECT_EQ(rules::find_relation(contents, {"9"}).error().code, Code::NotFound);
  EXPECT_EQ(rules::find_relation(contents, {"wp:db"}).error().code, Code::InvalidName);
  EXPECT_EQ(rules::find_relation(contents, {"wp", "riak"}).error().code, Code::NotFound);
}

} // namespace orrery::test
