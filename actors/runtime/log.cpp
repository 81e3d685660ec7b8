#include "actors/runtime/log.hpp"

#include "actors/runtime/line_writer.hpp"
#include "config/printable.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

namespace orrery::runtime {

namespace {

/// The text of a line, in a pattern; what hooks and files say cannot break lines or drive
/// terminals.
class PrintableText final : public spdlog::custom_flag_formatter {
public:
  void format(const spdlog::details::log_msg& message,
              const std::tm&,
              spdlog::memory_buf_t& line) override {
    const std::string text = config::printable({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PrintableText>();
  }
};

std::unique_ptr<spdlog::formatter> make_formatter() {
  auto formatter =
    std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc, "\n");
  formatter->add_flag<PrintableText>('*').set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %n: %*");
  return formatter;
}

/// Writes lines to standard error: at once, or on a thread of its own once there is one.
class StandardError final : public spdlog::sinks::base_sink<std::mutex> {
public:
  void begin_thread() {
    auto writer = std::make_unique<LineWriter>(STDERR_FILENO);
    const std::lock_guard lock(mutex_);
    writer_ = std::move(writer);
  }
  /// The writer outlives all who log.
  [[nodiscard]] LineWriter* writer() {
    const std::lock_guard lock(mutex_);
    return writer_.get();
  }

private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    if (writer_ == nullptr) {
      std::fwrite(line.data(), 1, line.size(), stderr);
      return;
    }
    writer_->put({line.data(), line.size()});
    if (message.level >= spdlog::level::critical)
      writer_->drain(std::chrono::seconds{1}); // the process ends after it
  }
  void flush_() override {}

  std::unique_ptr<LineWriter> writer_;
};

/// Hands lines to whoever wants them.
class Copy final : public spdlog::sinks::base_sink<std::mutex> {
public:
  void give_to(std::function<void(std::string_view)> reader) {
    const std::lock_guard lock(mutex_);
    reader_ = std::move(reader);
  }

private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (!reader_)
      return;
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    reader_({line.data(), line.size()});
  }
  void flush_() override {}

  std::function<void(std::string_view)> reader_;
};

/// All components' logs. Never destroyed: threads may log until the process is gone.
class Logs {
public:
  static Logs& all() {
    static auto& logs = *new Logs;
    return logs;
  }
  std::shared_ptr<spdlog::logger> of(const std::string& component) {
    const std::lock_guard lock(mutex_);
    auto& logger = loggers_[component];
    if (logger == nullptr)
      logger = make(component);
    return logger;
  }
  bool set(const std::string& component, spdlog::level::level_enum level) {
    const std::lock_guard lock(mutex_);
    const auto found = loggers_.find(component);
    if (found == loggers_.end())
      return false;
    found->second->set_level(level);
    return true;
  }
  void set(spdlog::level::level_enum level) {
    const std::lock_guard lock(mutex_);
    level_ = level;
    for (const auto& [component, logger] : loggers_)
      logger->set_level(level);
  }
  std::map<std::string, std::string> levels() {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::string> all;
    for (const auto& [component, logger] : loggers_) {
      const auto name = spdlog::level::to_string_view(logger->level());
      all.emplace(component, std::string(name.data(), name.size()));
    }
    return all;
  }
  StandardError& standard_error() { return *error_; }
  void copy_to(std::function<void(std::string_view)> reader) { copy_->give_to(std::move(reader)); }

private:
  Logs() {
    // Those that exist before they have something to say.
    for (const char* component : {"agent", "engine", "journal", "provider", "provisioner", "serve",
                                  "status", "store", "supervisor"})
      loggers_[component] = make(component);
  }
  std::shared_ptr<spdlog::logger> make(const std::string& component) {
    const std::vector<spdlog::sink_ptr> sinks{error_, copy_};
    auto logger = std::make_shared<spdlog::logger>(component, sinks.begin(), sinks.end());
    logger->set_formatter(make_formatter());
    logger->set_level(level_);
    return logger;
  }

  std::mutex mutex_;
  std::shared_ptr<StandardError> error_ = std::make_shared<StandardError>();
  std::shared_ptr<Copy> copy_ = std::make_shared<Copy>();
  spdlog::level::level_enum level_ = spdlog::level::info;
  std::map<std::string, std::shared_ptr<spdlog::logger>> loggers_;
};

bool parse_level(const std::string& word, spdlog::level::level_enum& level) {
  level = spdlog::level::from_str(word); // `off` for what it does not know
  return level != spdlog::level::off || word == "off";
}

} // namespace

std::shared_ptr<spdlog::logger> log(const std::string& component) {
  return Logs::all().of(component);
}

std::string field(std::string_view key, std::string_view value) {
  std::string text = " ";
  text.append(key).append("=");
  const bool word = !value.empty() && value.find_first_of(" \t\n\r\"\\=") == std::string_view::npos;
  if (word)
    return text.append(value);
  text += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + '"';
}

std::string model_fields(std::string_view name, std::string_view uuid) {
  return field("model", name) + field("uuid", uuid);
}

bool set_log_level(const std::string& level) {
  spdlog::level::level_enum parsed{};
  const bool known = parse_level(level, parsed);
  if (known)
    Logs::all().set(parsed);
  return known;
}

bool set_log_level(const std::string& component, const std::string& level) {
  spdlog::level::level_enum parsed{};
  return parse_level(level, parsed) && Logs::all().set(component, parsed);
}

std::map<std::string, std::string> log_levels() {
  return Logs::all().levels();
}

void copy_log_to(std::function<void(std::string_view)> reader) {
  Logs::all().copy_to(std::move(reader));
}

void write_log_on_a_thread() {
  Logs::all().standard_error().begin_thread();
}

void flush_log(std::chrono::milliseconds patience) {
  if (auto* const writer = Logs::all().standard_error().writer())
    writer->drain(patience);
}

} // namespace orrery::runtime
