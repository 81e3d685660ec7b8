// Tells apart witnesses of this store, of an earlier program, and of another store.
#include "store/checksum.hpp"
#include "test/support/store_directory.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

using test::read_file;
using test::StoreDirectory;
using test::write_file;

constexpr std::uint64_t witnessed = 7;

/// A closed store of acknowledged batches.
struct Witnessed {
  StoreDirectory directory;
  Witnessed() { test::write_batches(*directory.open().value(), witnessed); }
  [[nodiscard]] std::string refusal() const {
    const auto opened = directory.open();
    return opened ? "it opened" : opened.error().text;
  }
};

/// A witness as an earlier program writes it: 24 bytes, of no store.
std::string earlier_witness(std::uint64_t sequence) {
  std::string bytes = "orrwit01";
  const auto append = [&bytes](std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      bytes += static_cast<char>(static_cast<unsigned char>(number >> shift));
  };
  append(sequence);
  append(checksum(bytes));
  return bytes;
}

TEST(Witness, one_of_an_earlier_program_is_taken_and_says_the_stores_id_from_then_on) {
  const Witnessed store;
  const auto sound = read_file(store.directory.witness());
  write_file(store.directory.witness(), earlier_witness(witnessed));
  EXPECT_TRUE(store.directory.open().value()->notes().empty());
  EXPECT_EQ(read_file(store.directory.witness()), sound);
  write_file(store.directory.witness(), earlier_witness(witnessed + 1));
  EXPECT_NE(store.refusal().find("saw transaction 8 acknowledged"), std::string::npos);
}

TEST(Witness, one_of_another_store_is_refused_and_changes_nothing) {
  const Witnessed store;
  const Witnessed other;
  const auto stranger = read_file(other.directory.witness());
  write_file(store.directory.witness(), stranger);
  EXPECT_NE(store.refusal().find("is another store's"), std::string::npos) << store.refusal();
  EXPECT_EQ(read_file(store.directory.witness()), stranger);
  {
    const auto accepted = store.directory.open(true).value();
    EXPECT_EQ(accepted->notes().size(), 1U);
    EXPECT_EQ(accepted->sequence(), witnessed);
  }
  EXPECT_TRUE(store.directory.open().value()->notes().empty()) << "it has one of its own again";
}

TEST(Witness, a_new_store_takes_the_place_of_an_empty_one_that_is_gone) {
  const StoreDirectory directory;
  (void)directory.open().value();
  std::filesystem::remove_all(directory.store());
  EXPECT_TRUE(directory.open().value()->notes().empty());
  EXPECT_TRUE(directory.open().value()->notes().empty()) << "and has its witness";
}

} // namespace
} // namespace orrery::store
