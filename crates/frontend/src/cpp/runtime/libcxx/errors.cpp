// exception_ptr, the exception classes and the categories of error codes, as libc++ has them.

#include <any>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>

namespace std {

exception_ptr::exception_ptr(const exception_ptr& other) noexcept : __ptr_(other.__ptr_) {
  trailhound::refer_to(__ptr_);
}
exception_ptr& exception_ptr::operator=(const exception_ptr& other) noexcept {
  trailhound::refer_to(other.__ptr_);
  trailhound::let_go_of(__ptr_);
  __ptr_ = other.__ptr_;
  return *this;
}
exception_ptr::~exception_ptr() noexcept { trailhound::let_go_of(__ptr_); }
exception_ptr exception_ptr::__from_native_exception_pointer(void* object) noexcept {
  exception_ptr pointer;
  trailhound::refer_to(object);
  pointer.__ptr_ = object;
  return pointer;
}
exception_ptr current_exception() noexcept {
  exception_ptr pointer;
  pointer.__ptr_ = trailhound::caught_object();
  trailhound::refer_to(pointer.__ptr_);
  return pointer;
}
void rethrow_exception(exception_ptr pointer) {
  if (pointer.__ptr_ == nullptr) terminate();
  trailhound::throw_again(pointer.__ptr_);
}

nested_exception::nested_exception() noexcept : __ptr_(current_exception()) {}
nested_exception::~nested_exception() noexcept {}
void nested_exception::rethrow_nested() const {
  if (__ptr_ == nullptr) terminate();
  rethrow_exception(__ptr_);
}

const nothrow_t nothrow{};

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::bad_alloc() noexcept {}
bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::bad_array_new_length() noexcept {}
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "bad_array_new_length"; }
bad_cast::bad_cast() noexcept {}
bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::bad_typeid() noexcept {}
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }
const char* bad_any_cast::what() const noexcept { return "bad any cast"; }
bad_optional_access::~bad_optional_access() noexcept {}
const char* bad_optional_access::what() const noexcept { return "bad_optional_access"; }
const char* bad_variant_access::what() const noexcept { return "bad_variant_access"; }

// Copies of an exception share their message: the text stands behind the number of copies.

inline namespace __1 {

namespace {
struct Text {
  int copies;
  char characters[];
};

Text* text_of(const char* characters) {
  return reinterpret_cast<Text*>(const_cast<char*>(characters) - offsetof(Text, characters));
}
}  // namespace

__libcpp_refstring::__libcpp_refstring(const char* characters) {
  const size_t length = strlen(characters);
  Text* text = static_cast<Text*>(std::malloc(sizeof(Text) + length + 1));
  text->copies = 1;
  std::memcpy(text->characters, characters, length + 1);
  __imp_ = text->characters;
}
__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring& other) noexcept
    : __imp_(other.__imp_) {
  __atomic_add_fetch(&text_of(__imp_)->copies, 1, __ATOMIC_ACQ_REL);
}
__libcpp_refstring& __libcpp_refstring::operator=(const __libcpp_refstring& other) noexcept {
  __libcpp_refstring old(*this);
  __atomic_add_fetch(&text_of(other.__imp_)->copies, 1, __ATOMIC_ACQ_REL);
  __atomic_sub_fetch(&text_of(__imp_)->copies, 1, __ATOMIC_ACQ_REL);
  __imp_ = other.__imp_;
  return *this;
}
__libcpp_refstring::~__libcpp_refstring() {
  if (__atomic_sub_fetch(&text_of(__imp_)->copies, 1, __ATOMIC_ACQ_REL) == 0) {
    std::free(text_of(__imp_));
  }
}
}  // namespace __1

logic_error::logic_error(const string& text) : __imp_(text.c_str()) {}
logic_error::logic_error(const char* text) : __imp_(text) {}
logic_error::logic_error(const logic_error&) noexcept = default;
logic_error& logic_error::operator=(const logic_error&) noexcept = default;
logic_error::~logic_error() noexcept {}
const char* logic_error::what() const noexcept { return __imp_.c_str(); }
runtime_error::runtime_error(const string& text) : __imp_(text.c_str()) {}
runtime_error::runtime_error(const char* text) : __imp_(text) {}
runtime_error::runtime_error(const runtime_error&) noexcept = default;
runtime_error& runtime_error::operator=(const runtime_error&) noexcept = default;
runtime_error::~runtime_error() noexcept {}
const char* runtime_error::what() const noexcept { return __imp_.c_str(); }
domain_error::~domain_error() noexcept {}
invalid_argument::~invalid_argument() noexcept {}
length_error::~length_error() noexcept {}
out_of_range::~out_of_range() noexcept {}
range_error::~range_error() noexcept {}
overflow_error::~overflow_error() noexcept {}
underflow_error::~underflow_error() noexcept {}

inline namespace __1 {

bad_function_call::~bad_function_call() noexcept {}
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
regex_error::regex_error(regex_constants::error_type code)
    : runtime_error("The expression is not valid"), __code_(code) {}
regex_error::~regex_error() {}

void __throw_runtime_error(const char* text) { throw runtime_error(text); }

// A check of the library's own failed.
void __libcpp_verbose_abort(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  abort();
}

// Error codes.

error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}
string __do_message::message(int value) const { return strerror(value); }

namespace {

// No destructors: handlers may look at errors until the very end.
template <class Category>
const Category& only() {
  alignas(Category) static char place[sizeof(Category)];
  static Category* category = new (place) Category;
  return *category;
}

struct GenericCategory : __do_message {
  const char* name() const noexcept override { return "generic"; }
};

struct SystemCategory : __do_message {
  const char* name() const noexcept override { return "system"; }
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition(value, generic_category());
  }
};

struct StreamCategory : __do_message {
  const char* name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return value == int(io_errc::stream) ? "unspecified iostream_category error"
                                         : __do_message::message(value);
  }
};

struct FutureCategory : __do_message {
  const char* name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (future_errc(value)) {
      case future_errc::broken_promise:
        return "The associated promise has been destructed prior to the associated state becoming "
               "ready.";
      case future_errc::future_already_retrieved:
        return "The future has already been retrieved from the promise or packaged_task.";
      case future_errc::promise_already_satisfied:
        return "The state of the promise has already been set.";
      case future_errc::no_state:
        return "Operation not permitted on an object without an associated state.";
    }
    return "unspecified future_errc value\n";
  }
};

// How an error is told: what was to be done, and what the category says.
string told(const error_code& code, string text) {
  if (code) {
    if (!text.empty()) text += ": ";
    text += code.message();
  }
  return text;
}

}  // namespace

const error_category& generic_category() noexcept { return only<GenericCategory>(); }
const error_category& system_category() noexcept { return only<SystemCategory>(); }
const error_category& iostream_category() noexcept { return only<StreamCategory>(); }
const error_category& future_category() noexcept { return only<FutureCategory>(); }

string error_condition::message() const { return category().message(value()); }
string error_code::message() const { return category().message(value()); }

system_error::system_error(error_code code, const string& text)
    : runtime_error(told(code, text)), __ec_(code) {}
system_error::system_error(error_code code, const char* text)
    : runtime_error(told(code, text)), __ec_(code) {}
system_error::system_error(error_code code) : runtime_error(told(code, "")), __ec_(code) {}
system_error::system_error(int value, const error_category& category, const string& text)
    : system_error(error_code(value, category), text) {}
system_error::system_error(int value, const error_category& category, const char* text)
    : system_error(error_code(value, category), text) {}
system_error::system_error(int value, const error_category& category)
    : system_error(error_code(value, category)) {}
system_error::~system_error() noexcept {}
void __throw_system_error(int value, const char* text) {
  throw system_error(error_code(value, system_category()), text);
}

future_error::future_error(error_code code) : logic_error(code.message()), __ec_(code) {}
future_error::~future_error() noexcept {}

ios_base::failure::failure(const string& text, const error_code& code)
    : system_error(code, text) {}
ios_base::failure::failure(const char* text, const error_code& code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}

}  // namespace __1
}  // namespace std

extern "C" {
__cxxabiv1::__cxa_exception* __cxxabiv1::__cxa_init_primary_exception(
    void* object, std::type_info* type, void (*destructor)(void*)) noexcept {
  return reinterpret_cast<__cxa_exception*>(trailhound::fill_in(object, type, destructor));
}
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
