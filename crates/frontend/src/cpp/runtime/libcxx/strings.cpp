// Strings, the counts of shared_ptr, and the sizes of hash tables.

#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_map>

namespace std {
inline namespace __1 {

template class basic_string<char>;
template class basic_string<wchar_t>;
template string operator+(const char*, const string&);

// Numbers as text.

namespace {

template <class Value>
string digits(Value value) {
  char text[24];
  return string(text, to_chars(text, text + sizeof text, value).ptr);
}

template <class Value>
string printed(const char* format, Value value) {
  const int length = snprintf(nullptr, 0, format, value);
  string text(length, 0);
  snprintf(text.data(), length + 1, format, value);
  return text;
}

// Reads a number with one of the functions of C.
template <class Value, class Read>
Value number(const char* function, const string& text, size_t* index, Read read) {
  char* end;
  const int before = errno;
  errno = 0;
  const Value value = read(text.c_str(), &end);
  const int error = errno;
  errno = before;
  if (error == ERANGE) throw out_of_range(string(function) + ": out of range");
  if (end == text.c_str()) throw invalid_argument(string(function) + ": no conversion");
  if (index != nullptr) *index = end - text.c_str();
  return value;
}

}  // namespace

string to_string(int value) { return digits(value); }
string to_string(long value) { return digits(value); }
string to_string(long long value) { return digits(value); }
string to_string(unsigned value) { return digits(value); }
string to_string(unsigned long value) { return digits(value); }
string to_string(unsigned long long value) { return digits(value); }
string to_string(float value) { return printed("%f", value); }
string to_string(double value) { return printed("%f", value); }
string to_string(long double value) { return printed("%Lf", value); }

int stoi(const string& text, size_t* index, int base) {
  size_t end;
  const long value = number<long>(
      "stoi", text, &end, [=](const char* from, char** to) { return strtol(from, to, base); });
  if (value < INT_MIN || value > INT_MAX) throw out_of_range("stoi: out of range");
  if (index != nullptr) *index = end;
  return int(value);
}
long stol(const string& text, size_t* index, int base) {
  return number<long>("stol", text, index,
                      [=](const char* from, char** to) { return strtol(from, to, base); });
}
unsigned long stoul(const string& text, size_t* index, int base) {
  return number<unsigned long>(
      "stoul", text, index, [=](const char* from, char** to) { return strtoul(from, to, base); });
}
long long stoll(const string& text, size_t* index, int base) {
  return number<long long>(
      "stoll", text, index, [=](const char* from, char** to) { return strtoll(from, to, base); });
}
unsigned long long stoull(const string& text, size_t* index, int base) {
  return number<unsigned long long>("stoull", text, index, [=](const char* from, char** to) {
    return strtoull(from, to, base);
  });
}
float stof(const string& text, size_t* index) {
  return number<float>("stof", text, index, strtof);
}
double stod(const string& text, size_t* index) {
  return number<double>("stod", text, index, strtod);
}
long double stold(const string& text, size_t* index) {
  return number<long double>("stold", text, index, strtold);
}

// Shared ownership. The counts are one less than the number of owners; all shared owners
// together count as one weak owner.

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}
const void* __shared_weak_count::__get_deleter(const type_info&) const noexcept { return nullptr; }

void __shared_weak_count::__release_weak() noexcept {
  // The last owner needs not tell anybody.
  if (__atomic_load_n(&__shared_weak_owners_, __ATOMIC_ACQUIRE) == 0 ||
      __atomic_sub_fetch(&__shared_weak_owners_, 1, __ATOMIC_ACQ_REL) == -1) {
    __on_zero_shared_weak();
  }
}

__shared_weak_count* __shared_weak_count::lock() noexcept {
  long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
  while (owners != -1) {
    if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      return this;
    }
  }
  return nullptr;
}

void* align(size_t alignment, size_t size, void*& pointer, size_t& space) {
  const size_t gap = -reinterpret_cast<size_t>(pointer) & (alignment - 1);
  if (space < size || space - size < gap) return nullptr;
  space -= gap;
  return pointer = static_cast<char*>(pointer) + gap;
}

// The smallest prime that is not smaller, which is how many buckets a table gets.
size_t __next_prime(size_t least) {
  if (least == 0) return 0;
  for (size_t candidate = least < 2 ? 2 : least;; candidate++) {
    bool prime = true;
    for (size_t factor = 2; prime && factor * factor <= candidate; factor++) {
      prime = candidate % factor != 0;
    }
    if (prime) return candidate;
  }
}

}  // namespace __1
}  // namespace std
