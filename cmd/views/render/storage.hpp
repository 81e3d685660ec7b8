#pragma once

#include "cmd/views/render/document.hpp"
#include "cmd/views/render/table.hpp"
#include "cmd/views/render/time_format.hpp"
#include "store/contents.hpp"

#include <string>

/// Storage instances as people and scripts read them (ST49-ST53).
namespace orrery::render {

/// How an instance is doing, in Juju's words (ST49): `pending`, `attached`, `detaching`,
/// `detached`.
[[nodiscard]] store::Status storage_status(const store::Storage& storage,
                                           const store::StorageAttachment* attachment);
/// One instance as `show-storage` has it (ST52).
[[nodiscard]] Document storage_document(const store::Storage& storage,
                                        const store::StorageAttachment* attachment,
                                        const TimeFormat& time);
/// All of them, `{storage: {ID: S}, filesystems: {NUMBER: F}}`, in the order of names and numbers;
/// maps that are empty are left out (ST52). A filesystem is what a place was made for: its key is
/// the instance's number, its size in MiB.
[[nodiscard]] Document storages_document(const store::Contents& contents, const TimeFormat& time);
/// Filesystems as `storage --filesystem` has them: the second of those maps.
[[nodiscard]] Document filesystems_document(const store::Contents& contents,
                                            const TimeFormat& time);
/// The table of these, by number.
[[nodiscard]] Table filesystem_table(const store::Contents& contents);
/// The table of `storage`: those that no unit has first, then by unit (ST50, ST51).
/// @param mounts with the mount points, in place of the messages, as status has it (ST53).
[[nodiscard]] Table storage_table(const store::Contents& contents, bool mounts);
/// The attachment of an instance, null if no unit has it.
[[nodiscard]] const store::StorageAttachment* attachment_of(const store::Contents& contents,
                                                            const std::string& storage);

} // namespace orrery::render
