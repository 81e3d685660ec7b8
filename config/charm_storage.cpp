#include "config/charm_storage.hpp"

#include "config/fields.hpp"
#include "config/number.hpp"
#include "config/storage_directive.hpp"

#include <string>
#include <string_view>

namespace orrery::config {

namespace {

struct StorageInFile {
  StorageDeclaration storage;
  bool has_type = false;
  const Member* location = nullptr;
};

Result<void> read_type(const Document& document, const Member& member, StorageInFile& into) {
  const std::string& text = member.value.scalar;
  if (member.value.kind != Node::Kind::Scalar || (text != "filesystem" && text != "block"))
    return tl::unexpected(
      document.error(member.value, "expected a type of storage, found " + describe(member.value),
                     "write type: filesystem"));
  into.has_type = true;
  into.storage.block = text == "block";
  return {};
}

Result<void>
read_storage_description(const Document& document, const Member& member, StorageInFile& into) {
  if (member.value.kind == Node::Kind::Null)
    return {};
  auto text = document.any_text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  into.storage.description = std::move(*text);
  return {};
}

template <bool StorageDeclaration::*flag>
Result<void> read_flag(const Document& document, const Member& member, StorageInFile& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.storage.*flag = *value;
  return {};
}

Result<void> read_location(const Document& document, const Member& member, StorageInFile& into) {
  auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  const bool climbs = ("/" + *text + "/").find("/../") != std::string::npos;
  if (text->empty() || text->front() != '/' || text->size() < 2 || climbs)
    return tl::unexpected(document.error(member.value, quote(*text) + " is no place for storage",
                                         "write an absolute path without .., e.g. /srv/data"));
  into.storage.location = std::move(*text);
  into.location = &member;
  return {};
}

/// A decimal number that ends where the text does, at most 2^31.
bool read_bound(std::string_view text, std::uint32_t& bound) {
  constexpr std::uint32_t most = 1U << 31;
  const auto number = parse_number<std::uint32_t>(text);
  bound = number.value_or(bound);
  return number && bound <= most;
}

/// `m-n`, `m+` and `m-` (ST2). @returns whether it is one of them.
bool read_range_text(std::string_view text, StorageDeclaration& storage) {
  const auto sign = text.find_first_of("+-");
  if (sign == std::string_view::npos || !read_bound(text.substr(0, sign), storage.least))
    return false;
  const std::string_view rest = text.substr(sign + 1);
  storage.most = 0;
  return rest.empty() || (text[sign] == '-' && read_bound(rest, storage.most));
}

/// ST2
Result<void> read_range(const Document& document, const Member& member, StorageInFile& into) {
  const Node& node = member.value;
  const auto wrong = [&](const std::string& what) {
    return tl::unexpected(document.error(node, what, "write e.g. range: 1-3, or range: 0+"));
  };
  StorageDeclaration& storage = into.storage;
  if (node.kind == Node::Kind::Scalar && read_bound(node.scalar, storage.least)) {
    if (storage.least == 0)
      return wrong("invalid count 0");
    storage.most = storage.least;
    return {};
  }
  if (node.kind == Node::Kind::Scalar && plain_kind(node.scalar) == PlainKind::WholeNumber)
    return wrong("invalid count " + node.scalar);
  if (node.kind != Node::Kind::Scalar || !read_range_text(node.scalar, storage))
    return wrong("value " + quote(node.scalar) + " does not match 'm', 'm-n', or 'm+'");
  const bool unbounded = node.scalar.ends_with('+') || node.scalar.ends_with('-');
  if (!unbounded && storage.most == 0)
    return wrong("invalid maximum count 0");
  if (!unbounded && storage.most < storage.least)
    return wrong("the range " + quote(node.scalar) + " ends before it begins");
  return {};
}

Result<void> read_multiple(const Document& document, const Member& member, StorageInFile& into) {
  static const Fields<StorageInFile> fields{{"range", read_range}};
  if (member.value.find("range") == nullptr)
    return tl::unexpected(
      document.error(member, "multiple has no range", "write e.g. multiple: {range: 0+}"));
  return read_fields(document, member.value, "multiple", fields, UnknownKeys::Ignore, into);
}

/// ST3
Result<void> read_least_size(const Document& document, const Member& member, StorageInFile& into) {
  const auto text = document.any_text(member.value, member.key);
  if (!text)
    return tl::unexpected(text.error());
  std::uint32_t mib = 0;
  const auto size =
    read_bound(*text, mib) ? std::optional<std::uint64_t>(mib) : parse_storage_size(*text);
  if (!size)
    return tl::unexpected(document.error(member.value,
                                         "expected a size, found " + describe(member.value),
                                         "write e.g. minimum-size: 10G"));
  into.storage.size_mib = *size;
  return {};
}

Result<void> read_properties(const Document& document, const Member& member, StorageInFile& into) {
  if (auto sequence = document.expect_sequence(member.value, member.key); !sequence)
    return sequence;
  for (const Node& item : member.value.items) {
    if (item.kind != Node::Kind::Scalar || item.scalar != "transient")
      return tl::unexpected(document.error(item, "storage has no property " + describe(item),
                                           "the only one is transient"));
    into.storage.transient = true;
  }
  return {};
}

const Fields<StorageInFile>& storage_fields() {
  static const Fields<StorageInFile> fields{
    {"description", read_storage_description},
    {"location", read_location},
    {"minimum-size", read_least_size},
    {"multiple", read_multiple},
    {"properties", read_properties},
    {"read-only", read_flag<&StorageDeclaration::read_only>},
    {"shared", read_flag<&StorageDeclaration::shared>},
    {"type", read_type},
  };
  return fields;
}

} // namespace

void read_storage(const Document& document,
                  const Member& section,
                  CharmDeclaration& charm,
                  Findings& findings) {
  if (!findings.take(document.expect_mapping(section.value, section.key)))
    return;
  for (const Member& member : section.value.members) {
    if (!is_application_name(member.key)) { // one grammar
      findings.wrong(document.error(member, quote(member.key) + " is no name of a storage",
                                    "use lower-case letters, digits and inner dashes, a letter in "
                                    "each part, e.g. my-data"));
      continue;
    }
    StorageInFile read;
    const bool all = read_all_fields(document, member.value, "storage " + quote(member.key),
                                     storage_fields(), UnknownKeys::Ignore, read, findings);
    if (member.value.find("type") == nullptr)
      findings.wrong(document.error(member, "storage " + quote(member.key) + " has no type",
                                    "write e.g. " + member.key + ": {type: filesystem}"));
    else if (all && read.storage.block && read.location != nullptr)
      findings.wrong(document.error(*read.location,
                                    "location may not be specified for \"type: block\"",
                                    "remove it, or write type: filesystem"));
    charm.storage[member.key] = std::move(read.storage);
  }
}

} // namespace orrery::config
