// Threads, condition variables, once, futures and clocks: the out-of-line parts, on top of
// the pthread functions that the machine knows.

#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <thread>

// Reference counts of the library are atomic, whether or not other threads exist yet.
extern "C" {
char __libc_single_threaded = 0;

// Implemented by the machine: pthread_create, after which the argument is the new thread's.
int trailhound_start(pthread_t* handle, void* (*function)(void*), void* argument);
}

namespace std {

// Threads.

thread::_State::~_State() = default;

namespace {

extern "C" void* run_thread(void* state) {
  thread::_State_ptr running(static_cast<thread::_State*>(state));
  running->_M_run();
  return nullptr;
}

}  // namespace

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  pthread_t handle;
  if (int error = trailhound_start(&handle, &run_thread, state.get())) {
    __throw_system_error(error);
  }
  _M_id._M_thread = handle;
  state.release();
}

void thread::join() {
  if (_M_id == id()) __throw_system_error(EINVAL);
  if (int error = pthread_join(_M_id._M_thread, nullptr)) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  if (_M_id == id()) __throw_system_error(EINVAL);
  if (int error = pthread_detach(_M_id._M_thread)) __throw_system_error(error);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return get_nprocs(); }

// Condition variables.

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex>& lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

// What is to happen when the thread ends and its variables are gone: destructors of keys come after those of variables.

namespace {

void run_at_thread_exit(void* first) {
  for (auto* element = static_cast<__at_thread_exit_elt*>(first); element != nullptr;) {
    __at_thread_exit_elt* next = element->_M_next;
    element->_M_cb(element);
    element = next;
  }
}

pthread_key_t at_thread_exit_key;

// The end of the program is that of the thread that ends it, without destructors of keys.
void run_at_exit() {
  void* first = pthread_getspecific(at_thread_exit_key);
  pthread_setspecific(at_thread_exit_key, nullptr);
  run_at_thread_exit(first);
}

pthread_key_t at_thread_exit() {
  static const bool is_made = [] {
    if (int error = pthread_key_create(&at_thread_exit_key, run_at_thread_exit)) {
      __throw_system_error(error);
    }
    return atexit(run_at_exit) == 0;
  }();
  static_cast<void>(is_made);
  return at_thread_exit_key;
}

struct Notification : __at_thread_exit_elt {
  condition_variable& condition;
  unique_lock<mutex> lock;
  Notification(condition_variable& condition, unique_lock<mutex> lock)
      : condition(condition), lock(std::move(lock)) {
    _M_cb = run;
  }
  static void run(void* element) {
    auto* notification = static_cast<Notification*>(element);
    notification->lock.unlock();
    notification->condition.notify_all();
    delete notification;
  }
};

void add_at_thread_exit(__at_thread_exit_elt* element) {
  const pthread_key_t key = at_thread_exit();
  element->_M_next = static_cast<__at_thread_exit_elt*>(pthread_getspecific(key));
  pthread_setspecific(key, element);
}

}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  add_at_thread_exit(new Notification(condition, std::move(lock)));
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = _Make_ready::_S_run;
  add_at_thread_exit(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* element) {
  unique_ptr<_Make_ready> ready(static_cast<_Make_ready*>(element));
  if (auto state = ready->_M_shared_state.lock()) {
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
  }
}

// Once, and futures.

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* variable, unsigned value,
                                                       bool has_timeout, chrono::seconds seconds,
                                                       chrono::nanoseconds nanoseconds) {
  timespec limit = {static_cast<time_t>(seconds.count()), static_cast<long>(nanoseconds.count())};
  long result = syscall(SYS_futex, variable, FUTEX_WAIT_BITSET, value, has_timeout ? &limit : nullptr,
                        nullptr, FUTEX_BITSET_MATCH_ANY);
  return result == 0 || errno != ETIMEDOUT;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* variable, unsigned value,
                                                              bool has_timeout,
                                                              chrono::seconds seconds,
                                                              chrono::nanoseconds nanoseconds) {
  return _M_futex_wait_until(variable, value, has_timeout, seconds, nanoseconds);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* variable) {
  syscall(SYS_futex, variable, FUTEX_WAKE, __INT_MAX__);
}

// Clocks and chance.

namespace chrono {
inline namespace _V2 {

static nanoseconds read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

system_clock::time_point system_clock::now() noexcept {
  return time_point(read(CLOCK_REALTIME));
}

steady_clock::time_point steady_clock::now() noexcept {
  return time_point(read(CLOCK_MONOTONIC));
}

}  // namespace _V2
}  // namespace chrono

void random_device::_M_init(const string&) {}
void random_device::_M_init_pretr1(const string&) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() {
  result_type value;
  getentropy(&value, sizeof value);
  return value;
}
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 32; }

}  // namespace std
