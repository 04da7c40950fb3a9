// The locale "C", the only one there is, and the facets that streams and regular expressions ask
// it for. Reading and writing numbers is done by the library's own templates.

#include <cstdlib>
#include <cstring>
#include <ios>
#include <locale>
#include <new>

extern "C" {
// Implemented by the machine: what stands between runs as one step.
void th_atomic_begin();
void th_atomic_end();
// There is nothing to switch to, and every locale is the one that functions of C use.
locale_t uselocale(locale_t) noexcept { return nullptr; }
long long strtoll_l(const char* text, char** end, int base, locale_t) noexcept {
  return strtoll(text, end, base);
}
unsigned long long strtoull_l(const char* text, char** end, int base, locale_t) noexcept {
  return strtoull(text, end, base);
}
float strtof_l(const char* text, char** end, locale_t) noexcept { return strtof(text, end); }
double strtod_l(const char* text, char** end, locale_t) noexcept { return strtod(text, end); }
long double strtold_l(const char* text, char** end, locale_t) noexcept {
  return strtold(text, end);
}
int strcoll_l(const char* a, const char* b, locale_t) noexcept { return strcmp(a, b); }
}

// The order in which threads use these has no bearing on the program: the machine knows the
// name of the namespace.
namespace trailhound::unshared {
template <class Type>
alignas(Type) char place[sizeof(Type)];

template <class Type>
Type* forever() {
  return reinterpret_cast<Type*>(place<Type>);
}

bool has_facets = false;
}  // namespace trailhound::unshared

namespace std {
inline namespace __1 {

using namespace trailhound::unshared;

class locale::__imp {};

locale_t __cloc() { return nullptr; }

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept { delete this; }
locale::id ctype<char>::id;
locale::id numpunct<char>::id;
int32_t locale::id::__next_id = 0;
long locale::id::__get() {
  if (__id_ == 0) __id_ = __atomic_add_fetch(&__next_id, 1, __ATOMIC_ACQ_REL);
  return __id_ - 1;
}

namespace {

// The facets live as long as the program.
void make_facets() {
  if (has_facets) return;
  th_atomic_begin();
  if (!has_facets) {
    new (forever<ctype<char>>()) ctype<char>(nullptr, false, 1);
    new (forever<numpunct<char>>()) numpunct<char>(1);
    new (forever<num_get<char>>()) num_get<char>(1);
    new (forever<num_put<char>>()) num_put<char>(1);
    new (forever<collate<char>>()) collate<char>(1);
    has_facets = true;
  }
  th_atomic_end();
}

const locale::facet* facet_of(const locale::id& id) {
  make_facets();
  if (&id == &ctype<char>::id) return forever<ctype<char>>();
  if (&id == &numpunct<char>::id) return forever<numpunct<char>>();
  if (&id == &num_get<char>::id) return forever<num_get<char>>();
  if (&id == &num_put<char>::id) return forever<num_put<char>>();
  if (&id == &collate<char>::id) return forever<collate<char>>();
  return nullptr;
}

}  // namespace

locale::locale() noexcept : __locale_(nullptr) {}
locale::locale(const locale&) noexcept : __locale_(nullptr) {}
locale::locale(const char* name) : __locale_(nullptr) {
  if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && *name != 0) {
    __throw_runtime_error("locale constructed with a name that is not known");
  }
}
locale::locale(const string& name) : locale(name.c_str()) {}
locale::~locale() {}
const locale& locale::operator=(const locale&) noexcept { return *this; }
string locale::name() const { return "C"; }
bool locale::operator==(const locale&) const { return true; }
locale locale::global(const locale&) { return locale(); }
const locale& locale::classic() { return *new (forever<locale>()) locale; }
bool locale::has_facet(id& id) const { return facet_of(id) != nullptr; }
const locale::facet* locale::use_facet(id& id) const {
  const facet* facet = facet_of(id);
  if (facet == nullptr) throw bad_cast();
  return facet;
}

// Characters.

const size_t ctype<char>::table_size;
ctype<char>::ctype(const mask* table, bool own, size_t references)
    : facet(references),
      __tab_(table != nullptr ? table : classic_table()),
      __del_(own && table != nullptr) {}
ctype<char>::~ctype() {
  if (__del_) delete[] __tab_;
}
const ctype_base::mask* ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }
const int* ctype<char>::__classic_upper_table() noexcept { return *__ctype_toupper_loc(); }
const int* ctype<char>::__classic_lower_table() noexcept { return *__ctype_tolower_loc(); }
char ctype<char>::do_toupper(char c) const {
  return __classic_upper_table()[static_cast<unsigned char>(c)];
}
char ctype<char>::do_tolower(char c) const {
  return __classic_lower_table()[static_cast<unsigned char>(c)];
}
const char* ctype<char>::do_toupper(char* low, const char* high) const {
  for (; low < high; low++) *low = do_toupper(*low);
  return high;
}
const char* ctype<char>::do_tolower(char* low, const char* high) const {
  for (; low < high; low++) *low = do_tolower(*low);
  return high;
}
char ctype<char>::do_widen(char c) const { return c; }
const char* ctype<char>::do_widen(const char* low, const char* high, char* to) const {
  memcpy(to, low, high - low);
  return high;
}
char ctype<char>::do_narrow(char c, char otherwise) const {
  return isascii(c) ? c : otherwise;
}
const char* ctype<char>::do_narrow(const char* low, const char* high, char otherwise,
                                   char* to) const {
  for (; low < high; low++) *to++ = do_narrow(*low, otherwise);
  return high;
}

// Numbers.

numpunct<char>::numpunct(size_t references)
    : facet(references), __decimal_point_('.'), __thousands_sep_(',') {}
numpunct<char>::~numpunct() {}
char numpunct<char>::do_decimal_point() const { return __decimal_point_; }
char numpunct<char>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<char>::do_grouping() const { return __grouping_; }
string numpunct<char>::do_truename() const { return "true"; }
string numpunct<char>::do_falsename() const { return "false"; }

const char __num_get_base::__src[33] = "0123456789abcdefABCDEFxX+-pPiInN";

int __num_get_base::__get_base(ios_base& stream) {
  switch (stream.flags() & ios_base::basefield) {
    case ios_base::oct:
      return 8;
    case ios_base::hex:
      return 16;
    case 0:
      return 0;
  }
  return 10;
}

// There are no groups of digits in the one locale.
void __check_grouping(const string& grouping, unsigned*, unsigned*, ios_base::iostate& state) {
  if (!grouping.empty()) state |= ios_base::failbit;
}

// The letters of a conversion for printf, behind its percent sign.

void __num_put_base::__format_int(char* format, const char* length, bool is_signed,
                                  ios_base::fmtflags flags) {
  const ios_base::fmtflags base = flags & ios_base::basefield;
  if ((flags & ios_base::showpos) && base != ios_base::oct && base != ios_base::hex && is_signed) {
    *format++ = '+';
  }
  if (flags & ios_base::showbase) *format++ = '#';
  while (*length) *format++ = *length++;
  if (base == ios_base::oct) {
    *format = 'o';
  } else if (base == ios_base::hex) {
    *format = flags & ios_base::uppercase ? 'X' : 'x';
  } else {
    *format = is_signed ? 'd' : 'u';
  }
}

// True if the precision counts, which it does not for hexadecimal numbers.
bool __num_put_base::__format_float(char* format, const char* length, ios_base::fmtflags flags) {
  const ios_base::fmtflags style = flags & ios_base::floatfield;
  const bool upper = flags & ios_base::uppercase;
  const bool precise = style != (ios_base::fixed | ios_base::scientific);
  if (flags & ios_base::showpos) *format++ = '+';
  if (flags & ios_base::showpoint) *format++ = '#';
  if (precise) {
    *format++ = '.';
    *format++ = '*';
  }
  while (*length) *format++ = *length++;
  if (!precise) {
    *format = upper ? 'A' : 'a';
  } else if (style == ios_base::scientific) {
    *format = upper ? 'E' : 'e';
  } else if (style == ios_base::fixed) {
    *format = upper ? 'F' : 'f';
  } else {
    *format = upper ? 'G' : 'g';
  }
  return precise;
}

// Where to fill up a number to the width of the stream.
char* __num_put_base::__identify_padding(char* begin, char* end, const ios_base& stream) {
  switch (stream.flags() & ios_base::adjustfield) {
    case ios_base::internal:
      if (*begin == '-' || *begin == '+') return begin + 1;
      if (end - begin >= 2 && *begin == '0' && (begin[1] == 'x' || begin[1] == 'X')) {
        return begin + 2;
      }
      return begin;
    case ios_base::left:
      return end;
  }
  return begin;
}

template class collate<char>;
template struct __num_get<char>;
template struct __num_put<char>;
template class num_get<char>;
template class num_put<char>;

}  // namespace __1
}  // namespace std
