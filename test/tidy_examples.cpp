/// One example of what each check of .clang-tidy is for: test/tidy_test.py wants them all found.
/// Never compiled.
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>
#include <string>
#include <vector>

struct Base {
  Base() = default;
  Base(const Base&) = default;
  Base& operator=(const Base&) = default;
  virtual ~Base() = default;
  virtual void begin_all();
  virtual void end();
  std::string held;
};
struct Middle : Base {
  void end() override;
};

// bugprone-argument-comment
void drain(bool drain_all);
void argument_comment() {
  drain(/*keep_all=*/true);
}
// bugprone-bad-signal-to-kill-thread
void bad_signal(pthread_t thread) {
  pthread_kill(thread, SIGTERM);
}
// bugprone-branch-clone
int branch_clone(int a) {
  if (a > 1)
    return a + 2;
  else
    return a + 2;
}
// bugprone-copy-constructor-init
struct Copied : Base {
  Copied(const Copied& other) : a(other.a) {}
  int a;
};
// bugprone-exception-escape
struct Escaping {
  ~Escaping() { throw 1; }
};
// bugprone-inaccurate-erase
void inaccurate_erase(std::vector<int>& all) {
  all.erase(std::remove(all.begin(), all.end(), 1));
}
// bugprone-incorrect-roundings
int incorrect_roundings(double a) {
  return (int)(a + 0.5);
}
// bugprone-infinite-loop
void infinite_loop(int a) {
  int i = 0;
  while (i < 10)
    ++a;
}
// bugprone-integer-division
double integer_division(int a) {
  return a / 2;
}
// bugprone-parent-virtual-call
struct Last : Middle {
  void end() override { Base::end(); }
};
// bugprone-signed-char-misuse
int signed_char_misuse(signed char a) {
  int b = a;
  return b;
}
// bugprone-sizeof-expression
int sizeof_expression() {
  return sizeof(sizeof(int));
}
// bugprone-string-constructor
std::string string_constructor() {
  return std::string('x', 5);
}
// bugprone-too-small-loop-variable
void too_small(long most) {
  for (short i = 0; i < most; ++i)
    drain(true);
}
// bugprone-undelegated-constructor
struct Undelegated {
  Undelegated();
  Undelegated(int) { Undelegated(); }
};
// bugprone-unhandled-self-assignment
struct Assigned {
  int* kept;
  Assigned(const Assigned&);
  ~Assigned();
  Assigned& operator=(const Assigned& other) {
    delete kept;
    kept = new int(*other.kept);
    return *this;
  }
};
// bugprone-unused-raii
void unused_raii(std::mutex& mutex) {
  std::lock_guard<std::mutex>{mutex};
  drain(true);
}
// bugprone-use-after-move
std::size_t use_after_move(std::string a) {
  std::string b = std::move(a);
  return a.size() + b.size();
}
// bugprone-virtual-near-miss
struct Near : Base {
  virtual void begin_al();
};
// misc-redundant-expression
bool redundant_expression(int a) {
  return a == a;
}
// misc-throw-by-value-catch-by-reference
void throw_by_value() {
  try {
    drain(true);
  } catch (std::string why) {
  }
}
// modernize-use-override
struct Overriding : Base {
  virtual void end();
};
// performance-for-range-copy
std::size_t for_range_copy(const std::vector<std::string>& all) {
  std::size_t size = 0;
  for (const auto one : all)
    size += one.size();
  return size;
}
// performance-implicit-conversion-in-loop
std::size_t implicit_conversion(const std::map<std::string, int>& all) {
  std::size_t size = 0;
  for (const std::pair<std::string, int>& one : all)
    size += one.first.size();
  return size;
}
// performance-no-automatic-move
struct Wrapped {
  Wrapped(std::string&& text);
  Wrapped(const std::string& text);
};
Wrapped no_automatic_move() {
  const std::string text = "a";
  return text;
}
// performance-noexcept-move-constructor
struct Moved {
  Moved(Moved&& other);
};
// performance-unnecessary-copy-initialization
struct Named {
  const std::string& name() const;
};
std::size_t unnecessary_copy(const Named& named) {
  const std::string name = named.name();
  return name.size();
}
// performance-unnecessary-value-param
std::size_t unnecessary_value(const std::string text) {
  return text.size();
}
// readability-inconsistent-declaration-parameter-name
void inconsistent(int retried);
void inconsistent(int retry) {
  drain(retry > 0);
}
