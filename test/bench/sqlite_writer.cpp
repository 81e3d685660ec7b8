// The transaction of the peers' benchmark on SQLite in process: write-ahead log, each commit
// synced. Clients hand their transactions to one thread, which commits together what is waiting,
// each in a savepoint of its own.
//
// usage: sqlite_writer CLIENTS TRANSACTIONS     a line of JSON; the file below $TMPDIR, gone
// afterwards

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int guards = 1'000;
constexpr int documents = 10'000;

std::string value(std::mt19937_64& random) {
  std::string text(200, ' ');
  for (char& c : text)
    c = static_cast<char>('a' + random() % 26);
  return text;
}

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "sqlite_writer: " << why << '\n';
  std::_Exit(1);
}

struct Transaction {
  std::set<int> guards;
  std::vector<std::pair<int, std::string>> puts; ///< By document.
  bool done = false;
};

Transaction draw(std::mt19937_64& random) {
  Transaction transaction;
  while (transaction.guards.size() < 2)
    transaction.guards.insert(static_cast<int>(random() % guards));
  std::set<int> chosen;
  while (chosen.size() < 4)
    chosen.insert(static_cast<int>(random() % documents));
  for (const int document : chosen)
    transaction.puts.emplace_back(document, value(random));
  return transaction;
}

class Database {
public:
  explicit Database(const std::string& path) {
    check(sqlite3_open(path.c_str(), &db_));
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;"
        "CREATE TABLE life(id INTEGER PRIMARY KEY, state TEXT NOT NULL);"
        "CREATE TABLE doc(id INTEGER PRIMARY KEY, rev INTEGER NOT NULL, body TEXT NOT NULL);");
    fill();
    guard_ = prepare("SELECT 1 FROM life WHERE id=? AND state='alive'");
    update_ = prepare("UPDATE doc SET rev=rev+1, body=? WHERE id=?");
    begin_ = prepare("BEGIN IMMEDIATE");
    commit_ = prepare("COMMIT");
    save_ = prepare("SAVEPOINT t");
    release_ = prepare("RELEASE t");
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() {
    for (sqlite3_stmt* statement : {guard_, update_, begin_, commit_, save_, release_})
      sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  void write(const std::vector<Transaction*>& batch) {
    step(begin_);
    for (const Transaction* transaction : batch) {
      step(save_);
      apply(*transaction);
      step(release_);
    }
    step(commit_);
  }

private:
  void check(int code) {
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
      give_up(sqlite3_errmsg(db_));
  }
  void run(const std::string& text) {
    check(sqlite3_exec(db_, text.c_str(), nullptr, nullptr, nullptr));
  }
  sqlite3_stmt* prepare(const char* text) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v3(db_, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
    return statement;
  }
  int step(sqlite3_stmt* statement) {
    const int code = sqlite3_step(statement);
    check(code);
    sqlite3_reset(statement);
    return code;
  }
  void fill() {
    std::mt19937_64 random(1);
    run("BEGIN");
    for (int i = 0; i < guards; ++i)
      run(fmt::format("INSERT INTO life VALUES({}, 'alive')", i));
    for (int i = 0; i < documents; ++i)
      run(fmt::format("INSERT INTO doc VALUES({}, 0, '{}')", i, value(random)));
    run("COMMIT");
  }
  void apply(const Transaction& transaction) {
    for (const int id : transaction.guards) {
      sqlite3_bind_int(guard_, 1, id);
      if (step(guard_) != SQLITE_ROW)
        give_up("a condition does not hold");
    }
    for (const auto& [id, body] : transaction.puts) {
      sqlite3_bind_text(update_, 1, body.data(), static_cast<int>(body.size()), SQLITE_STATIC);
      sqlite3_bind_int(update_, 2, id);
      step(update_);
    }
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* guard_ = nullptr;
  sqlite3_stmt* update_ = nullptr;
  sqlite3_stmt* begin_ = nullptr;
  sqlite3_stmt* commit_ = nullptr;
  sqlite3_stmt* save_ = nullptr;
  sqlite3_stmt* release_ = nullptr;
};

/// Commits what is waiting, until it is told to end.
class Writer {
public:
  explicit Writer(Database& database) : thread_([this, &database] { run(database); }) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    asked_.notify_one();
    thread_.join();
  }
  void write(Transaction& transaction) {
    std::unique_lock lock(mutex_);
    waiting_.push_back(&transaction);
    asked_.notify_one();
    written_.wait(lock, [&transaction] { return transaction.done; });
  }

private:
  void run(Database& database) {
    std::unique_lock lock(mutex_);
    while (true) {
      asked_.wait(lock, [this] { return over_ || !waiting_.empty(); });
      if (waiting_.empty())
        return;
      std::vector<Transaction*> batch;
      batch.swap(waiting_);
      lock.unlock();
      database.write(batch);
      lock.lock();
      for (Transaction* transaction : batch)
        transaction->done = true;
      written_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable asked_;
  std::condition_variable written_;
  std::vector<Transaction*> waiting_;
  bool over_ = false;
  std::thread thread_; ///< Last: it uses the others.
};

/// @returns how long each transaction took, in milliseconds, in no order.
std::vector<double> play(Writer& writer, int clients, std::uint64_t transactions) {
  std::vector<std::vector<double>> taken(static_cast<std::size_t>(clients));
  std::vector<std::thread> threads;
  for (int client = 0; client < clients; ++client)
    threads.emplace_back([&, client] {
      std::mt19937_64 random(static_cast<std::uint64_t>(client) + transactions);
      for (std::uint64_t i = static_cast<std::uint64_t>(client); i < transactions;
           i += static_cast<std::uint64_t>(clients)) {
        Transaction transaction = draw(random);
        const auto began = Clock::now();
        writer.write(transaction);
        taken[static_cast<std::size_t>(client)].push_back(
          std::chrono::duration<double, std::milli>(Clock::now() - began).count());
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  std::vector<double> all;
  for (const auto& some : taken)
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

} // namespace

int main(int argc, char** argv) {
  const int clients = argc > 1 ? std::atoi(argv[1]) : 0;
  const auto transactions = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  if (clients <= 0 || transactions == 0) {
    std::cerr << "usage: sqlite_writer CLIENTS TRANSACTIONS\n";
    return 2;
  }
  std::string directory = (std::filesystem::temp_directory_path() / "orrery-bench-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr)
    give_up("no temporary directory");
  {
    Database database(directory + "/db");
    Writer writer(database);
    (void)play(writer, clients, transactions / 5 + 1); // warm-up
    const auto began = Clock::now();
    std::vector<double> taken = play(writer, clients, transactions);
    const std::chrono::duration<double> seconds = Clock::now() - began;
    std::sort(taken.begin(), taken.end());
    std::cout << fmt::format(R"({{"clients": {}, "txn_per_s": {}, "p50_ms": {}, "p99_ms": {}}})",
                             clients, static_cast<double>(transactions) / seconds.count(),
                             taken[taken.size() / 2], taken[taken.size() * 99 / 100])
              << '\n';
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
}
