// How models are named, and which one a verb goes to.
#include "cmd/client/model_reference.hpp"
#include "cmd/engine/model_choice.hpp"
#include "cmd/verbs/verbs.hpp"
#include "config/model_name.hpp"
#include "config/user_name.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

constexpr const char* place_here = "unix:/run/here";
constexpr const char* place_there = "unix:/run/there";

TEST(ModelReference, MD20_names_of_models_and_users) {
  for (const char* name : {"1", "9-", "a", "web-2", "0-0"})
    EXPECT_TRUE(config::is_model_name(name)) << name;
  for (const char* name : {"", "-a", "A", "a_b", "a b", "a/b", "ä"})
    EXPECT_FALSE(config::is_model_name(name)) << name;
  for (const char* name : {"ab", "Bob", "a.b", "a+b-c", "99"})
    EXPECT_TRUE(config::is_user_name(name)) << name;
  for (const char* name : {"", "a", "-ab", "ab.", "a_b", "a b"})
    EXPECT_FALSE(config::is_user_name(name)) << name;
}

TEST(ModelReference, MD21_is_taken_apart) {
  EXPECT_EQ(parse_model_reference("m"), (ModelReference{"", "", "m"}));
  EXPECT_EQ(parse_model_reference("c:m"), (ModelReference{"c", "", "m"}));
  EXPECT_EQ(parse_model_reference("c:Bob/m"), (ModelReference{"c", "bob", "m"}));
  EXPECT_EQ(parse_model_reference(":m"), (ModelReference{"", "", "m"}));
  EXPECT_EQ(parse_model_reference("c:"), (ModelReference{"c", "", ""}));
  for (const char* text : {"", "/m", "bob/", "c:bob/", "a/b/c", "c:d:m", "M", "m\n", "c:-"})
    EXPECT_EQ(parse_model_reference(text), std::nullopt) << text;
  EXPECT_EQ(parse_model_reference(std::string(5000, 'm')), std::nullopt);
}

TEST(ModelReference, MD21_means_a_model_by_its_name_or_six_characters_of_its_uuid) {
  const ModelIdentity model{"bob", "web", "0c0ffee0-1111"};
  const auto match = [&](const char* text, const char* asking) {
    return matches(*parse_model_reference(text), model, asking);
  };
  EXPECT_EQ(match("web", "bob"), ModelMatch::Name);
  EXPECT_EQ(match("bob/web", "admin"), ModelMatch::Name);
  EXPECT_EQ(match("BOB/web", "admin"), ModelMatch::Name);
  EXPECT_EQ(match("web", "admin"), ModelMatch::No) << "unqualified is the asking user's";
  EXPECT_EQ(match("0c0ffe", "admin"), ModelMatch::Uuid);
  EXPECT_EQ(match("0c0ffee0-1111", "admin"), ModelMatch::Uuid);
  EXPECT_EQ(match("0c0ff", "admin"), ModelMatch::No) << "five are too few";
  EXPECT_EQ(match("0c0ffee1", "admin"), ModelMatch::No);
}

TEST(ModelReference, MD22_is_told_in_full) {
  EXPECT_EQ(full_model_name("m", "eve"), "orrery:eve/m");
  EXPECT_EQ(full_model_name("bob/m", "eve"), "orrery:bob/m");
  EXPECT_EQ(full_model_name("c:m", "admin"), "c:admin/m");
  EXPECT_EQ(full_model_name("No_Name", "admin"), "No_Name");
}

/// Files that know this orchestrator, another one, and a controller of Juju's.
KnownControllers known() {
  KnownControllers files;
  files.controllers["orrery"] = {"u1", {place_here}, "admin/current", {}};
  files.controllers["other"] = {"u2", {place_there}, "bob/theirs", {}};
  files.controllers["lxd"] = {"u3", {"10.0.0.1:17070"}, "admin/juju", {}};
  files.current = "lxd";
  return files;
}

tl::expected<ModelChoice, std::string> chosen(const ModelWish& wish, bool is_named = false) {
  return choose_model_place(wish, {place_here, is_named}, known());
}

TEST(ModelChoice, MD23_a_flag_comes_before_a_variable_and_that_before_the_current_model) {
  EXPECT_EQ(*chosen({"flag", "variable", ""}), (ModelChoice{place_here, "flag", true}));
  EXPECT_EQ(*chosen({"", "variable", ""}), (ModelChoice{place_here, "variable", true}));
  EXPECT_EQ(*chosen({}), (ModelChoice{place_here, "admin/current", false}));
  EXPECT_EQ(*choose_model_place({}, {place_here, false}, {}), (ModelChoice{place_here, "", false}));
}

TEST(ModelChoice, MD23_the_controller_of_a_flag_comes_before_that_of_a_variable) {
  EXPECT_EQ(*chosen({"other:bob/m", "orrery:x", "orrery"}),
            (ModelChoice{place_there, "bob/m", true}));
  EXPECT_EQ(*chosen({"m", "other:x", ""}), (ModelChoice{place_there, "m", true}));
  EXPECT_EQ(*chosen({"", "other:x", ""}), (ModelChoice{place_there, "x", true}));
  EXPECT_EQ(*chosen({"", "", "other"}), (ModelChoice{place_there, "bob/theirs", false}));
  EXPECT_EQ(*chosen({"", "x", "other"}), (ModelChoice{place_there, "x", true}));
}

TEST(ModelChoice, MD23_a_controller_alone_means_its_current_model) {
  EXPECT_EQ(*chosen({"orrery:", "", ""}), (ModelChoice{place_here, "admin/current", false}));
  EXPECT_EQ(*chosen({"other:", "variable", ""}), (ModelChoice{place_there, "bob/theirs", false}));
}

TEST(ModelChoice, MD23_variables_that_name_two_controllers_conflict) {
  const auto choice = chosen({"", "a:m", "b"});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error(),
            "controller name from JUJU_MODEL (a) conflicts with value in JUJU_CONTROLLER (b)");
}

TEST(ModelChoice, MD26_the_current_model_of_another_orchestrator_is_none_here) {
  auto files = known();
  files.controllers["orrery"].endpoints = {place_there};
  EXPECT_EQ(*choose_model_place({}, {place_here, false}, files),
            (ModelChoice{place_here, "", false}));
}

TEST(ModelChoice, MD26_controllers_that_are_none_here_are_refused) {
  EXPECT_EQ(chosen({"nobody:m", "", ""}).error(), "controller nobody not found");
  EXPECT_EQ(chosen({"lxd:m", "", ""}).error(),
            "controller lxd is one of Juju's: use Juju's own client for it");
  EXPECT_NE(chosen({"other:m", "", ""}, true).error().find("leave one of them out"),
            std::string::npos);
}

TEST(ModelChoice, MD22_what_can_name_no_model_is_for_the_orchestrator_to_refuse) {
  EXPECT_EQ(*chosen({"No_Name", "", ""}), (ModelChoice{place_here, "No_Name", true}));
  EXPECT_EQ(*chosen({"", "a/b/c", ""}), (ModelChoice{place_here, "a/b/c", true}));
}

TEST(ModelChoice, MD23_a_flag_is_taken_out_of_the_words_in_all_its_forms) {
  using Words = std::vector<std::string>;
  const Words words{"status", "-m",   "m",  "--model=m", "-mm", "--format",
                    "json",   "-m=m", "--", "-m",        "m"};
  EXPECT_EQ(without_flags(*find_verb("status"), words, "model"),
            (Words{"status", "--format", "json", "--", "-m", "m"}));
  EXPECT_EQ(
    without_flags(*find_verb("deploy"), {"deploy", "./a", "--to", "-m", "-ym", "m"}, "model"),
    (Words{"deploy", "./a", "--to", "-m", "-ym", "m"}));
}

TEST(ModelChoice, MD23_a_flag_of_the_program_that_a_verb_runs_stays) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(without_flags(*find_verb("ssh"), {"ssh", "-m", "m", "db/0", "ls", "-m", "m"}, "model"),
            (Words{"ssh", "db/0", "ls", "-m", "m"}));
}

} // namespace
} // namespace orrery::cmd
