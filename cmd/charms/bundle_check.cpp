#include "cmd/charms/bundle_check.hpp"

#include "actors/rules/endpoints.hpp"
#include "cmd/charms/bundle_plan.hpp"
#include "cmd/charms/charm_files.hpp"
#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/given_trust.hpp"
#include "cmd/charms/host_constraints.hpp"
#include "cmd/charms/meant_relations.hpp"
#include "cmd/session/this_host.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::cmd {

namespace {

namespace fs = std::filesystem;

/// Takes `NUMBER:` from the front of a text. @returns 0 if there is none
int take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto size = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || size == text.size() || text[size] != ':')
    return 0;
  text.remove_prefix(size + 1);
  return number;
}

/// A warning of the bundle's file, `FILE:LINE:COLUMN: TEXT`.
CharmRemark warning_of(const std::string& file, std::string_view text) {
  CharmRemark remark{false, file, 0, 0, {}};
  if (text.starts_with(file + ":")) {
    text.remove_prefix(file.size() + 1);
    remark.line = take_number(text);
    remark.column = take_number(text);
  }
  if (text.starts_with(' '))
    text.remove_prefix(1);
  remark.text = std::string(text);
  return remark;
}

class BundleCheck {
public:
  explicit BundleCheck(config::Bundle bundle) : host_(this_host()) {
    plan_.bundle = std::move(bundle);
  }

  std::vector<CharmRemark> run() {
    for (const std::string& warning : plan_.bundle.warnings)
      remarks_.push_back(warning_of(plan_.bundle.file, warning));
    for (const config::BundleApplication& application : plan_.bundle.applications)
      check(application);
    for (const auto& [name, constraints] : plan_.bundle.machine_constraints)
      if (const auto why = misfit(constraints, host_); !why.empty())
        add(0, 0, "machine \"" + name + "\": " + why);
    if (const auto ordered = order_units(plan_); !ordered)
      add(0, 0, without_file(ordered.error()));
    for (std::size_t i = 0; i < plan_.bundle.relations.size(); ++i)
      check_relation(i);
    return std::move(remarks_);
  }

private:
  void add(int line, int column, std::string text) {
    remarks_.push_back({true, plan_.bundle.file, line, column, std::move(text)});
  }
  void add(const config::BundleApplication& about, const std::string& text) {
    add(about.line, 0, "application \"" + about.name + "\": " + text);
  }
  [[nodiscard]] std::string without_file(const std::string& text) const {
    const std::string mark = plan_.bundle.file + ": ";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
  }

  void check(const config::BundleApplication& wanted) {
    plan_.units[wanted.name] = wanted.units;
    if (const auto why = misfit(wanted.constraints, host_); !why.empty())
      add(wanted, why);
    std::error_code error;
    if (!fs::exists(wanted.charm, error))
      return add(wanted, "no charm was found at " + wanted.charm.string());
    if (told_.insert(wanted.charm).second)
      for (CharmRemark& remark : check_charm_files(wanted.charm))
        remarks_.push_back(std::move(remark));
    const auto files = CharmFiles::open(wanted.charm, begin_temporary_draft);
    const auto charm =
      files ? config::load_charm(files->directory()) : config::Result<config::CharmDeclaration>();
    if (files && charm)
      check(wanted, *charm);
  }

  void check(const config::BundleApplication& wanted, const config::CharmDeclaration& charm) {
    if (charm.subordinate) {
      if ((wanted.units_given && wanted.units > 0) || !wanted.to.empty())
        add(wanted, "a subordinate has no num_units and no placement of its own");
      plan_.units[wanted.name] = 0;
    }
    auto rest = wanted;
    if (const auto taken = take_trust(rest, charm); !taken)
      add(wanted, taken.error());
    else if (const auto options = canonical_options(charm, {rest.options, rest.readings}); !options)
      add(wanted, options.error());
    store::Application application;
    application.name = wanted.name;
    application.subordinate = charm.subordinate;
    const store::Charm record = numbered_record(charm, wanted.charm, wanted.charm.string(), 0);
    application.charm = record.url;
    model_.applications[wanted.name] = std::move(application);
    model_.charms[record.url] = record;
  }

  /// Passes over a relation of an application whose charm cannot be read: that is said already.
  void check_relation(std::size_t index) {
    const auto& [first, second] = plan_.bundle.relations[index];
    for (const std::string& end : {first, second})
      if (!model_.applications.contains(end.substr(0, end.find(':'))))
        return;
    const int line = plan_.bundle.relation_lines[index];
    const std::string named = "relation [" + first + ", " + second + "]: ";
    if (const auto relation = rules::infer_relation(model_, first, second); !relation)
      add(line, 0, named + relation.error().text);
    else if (const auto doubled = meant_.doubled(*relation, line); !doubled.empty())
      remarks_.push_back({false, plan_.bundle.file, line, 0, named + doubled});
  }

  render::Host host_;
  BundlePlan plan_;
  store::Contents model_; ///< What the deployed bundle would be.
  MeantRelations meant_;
  std::set<fs::path> told_;
  std::vector<CharmRemark> remarks_;
};

} // namespace

std::vector<CharmRemark> check_bundle_file(const fs::path& file) {
  auto bundle = config::load_bundle(file);
  if (bundle)
    return BundleCheck(std::move(*bundle)).run();
  const config::Error& error = bundle.error();
  return {{true, error.file, error.line, error.column,
           config::Error{"", 0, 0, error.what, error.remedy}.text()}};
}

} // namespace orrery::cmd
