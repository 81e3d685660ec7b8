#pragma once

#include "config/storage_directive.hpp"
#include "store/storage_records.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Directives of storage between texts and records (ST7, ST8).
namespace orrery::cmd {

using StorageDirectives = std::map<std::string, store::StorageDirective>;

[[nodiscard]] store::StorageDirective directive_record(const config::StorageDirectiveText& text);
/// Reads what `--storage` was given, each `NAME=DIRECTIVE` (ST7). Errors: no such form, a name
/// twice.
[[nodiscard]] tl::expected<StorageDirectives, std::string>
read_storage_flags(const std::vector<std::string>& texts);
/// Directives for a bundle, by application and storage.
using BundleStorage = std::map<std::string, std::map<std::string, config::StorageDirectiveText>>;
/// Reads what a bundle is given, each `APPLICATION:NAME=DIRECTIVE`; errors as above.
[[nodiscard]] tl::expected<BundleStorage, std::string>
read_bundle_storage(const std::vector<std::string>& texts);
/// Returns `rootfs,2,10240M`, what parse_storage_directive reads.
[[nodiscard]] std::string directive_text(const store::StorageDirective& directive);

} // namespace orrery::cmd
