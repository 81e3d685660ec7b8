#pragma once

#include "cmd/views/explain/references.hpp"

namespace orrery::test {

/// What a reading has cost.
struct ReadingCost {
  std::size_t records = 0; ///< Looked for, or met by a scan.
  std::size_t asked = 0;   ///< Entities.
  bool operator==(const ReadingCost&) const = default;
};

/// A snapshot that counts.
class CountedSnapshot final : public store::Snapshot {
public:
  CountedSnapshot(const store::Snapshot& snapshot, ReadingCost& cost)
    : snapshot_(snapshot), cost_(cost) {}

  [[nodiscard]] std::uint64_t sequence() const override { return snapshot_.sequence(); }
  [[nodiscard]] tl::expected<std::optional<std::string>, store::StoreError>
  get(const store::Key& key) const override {
    ++cost_.records;
    return snapshot_.get(key);
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  scan_from(std::string_view first, std::string_view prefix, const Visit& visit) const override {
    return snapshot_.scan_from(first, prefix, [&](std::string_view key, std::string_view value) {
      ++cost_.records;
      return visit(key, value);
    });
  }

private:
  const store::Snapshot& snapshot_;
  ReadingCost& cost_;
};

/// Counts the entities that are asked.
class CountedReferences final : public explain::References {
public:
  CountedReferences(explain::References& references, ReadingCost& cost)
    : references_(references), cost_(cost) {}

  [[nodiscard]] Expected<std::map<std::string, OfUnit>>
  of_units(const std::vector<std::string>& names) override {
    cost_.asked += names.size();
    return references_.of_units(names);
  }
  [[nodiscard]] Expected<std::vector<std::string>> principals_on(store::MachineId id) override {
    ++cost_.asked;
    return references_.principals_on(id);
  }
  [[nodiscard]] Expected<std::vector<store::Relation>>
  relations_of(const std::string& application) override {
    ++cost_.asked;
    return references_.relations_of(application);
  }

private:
  explain::References& references_;
  ReadingCost& cost_;
};

} // namespace orrery::test
