#include "cmd/console/difference.hpp"

#include "cmd/views/render/escape.hpp"
#include "store/fields.hpp"

#include <map>

namespace orrery::cmd::console {

namespace {

constexpr std::size_t records_max = 1000;

using Flat = std::map<std::string, std::string>; ///< A record's fields by path.

std::string word(store::Role role) {
  return role == store::Role::Requirer   ? "requirer"
         : role == store::Role::Provider ? "provider"
                                         : "peer";
}

std::string word(store::ScopeKind scope) {
  return scope == store::ScopeKind::Global ? "global" : "container";
}

std::string word(store::Resolved resolved) {
  return resolved == store::Resolved::None    ? "none"
         : resolved == store::Resolved::Retry ? "retry"
                                              : "no-retry";
}

std::string word(store::RelationStatus status) {
  return std::string{store::to_string(status)};
}

std::string word(store::Life life) {
  return std::string{store::to_string(life)};
}

std::string word(const store::RareText& text) {
  return text.text();
}

/// Takes a record apart, fields of fields with their path.
class Flattener {
public:
  Flattener(Flat& flat, std::string path) : flat_{flat}, path_{std::move(path)} {}

  template <typename T>
  void operator()(std::string_view name, const T& value) {
    const auto path = path_.empty() ? std::string{name} : path_ + "." + std::string{name};
    take(path, value);
  }

private:
  template <typename T>
  void take(const std::string& path, const T& value) {
    if constexpr (std::is_same_v<T, std::string>)
      flat_[path] = value;
    else if constexpr (std::is_same_v<T, bool>)
      flat_[path] = value ? "true" : "false";
    else if constexpr (requires { word(value); })
      flat_[path] = word(value);
    else if constexpr (std::is_enum_v<T>)
      flat_[path] = std::to_string(static_cast<unsigned>(value));
    else if constexpr (std::is_arithmetic_v<T>)
      flat_[path] = std::to_string(value);
    else if constexpr (requires { typename T::mapped_type; })
      for (const auto& [key, element] : value)
        take(path + "." + key, element);
    else if constexpr (requires { value.front(); })
      for (std::size_t i = 0; i < value.size(); ++i)
        take(path + "." + std::to_string(i), value[i]);
    else {
      Flattener inner{flat_, path};
      store::fields(value, inner);
    }
  }

  Flat& flat_;
  std::string path_;
};

template <typename Record>
Flat flat(const Record& record) {
  Flat fields;
  Flattener flattener{fields, {}};
  store::fields(record, flattener);
  return fields;
}

std::string name_of(const std::string& name) {
  return name;
}

std::string name_of(std::uint32_t id) {
  return std::to_string(id);
}

std::string name_of(const std::pair<store::RelationId, std::string>& key) {
  return std::to_string(key.first) + " " + key.second;
}

std::vector<Difference::Field> compare_fields(const Flat& before, const Flat& after) {
  std::vector<Difference::Field> changed;
  for (const auto& [path, text] : before) {
    const auto now = after.find(path);
    if (now == after.end() || now->second != text)
      changed.push_back({path, text, now == after.end() ? std::string{} : now->second});
  }
  for (const auto& [path, text] : after)
    if (!before.contains(path))
      changed.push_back({path, {}, text});
  return changed;
}

class Comparer {
public:
  explicit Comparer(std::vector<Difference>& found) : found_{found} {}

  template <typename Map>
  void operator()(const std::string& kind, const Map& before, const Map& after) {
    using How = Difference::How;
    for (const auto& [key, record] : before) {
      const auto now = after.find(key);
      if (now == after.end())
        found_.push_back({How::Removed, kind, name(key, record), {}});
      else if (!(now->second == record))
        found_.push_back(
          {How::Changed, kind, name(key, record), compare_fields(flat(record), flat(now->second))});
    }
    for (const auto& [key, record] : after)
      if (!before.contains(key))
        found_.push_back({How::Added, kind, name(key, record), {}});
  }

private:
  template <typename Key, typename Record>
  static std::string name(const Key& key, const Record& record) {
    if constexpr (std::is_same_v<Record, store::Force>)
      return record.name.empty() ? std::to_string(record.id) : record.name;
    else
      return name_of(key);
  }

  std::vector<Difference>& found_;
};

std::string_view word(Difference::How how) {
  switch (how) {
  case Difference::How::Added:
    return "added";
  case Difference::How::Removed:
    return "removed";
  case Difference::How::Changed:
    break;
  }
  return "changed";
}

} // namespace

std::vector<Difference> differences(const store::Contents& before, const store::Contents& after) {
  std::vector<Difference> found;
  Comparer compare{found};
  if (!(before.model == after.model))
    found.push_back({Difference::How::Changed, "model", after.model.name,
                     compare_fields(flat(before.model), flat(after.model))});
  if (!(before.model_config == after.model_config))
    found.push_back({Difference::How::Changed, "configuration of model", after.model.name,
                     compare_fields(flat(before.model_config), flat(after.model_config))});
  if (!(before.model_defaults == after.model_defaults))
    found.push_back({Difference::How::Changed, "defaults of models", after.model.name,
                     compare_fields(flat(before.model_defaults), flat(after.model_defaults))});
  compare("application", before.applications, after.applications);
  compare("settings of application", before.configs, after.configs);
  compare("leader's settings of application", before.leader_settings, after.leader_settings);
  compare("unit", before.units, after.units);
  compare("status of unit", before.statuses, after.statuses);
  compare("state of unit", before.charm_states, after.charm_states);
  compare("machine", before.machines, after.machines);
  compare("relation", before.relations, after.relations);
  compare("scope", before.scopes, after.scopes);
  compare("relation settings", before.bags, after.bags);
  compare("cleanup of relation", before.cleanups, after.cleanups);
  compare("charm", before.charms, after.charms);
  compare("unit numbers of application", before.sequences, after.sequences);
  compare("revisions of charm", before.charm_sequences, after.charm_sequences);
  compare("model", before.hosted_models, after.hosted_models);
  compare("force", before.forces, after.forces);
  return found;
}

std::string to_text(const std::vector<Difference>& differences) {
  if (differences.empty())
    return "nothing differs\n";
  std::string text;
  std::size_t told = 0;
  for (const auto& difference : differences) {
    if (++told > records_max) {
      text += "and " + std::to_string(differences.size() - records_max) + " more\n";
      break;
    }
    const auto sign = difference.how == Difference::How::Added     ? "+ "
                      : difference.how == Difference::How::Removed ? "- "
                                                                   : "~ ";
    text += sign + difference.kind + " " + render::escaped(difference.name) + "\n";
    for (const auto& field : difference.fields)
      text += "    " + render::escaped(field.name) + ": \"" + render::escaped(field.before)
              + "\" -> \"" + render::escaped(field.after) + "\"\n";
  }
  return text;
}

render::Document to_document(const std::vector<Difference>& differences) {
  auto list = render::Document::list();
  for (std::size_t i = 0; i < std::min(differences.size(), records_max); ++i) {
    const auto& difference = differences[i];
    auto record = render::Document::map();
    record.add("change", std::string{word(difference.how)});
    record.add("kind", difference.kind);
    record.add("name", difference.name);
    auto fields = render::Document::list();
    for (const auto& field : difference.fields) {
      auto one = render::Document::map();
      one.add("name", field.name);
      one.add("before", field.before);
      one.add("after", field.after);
      fields.push(std::move(one));
    }
    record.add_filled("fields", std::move(fields));
    list.push(std::move(record));
  }
  auto document = render::Document::map();
  document.add("count", render::Document::number(std::to_string(differences.size())));
  document.add("differences", std::move(list));
  return document;
}

} // namespace orrery::cmd::console
