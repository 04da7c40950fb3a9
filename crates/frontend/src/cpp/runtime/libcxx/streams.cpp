// Streams of characters: the standard ones on top of stdio, and those in strings. What the
// headers define as templates is instantiated; wide characters and files are left out.

#include <cstdio>
#include <cstdlib>
#include <ios>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {
inline namespace __1 {

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

// The base of all streams.

const ios_base::fmtflags ios_base::boolalpha, ios_base::dec, ios_base::fixed, ios_base::hex,
    ios_base::internal, ios_base::left, ios_base::oct, ios_base::right, ios_base::scientific,
    ios_base::showbase, ios_base::showpoint, ios_base::showpos, ios_base::skipws,
    ios_base::unitbuf, ios_base::uppercase, ios_base::adjustfield, ios_base::basefield,
    ios_base::floatfield;
const ios_base::iostate ios_base::badbit, ios_base::eofbit, ios_base::failbit, ios_base::goodbit;
const ios_base::openmode ios_base::app, ios_base::ate, ios_base::binary, ios_base::in,
    ios_base::out, ios_base::trunc;
atomic<int> ios_base::__xindex_{0};

void ios_base::init(void* buffer) {
  __rdbuf_ = buffer;
  __rdstate_ = buffer != nullptr ? goodbit : badbit;
  __exceptions_ = goodbit;
  __fmtflags_ = skipws | dec;
  __width_ = 0;
  __precision_ = 6;
  __fn_ = nullptr;
  __index_ = nullptr;
  __event_size_ = __event_cap_ = 0;
  __iarray_ = nullptr;
  __iarray_size_ = __iarray_cap_ = 0;
  __parray_ = nullptr;
  __parray_size_ = __parray_cap_ = 0;
  // Only says that there is something to destroy: all locales are the same.
  __loc_ = this;
}

ios_base::~ios_base() {
  if (__loc_ == nullptr) return;
  __call_callbacks(erase_event);
  free(__fn_);
  free(__index_);
  free(__iarray_);
  free(__parray_);
}

locale ios_base::imbue(const locale&) {
  __call_callbacks(imbue_event);
  return locale();
}
locale ios_base::getloc() const { return locale(); }

void ios_base::clear(iostate state) {
  __rdstate_ = __rdbuf_ != nullptr ? state : state | badbit;
  if (__rdstate_ & __exceptions_) __throw_failure("ios_base::clear");
}

// Inside of a handler: the exception goes on only if the stream was told so.
void ios_base::__set_badbit_and_consider_rethrow() {
  __rdstate_ |= badbit;
  if (__exceptions_ & badbit) throw;
}
void ios_base::__set_failbit_and_consider_rethrow() {
  __rdstate_ |= failbit;
  if (__exceptions_ & failbit) throw;
}

int ios_base::xalloc() { return __xindex_++; }

namespace {
// A place of an array that grows as it is used.
template <class Item>
Item* grown(Item*& items, size_t& size, size_t& capacity, size_t index) {
  if (index >= capacity) {
    items = static_cast<Item*>(realloc(items, 2 * (index + 1) * sizeof(Item)));
    capacity = 2 * (index + 1);
  }
  for (; size <= index; size++) items[size] = Item();
  return &items[index];
}
}  // namespace

long& ios_base::iword(int index) {
  return *grown(__iarray_, __iarray_size_, __iarray_cap_, size_t(index));
}
void*& ios_base::pword(int index) {
  return *grown(__parray_, __parray_size_, __parray_cap_, size_t(index));
}

void ios_base::register_callback(event_callback callback, int index) {
  size_t size = __event_size_, capacity = __event_cap_;
  *grown(__fn_, size, capacity, __event_size_) = callback;
  *grown(__index_, __event_size_, __event_cap_, __event_size_) = index;
}
void ios_base::__call_callbacks(event event) {
  for (size_t n = __event_size_; n > 0; n--) __fn_[n - 1](event, *this, __index_[n - 1]);
}

void ios_base::copyfmt(const ios_base& other) {
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  __event_size_ = 0;
  for (size_t n = 0; n < other.__event_size_; n++) {
    register_callback(other.__fn_[n], other.__index_[n]);
  }
  __iarray_size_ = __parray_size_ = 0;
  for (size_t n = 0; n < other.__iarray_size_; n++) iword(int(n)) = other.__iarray_[n];
  for (size_t n = 0; n < other.__parray_size_; n++) pword(int(n)) = other.__parray_[n];
}

// The buffer stays where it is.
void ios_base::move(ios_base& other) {
  init(nullptr);
  swap(other);
}
void ios_base::swap(ios_base& other) noexcept {
  std::swap(__fmtflags_, other.__fmtflags_);
  std::swap(__precision_, other.__precision_);
  std::swap(__width_, other.__width_);
  std::swap(__rdstate_, other.__rdstate_);
  std::swap(__exceptions_, other.__exceptions_);
  std::swap(__fn_, other.__fn_);
  std::swap(__index_, other.__index_);
  std::swap(__event_size_, other.__event_size_);
  std::swap(__event_cap_, other.__event_cap_);
  std::swap(__iarray_, other.__iarray_);
  std::swap(__iarray_size_, other.__iarray_size_);
  std::swap(__iarray_cap_, other.__iarray_cap_);
  std::swap(__parray_, other.__parray_);
  std::swap(__parray_size_, other.__parray_size_);
  std::swap(__parray_cap_, other.__parray_cap_);
}

bool ios_base::sync_with_stdio(bool) { return true; }

namespace {
// stdio keeps what there is to keep.
struct Stdio : streambuf {
  FILE* file;
  explicit Stdio(FILE* file) : file(file) {}
  int overflow(int c) override { return c == EOF ? sync() : putc(c, file); }
  streamsize xsputn(const char* text, streamsize size) override {
    return fwrite(text, 1, size, file);
  }
  int sync() override { return fflush(file); }
  int underflow() override { return ungetc(getc(file), file); }
  int uflow() override { return getc(file); }
  int pbackfail(int c) override { return c == EOF ? EOF : ungetc(c, file); }
};
}  // namespace

}  // namespace __1
}  // namespace std

// The standard streams. They are never destroyed, so that destructors may use them. As the
// headers declare them as objects, only their places are defined here.

extern "C" {
alignas(std::ostream) char _ZNSt3__14coutE[sizeof(std::ostream)];
alignas(std::ostream) char _ZNSt3__14cerrE[sizeof(std::ostream)];
alignas(std::ostream) char _ZNSt3__14clogE[sizeof(std::ostream)];
alignas(std::istream) char _ZNSt3__13cinE[sizeof(std::istream)];
}

namespace trailhound::unshared {
alignas(std::Stdio) char output[sizeof(std::Stdio)];
alignas(std::Stdio) char error[sizeof(std::Stdio)];
alignas(std::Stdio) char input[sizeof(std::Stdio)];
bool has_streams = false;
}  // namespace trailhound::unshared

namespace std {
inline namespace __1 {

ios_base::Init::Init() {
  using namespace trailhound;
  if (unshared::has_streams) return;
  unshared::has_streams = true;
  auto* error = new (unshared::error) Stdio(stderr);
  auto* out = new (_ZNSt3__14coutE) ostream(new (unshared::output) Stdio(stdout));
  auto* in = new (_ZNSt3__13cinE) istream(new (unshared::input) Stdio(stdin));
  auto* err = new (_ZNSt3__14cerrE) ostream(error);
  new (_ZNSt3__14clogE) ostream(error);
  in->tie(out);
  err->setf(ios_base::unitbuf);
  err->tie(out);
}

ios_base::Init::~Init() {
  reinterpret_cast<ostream*>(_ZNSt3__14coutE)->flush();
}

namespace {
// Before all constructors of the program's own.
__attribute__((init_priority(101))) ios_base::Init standard_streams;
}  // namespace

}  // namespace __1
}  // namespace std
