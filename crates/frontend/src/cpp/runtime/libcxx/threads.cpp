// Threads, locks, condition variables, once, waiting and clocks, on top of the pthread
// functions that the machine knows.

#include <pthread.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <thread>
#include <vector>

// The key under which threads keep what they have to do at their end.
namespace trailhound::unshared {
alignas(8) char thread_data[sizeof(pthread_key_t)];
bool has_thread_data = false;
}  // namespace trailhound::unshared

namespace std {
inline namespace __1 {

// Threads.

thread::~thread() {
  if (!__libcpp_thread_isnull(&__t_)) terminate();
}

void thread::join() {
  if (__libcpp_thread_isnull(&__t_)) __throw_system_error(EINVAL, "thread::join failed");
  if (int error = __libcpp_thread_join(&__t_)) __throw_system_error(error, "thread::join failed");
  __t_ = _LIBCPP_NULL_THREAD;
}

void thread::detach() {
  if (__libcpp_thread_isnull(&__t_)) __throw_system_error(EINVAL, "thread::detach failed");
  if (int error = __libcpp_thread_detach(&__t_)) __throw_system_error(error, "thread::detach failed");
  __t_ = _LIBCPP_NULL_THREAD;
}

unsigned thread::hardware_concurrency() noexcept { return get_nprocs(); }

namespace this_thread {
void sleep_for(const chrono::nanoseconds& duration) {
  if (duration > chrono::nanoseconds::zero()) __libcpp_thread_sleep_for(duration);
}
}  // namespace this_thread

// What is to happen when the thread ends and its variables are gone.

class __thread_struct_imp {
 public:
  struct Notification {
    condition_variable* condition;
    mutex* lock;
  };
  vector<Notification> notifications;
  vector<__assoc_sub_state*> ready;

  ~__thread_struct_imp() {
    for (auto& notification : notifications) {
      notification.lock->unlock();
      notification.condition->notify_all();
    }
    for (__assoc_sub_state* state : ready) {
      state->__make_ready();
      state->__release_shared();
    }
  }
};

// Few threads have anything to do at their end.
__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() { delete __p_; }

void __thread_struct::notify_all_at_thread_exit(condition_variable* condition, mutex* lock) {
  if (__p_ == nullptr) __p_ = new __thread_struct_imp;
  __p_->notifications.push_back({condition, lock});
}

void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state* state) {
  if (__p_ == nullptr) __p_ = new __thread_struct_imp;
  state->__add_shared();
  __p_->ready.push_back(state);
}

template class __thread_specific_ptr<__thread_struct>;

__thread_specific_ptr<__thread_struct>& __thread_local_data() {
  using namespace trailhound::unshared;
  using Data = __thread_specific_ptr<__thread_struct>;
  static_assert(sizeof thread_data == sizeof(Data));
  if (!has_thread_data) {
    new (thread_data) Data;
    has_thread_data = true;
  }
  return *reinterpret_cast<Data*>(thread_data);
}

namespace {
// Before there is a second thread.
__attribute__((constructor(101))) void make_thread_data() { __thread_local_data(); }
}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto& data = __thread_local_data();
  if (data.get() == nullptr) data.set_pointer(new __thread_struct);
  data->notify_all_at_thread_exit(&condition, lock.release());
}

// Locks.

void mutex::lock() {
  if (int error = __libcpp_mutex_lock(&__m_)) __throw_system_error(error, "mutex lock failed");
}
bool mutex::try_lock() noexcept { return __libcpp_mutex_trylock(&__m_); }
void mutex::unlock() noexcept { __libcpp_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
  if (int error = __libcpp_recursive_mutex_init(&__m_)) {
    __throw_system_error(error, "recursive_mutex constructor failed");
  }
}
recursive_mutex::~recursive_mutex() { __libcpp_recursive_mutex_destroy(&__m_); }
void recursive_mutex::lock() {
  if (int error = __libcpp_recursive_mutex_lock(&__m_)) {
    __throw_system_error(error, "recursive_mutex lock failed");
  }
}
bool recursive_mutex::try_lock() noexcept { return __libcpp_recursive_mutex_trylock(&__m_); }
void recursive_mutex::unlock() noexcept { __libcpp_recursive_mutex_unlock(&__m_); }

timed_mutex::timed_mutex() : __locked_(false) {}
timed_mutex::~timed_mutex() { lock_guard<mutex> guard(__m_); }
void timed_mutex::lock() {
  unique_lock<mutex> guard(__m_);
  while (__locked_) __cv_.wait(guard);
  __locked_ = true;
}
bool timed_mutex::try_lock() noexcept {
  unique_lock<mutex> guard(__m_, try_to_lock);
  if (!guard.owns_lock() || __locked_) return false;
  return __locked_ = true;
}
void timed_mutex::unlock() noexcept {
  lock_guard<mutex> guard(__m_);
  __locked_ = false;
  __cv_.notify_one();
}

recursive_timed_mutex::recursive_timed_mutex() : __count_(0), __id_{} {}
recursive_timed_mutex::~recursive_timed_mutex() { lock_guard<mutex> guard(__m_); }
void recursive_timed_mutex::lock() {
  const __thread_id self = this_thread::get_id();
  unique_lock<mutex> guard(__m_);
  if (self != __id_) {
    while (__count_ != 0) __cv_.wait(guard);
    __id_ = self;
  }
  __count_++;
}
bool recursive_timed_mutex::try_lock() noexcept {
  const __thread_id self = this_thread::get_id();
  unique_lock<mutex> guard(__m_, try_to_lock);
  if (!guard.owns_lock() || (__count_ != 0 && self != __id_)) return false;
  __id_ = self;
  __count_++;
  return true;
}
void recursive_timed_mutex::unlock() noexcept {
  unique_lock<mutex> guard(__m_);
  if (--__count_ != 0) return;
  __id_.__reset();
  guard.unlock();
  __cv_.notify_one();
}

// Readers and writers: a writer first keeps newcomers out at the first gate, and then waits at
// the second one for the readers inside.

__shared_mutex_base::__shared_mutex_base() : __state_(0) {}
void __shared_mutex_base::lock() {
  unique_lock<mutex> guard(__mut_);
  while (__state_ & __write_entered_) __gate1_.wait(guard);
  __state_ |= __write_entered_;
  while (__state_ & __n_readers_) __gate2_.wait(guard);
}
bool __shared_mutex_base::try_lock() {
  unique_lock<mutex> guard(__mut_);
  if (__state_ != 0) return false;
  __state_ = __write_entered_;
  return true;
}
void __shared_mutex_base::unlock() {
  lock_guard<mutex> guard(__mut_);
  __state_ = 0;
  __gate1_.notify_all();
}
void __shared_mutex_base::lock_shared() {
  unique_lock<mutex> guard(__mut_);
  while ((__state_ & __write_entered_) || (__state_ & __n_readers_) == __n_readers_) {
    __gate1_.wait(guard);
  }
  __state_++;
}
bool __shared_mutex_base::try_lock_shared() {
  unique_lock<mutex> guard(__mut_);
  if ((__state_ & __write_entered_) || (__state_ & __n_readers_) == __n_readers_) return false;
  __state_++;
  return true;
}
void __shared_mutex_base::unlock_shared() {
  lock_guard<mutex> guard(__mut_);
  __state_--;
  const unsigned readers = __state_ & __n_readers_;
  if (__state_ & __write_entered_) {
    if (readers == 0) __gate2_.notify_one();
  } else if (readers == __n_readers_ - 1) {
    __gate1_.notify_one();
  }
}

shared_timed_mutex::shared_timed_mutex() {}
void shared_timed_mutex::lock() { __base_.lock(); }
bool shared_timed_mutex::try_lock() { return __base_.try_lock(); }
void shared_timed_mutex::unlock() { __base_.unlock(); }
void shared_timed_mutex::lock_shared() { __base_.lock_shared(); }
bool shared_timed_mutex::try_lock_shared() { return __base_.try_lock_shared(); }
void shared_timed_mutex::unlock_shared() { __base_.unlock_shared(); }

// Condition variables.

condition_variable::~condition_variable() { __libcpp_condvar_destroy(&__cv_); }
void condition_variable::notify_one() noexcept { __libcpp_condvar_signal(&__cv_); }
void condition_variable::notify_all() noexcept { __libcpp_condvar_broadcast(&__cv_); }
void condition_variable::wait(unique_lock<mutex>& lock) noexcept {
  int error = EPERM;
  if (lock.owns_lock()) {
    error = __libcpp_condvar_wait(&__cv_, lock.mutex()->native_handle());
  }
  if (error != 0) __throw_system_error(error, "condition_variable wait failed");
}
void condition_variable::__do_timed_wait(
    unique_lock<mutex>& lock,
    chrono::time_point<chrono::system_clock, chrono::nanoseconds> end) noexcept {
  int error = EPERM;
  if (lock.owns_lock()) {
    const auto seconds = chrono::duration_cast<chrono::seconds>(end.time_since_epoch());
    timespec limit;
    limit.tv_sec = seconds.count();
    limit.tv_nsec = (end.time_since_epoch() - seconds).count();
    error = __libcpp_condvar_timedwait(&__cv_, lock.mutex()->native_handle(), &limit);
  }
  if (error != 0 && error != ETIMEDOUT) {
    __throw_system_error(error, "condition_variable timed_wait failed");
  }
}

// Once. The flag itself is what the others wait for.

void __call_once(volatile once_flag::_State_type& flag, void* argument, void (*function)(void*)) {
  for (;;) {
    once_flag::_State_type seen = once_flag::_Unset;
    once_flag::_State_type pending = once_flag::_Pending;
    if (__atomic_compare_exchange_n(&flag, &seen, pending, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      break;
    }
    if (seen == once_flag::_Complete) return;
    trailhound_wait(&flag, &pending, sizeof flag, nullptr, false);
  }
  auto become = [&](once_flag::_State_type state) {
    __atomic_store_n(&flag, state, __ATOMIC_RELEASE);
    trailhound_wake(&flag, true);
  };
  try {
    function(argument);
  } catch (...) {
    become(once_flag::_Unset);
    throw;
  }
  become(once_flag::_Complete);
}

// Clocks and chance.

namespace chrono {

static nanoseconds read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

const bool system_clock::is_steady;
system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<duration>(read(CLOCK_REALTIME)));
}
time_t system_clock::to_time_t(const time_point& time) noexcept {
  return time_t(duration_cast<seconds>(time.time_since_epoch()).count());
}
system_clock::time_point system_clock::from_time_t(time_t time) noexcept {
  return system_clock::time_point(seconds(time));
}
const bool steady_clock::is_steady;
steady_clock::time_point steady_clock::now() noexcept {
  return time_point(read(CLOCK_MONOTONIC));
}

}  // namespace chrono

random_device::random_device(const string&) {}
random_device::~random_device() {}
unsigned random_device::operator()() {
  unsigned value;
  getentropy(&value, sizeof value);
  return value;
}
double random_device::entropy() const noexcept { return 32; }

}  // namespace __1
}  // namespace std
