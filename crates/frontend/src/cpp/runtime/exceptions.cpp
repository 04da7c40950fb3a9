// Exceptions after the Itanium ABI: their life from throw to the last handler, and what an
// exception_ptr of either library needs. Finding the handler and running the landing pads is the
// machine's part.

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

extern "C" void* __cxa_begin_catch(void* raised) noexcept;

// Implemented by the machine.
extern "C" {
// Looks for a handler and continues in it; returns only if there is none.
void trailhound_raise(void* exception);
// The program ends because of an exception of this type (mangled) that nobody handles.
[[noreturn]] void trailhound_uncaught(const char* type, const char* what);
// The program ends by a call of std::terminate for another reason.
[[noreturn]] void trailhound_terminate();
}

namespace trailhound {

// Marks an exception of ours, as opposed to a panic of Rust's. The machine knows this layout.
constexpr unsigned long exception_class = 0x474e5543432b2b00;  // GNUCC++

struct Exception {
  unsigned long kind = exception_class;
  std::type_info* type = nullptr;
  // What was thrown: right behind this header, or in another exception that this one repeats.
  void* object = nullptr;
  // The object as the handler sees it, a base class perhaps. Written by the machine.
  void* adjusted = nullptr;
  void (*destructor)(void*) = nullptr;
  // The exception that was being handled before.
  Exception* outer = nullptr;
  // Handlers that are active; negative while one of them throws the exception again.
  int handlers = 0;
  int references = 0;
  // The exception that owns the object, if this one only repeats it.
  Exception* original = nullptr;
};

static_assert(sizeof(Exception) % 16 == 0, "thrown objects may be aligned");

struct Handling {
  Exception* caught = nullptr;
  int uncaught = 0;
};

thread_local Handling handling;

std::terminate_handler on_terminate = nullptr;

Exception* header_of(void* object) { return static_cast<Exception*>(object) - 1; }

void let_go(Exception* exception) {
  if (__atomic_sub_fetch(&exception->references, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (exception->original != nullptr) {
    let_go(exception->original);
  } else if (exception->destructor != nullptr) {
    exception->destructor(exception->object);
  }
  std::free(exception);
}

// The exception does not come back unless nobody handles it.
[[noreturn]] void raise(Exception* exception) {
  handling.uncaught++;
  trailhound_raise(exception);
  // Nobody handles it: it counts as handled by whoever ends the program.
  __cxa_begin_catch(exception);
  std::terminate();
}

// What an exception_ptr points to is the thrown object; its header lies before it.

void refer_to(void* object) {
  if (object != nullptr) {
    __atomic_add_fetch(&header_of(object)->references, 1, __ATOMIC_ACQ_REL);
  }
}

void let_go_of(void* object) {
  if (object != nullptr) let_go(header_of(object));
}

void* caught_object() { return handling.caught == nullptr ? nullptr : handling.caught->object; }

// Every throw gets a header of its own, as several threads may handle the object at once.
[[noreturn]] void throw_again(void* object) {
  Exception* original = header_of(object);
  auto* again = new (std::malloc(sizeof(Exception))) Exception;
  __atomic_add_fetch(&original->references, 1, __ATOMIC_ACQ_REL);
  again->original = original;
  again->object = original->object;
  again->type = original->type;
  again->references = 1;
  raise(again);
}

// make_exception_ptr fills in an exception that was never thrown.
Exception* fill_in(void* object, std::type_info* type, void (*destructor)(void*)) {
  Exception* exception = header_of(object);
  exception->type = type;
  exception->destructor = destructor;
  exception->references = 0;
  return exception;
}

}  // namespace trailhound

using trailhound::Exception;
using trailhound::handling;
using trailhound::header_of;

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* memory = static_cast<char*>(std::malloc(sizeof(Exception) + size));
  auto* exception = new (memory) Exception;
  exception->object = memory + sizeof(Exception);
  return exception->object;
}

// The constructor of what was to be thrown has thrown itself.
void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

void __cxa_throw(void* object, std::type_info* type, void (*destructor)(void*)) {
  Exception* exception = header_of(object);
  exception->type = type;
  exception->destructor = destructor;
  exception->references = 1;
  trailhound::raise(exception);
}

void* __cxa_get_exception_ptr(void* exception) noexcept {
  return static_cast<Exception*>(exception)->adjusted;
}

void* __cxa_begin_catch(void* raised) noexcept {
  auto* exception = static_cast<Exception*>(raised);
  if (exception->kind != trailhound::exception_class) return nullptr;
  // Negative: thrown again by an active handler, which still has to end.
  exception->handlers =
      exception->handlers < 0 ? -exception->handlers + 1 : exception->handlers + 1;
  if (handling.caught != exception) {
    exception->outer = handling.caught;
    handling.caught = exception;
  }
  handling.uncaught--;
  return exception->adjusted;
}

void __cxa_end_catch() {
  Exception* exception = handling.caught;
  if (exception == nullptr) return;
  if (exception->handlers < 0) {
    // It was thrown again and is on its way; somebody else will end it.
    if (++exception->handlers == 0) handling.caught = exception->outer;
    return;
  }
  if (--exception->handlers == 0) {
    handling.caught = exception->outer;
    trailhound::let_go(exception);
  }
}

void __cxa_rethrow() {
  Exception* exception = handling.caught;
  if (exception == nullptr) std::terminate();
  exception->handlers = -exception->handlers;
  trailhound::raise(exception);
}

std::type_info* __cxa_current_exception_type() noexcept {
  return handling.caught == nullptr ? nullptr : handling.caught->type;
}

// A function with an exception specification threw something else.
[[noreturn]] void __cxa_call_unexpected(void* exception) {
  __cxa_begin_catch(exception);
  std::terminate();
}

[[noreturn]] void __cxa_call_terminate(void* exception) noexcept {
  __cxa_begin_catch(exception);
  std::terminate();
}

}  // extern "C"

namespace std {

terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&trailhound::on_terminate, handler, __ATOMIC_ACQ_REL);
}

terminate_handler get_terminate() noexcept {
  return __atomic_load_n(&trailhound::on_terminate, __ATOMIC_ACQUIRE);
}

void terminate() noexcept {
  if (terminate_handler handler = get_terminate()) {
    handler();
    abort();
  }
  Exception* exception = handling.caught;
  if (exception == nullptr) trailhound_terminate();
  const char* type = exception->type->name();
  try {
    __cxa_rethrow();
  } catch (const std::exception& error) {
    trailhound_uncaught(type, error.what());
  } catch (...) {
    trailhound_uncaught(type, nullptr);
  }
}

bool uncaught_exception() noexcept;
bool uncaught_exception() noexcept { return handling.uncaught > 0; }
int uncaught_exceptions() noexcept { return handling.uncaught; }

}  // namespace std
