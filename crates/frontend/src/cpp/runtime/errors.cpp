// The exception classes of the library, the functions by which its headers throw them, and
// the categories of error codes.

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
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

namespace std {

const char* exception::what() const noexcept { return "std::exception"; }
exception::~exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_alloc::~bad_alloc() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_cast::~bad_cast() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_function_call::~bad_function_call() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
nested_exception::~nested_exception() noexcept {}

const nothrow_t nothrow{};

#if _GLIBCXX_USE_CXX11_ABI

// Copies of an exception share their message: the text stands behind the number of copies.
namespace {
struct Text {
  int copies;
  char characters[];
};

Text* text_of(const char* characters) {
  return reinterpret_cast<Text*>(const_cast<char*>(characters) - offsetof(Text, characters));
}

const char* new_text(const char* characters, size_t length) {
  Text* text = static_cast<Text*>(std::malloc(sizeof(Text) + length + 1));
  text->copies = 1;
  std::memcpy(text->characters, characters, length);
  text->characters[length] = 0;
  return text->characters;
}

void keep_text(const char* characters) {
  if (characters != nullptr) {
    __atomic_add_fetch(&text_of(characters)->copies, 1, __ATOMIC_ACQ_REL);
  }
}

void drop_text(const char* characters) {
  if (characters != nullptr &&
      __atomic_sub_fetch(&text_of(characters)->copies, 1, __ATOMIC_ACQ_REL) == 0) {
    std::free(text_of(characters));
  }
}
}  // namespace

__cow_string::__cow_string() : _M_p(new_text("", 0)) {}
__cow_string::__cow_string(const string& text) : _M_p(new_text(text.data(), text.size())) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(new_text(text, length)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(other._M_p) {
  keep_text(_M_p);
}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { keep_text(_M_p); }
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  keep_text(other._M_p);
  drop_text(_M_p);
  _M_p = other._M_p;
  return *this;
}
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  return *this = static_cast<const __cow_string&>(other);
}
__cow_string::~__cow_string() { drop_text(_M_p); }

#endif  // _GLIBCXX_USE_CXX11_ABI

logic_error::logic_error(const string& text) : _M_msg(text) {}
logic_error::logic_error(const char* text) : _M_msg(text, strlen(text)) {}
logic_error::logic_error(const logic_error&) noexcept = default;
logic_error::logic_error(logic_error&&) noexcept = default;
logic_error& logic_error::operator=(const logic_error&) noexcept = default;
logic_error& logic_error::operator=(logic_error&&) noexcept = default;
logic_error::~logic_error() noexcept {}
const char* logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const string& text) : _M_msg(text) {}
runtime_error::runtime_error(const char* text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(const runtime_error&) noexcept = default;
runtime_error::runtime_error(runtime_error&&) noexcept = default;
runtime_error& runtime_error::operator=(const runtime_error&) noexcept = default;
runtime_error& runtime_error::operator=(runtime_error&&) noexcept = default;
runtime_error::~runtime_error() noexcept {}
const char* runtime_error::what() const noexcept { return _M_msg._M_p; }

domain_error::domain_error(const string& text) : logic_error(text) {}
domain_error::domain_error(const char* text) : logic_error(text) {}
domain_error::~domain_error() noexcept {}
invalid_argument::invalid_argument(const string& text) : logic_error(text) {}
invalid_argument::invalid_argument(const char* text) : logic_error(text) {}
invalid_argument::~invalid_argument() noexcept {}
length_error::length_error(const string& text) : logic_error(text) {}
length_error::length_error(const char* text) : logic_error(text) {}
length_error::~length_error() noexcept {}
out_of_range::out_of_range(const string& text) : logic_error(text) {}
out_of_range::out_of_range(const char* text) : logic_error(text) {}
out_of_range::~out_of_range() noexcept {}
range_error::range_error(const string& text) : runtime_error(text) {}
range_error::range_error(const char* text) : runtime_error(text) {}
range_error::~range_error() noexcept {}
overflow_error::overflow_error(const string& text) : runtime_error(text) {}
overflow_error::overflow_error(const char* text) : runtime_error(text) {}
overflow_error::~overflow_error() noexcept {}
underflow_error::underflow_error(const string& text) : runtime_error(text) {}
underflow_error::underflow_error(const char* text) : runtime_error(text) {}
underflow_error::~underflow_error() noexcept {}

system_error::~system_error() noexcept {}
future_error::~future_error() noexcept {}
const char* future_error::what() const noexcept { return logic_error::what(); }
regex_error::regex_error(regex_constants::error_type code)
    : runtime_error("regex_error"), _M_code(code) {}
regex_error::~regex_error() {}

ios_base::failure::failure(const string& text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string& text, const error_code& code)
    : system_error(code, text) {}
ios_base::failure::failure(const char* text, const error_code& code) : system_error(code, text) {}
ios_base::failure::~failure() {}
const char* ios_base::failure::what() const noexcept { return runtime_error::what(); }

// Error codes.

inline namespace _V2 {

error_category::~error_category() {}

error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition& condition) const noexcept {
  return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code& code, int value) const noexcept {
  return *this == code.category() && code.value() == value;
}
#if _GLIBCXX_USE_CXX11_ABI
__cow_string error_category::_M_message(int value) const { return message(value); }
#endif

}  // namespace _V2

namespace {

// No destructors: handlers may look at errors until the very end.
template <class Category>
const Category& only() {
  alignas(Category) static char place[sizeof(Category)];
  static Category* category = new (place) Category;
  return *category;
}

struct GenericCategory : error_category {
  const char* name() const noexcept override { return "generic"; }
  string message(int value) const override { return strerror(value); }
};

struct SystemCategory : error_category {
  const char* name() const noexcept override { return "system"; }
  string message(int value) const override { return strerror(value); }
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition(value, generic_category());
  }
};

struct StreamCategory : error_category {
  const char* name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return value == int(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

struct FutureCategory : error_category {
  const char* name() const noexcept override { return "future"; }
  string message(int value) const override {
    switch (future_errc(value)) {
      case future_errc::broken_promise:
        return "Broken promise";
      case future_errc::future_already_retrieved:
        return "Future already retrieved";
      case future_errc::promise_already_satisfied:
        return "Promise already satisfied";
      case future_errc::no_state:
        return "No associated state";
    }
    return "Unknown error";
  }
};

}  // namespace

inline namespace _V2 {
const error_category& generic_category() noexcept { return only<GenericCategory>(); }
const error_category& system_category() noexcept { return only<SystemCategory>(); }
}  // namespace _V2
const error_category& iostream_category() noexcept { return only<StreamCategory>(); }
const error_category& future_category() noexcept { return only<FutureCategory>(); }

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

// How headers throw.

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }
void __throw_system_error(int value) { throw system_error(error_code(value, generic_category())); }
void __throw_future_error(int value) { throw future_error(future_errc(value)); }
void __throw_ios_failure(const char* text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char* text, int value) {
  throw ios_base::failure(text, value == 0 ? error_code(io_errc::stream)
                                           : error_code(value, system_category()));
}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }

void __throw_out_of_range_fmt(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

}  // namespace std

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
