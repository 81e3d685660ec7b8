// Preloaded: the allocation of the number in ORRERY_FAIL_NEW fails, in whatever thread it is,
// counted from when the program has set what is to happen then. They are counted in the 8 bytes of
// the file in ORRERY_COUNT_NEW, if there is one.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

using Count = std::atomic<unsigned long>;

Count* shared_count(const char* path) {
  constexpr mode_t private_file = 0600;
  const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, private_file);
  if (file < 0 || ::ftruncate(file, sizeof(Count)) != 0)
    std::abort();
  void* const place = ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return place == MAP_FAILED ? nullptr : static_cast<Count*>(place);
}

Count own_count{0};

Count& allocations() {
  static const char* const path = std::getenv("ORRERY_COUNT_NEW");
  static Count* const count = path == nullptr ? &own_count : shared_count(path);
  return *count;
}

unsigned long failing() {
  static const char* const text = std::getenv("ORRERY_FAIL_NEW");
  static const unsigned long number = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  return number;
}

void* allocate(std::size_t size) {
  const std::new_handler handler = std::get_new_handler();
  if (handler != nullptr && ++allocations() == failing()) {
    handler();
    return nullptr;
  }
  return std::malloc(size == 0 ? 1 : size);
}

} // namespace

void* operator new(std::size_t size) {
  if (void* const memory = allocate(size))
    return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
