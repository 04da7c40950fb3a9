// The locale "C", the only one there is, and the facets that streams and regular expressions
// ask it for. Reading and writing numbers is done by the library's own templates.

#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <ios>
#include <limits>
#include <locale>
#include <new>
#include <sstream>

extern "C" {
// Implemented by the machine: what stands between runs as one step.
void th_atomic_begin();
void th_atomic_end();
// There is nothing to switch to.
locale_t __uselocale(locale_t) { return nullptr; }
}

// The order in which threads use these has no bearing on the program: the machine knows the
// name of the namespace.
namespace trailhound::unshared {
constexpr std::size_t facet_count = 7;
const std::locale::facet* facets[facet_count];
const std::locale::facet* caches[facet_count];
char* names[] = {const_cast<char*>("C"), nullptr};

template <class Type>
alignas(Type) char place[sizeof(Type)];

template <class Type>
Type* forever() {
  return reinterpret_cast<Type*>(place<Type>);
}
}  // namespace trailhound::unshared

namespace std {

using namespace trailhound::unshared;

locale::_Impl* locale::_S_classic;
locale::_Impl* locale::_S_global;
_Atomic_word locale::id::_S_refcount;
locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

size_t locale::id::_M_id() const noexcept {
  if (_M_index == 0) _M_index = __atomic_add_fetch(&_S_refcount, 1, __ATOMIC_ACQ_REL);
  return _M_index - 1;
}

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char* locale::facet::_S_get_c_name() noexcept { return "C"; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale&) noexcept { return nullptr; }
void locale::facet::_S_destroy_c_locale(__c_locale& locale) { locale = nullptr; }

// The facets of the one locale; they live as long as the program.
locale::_Impl::_Impl(size_t references) noexcept
    : _M_refcount(references),
      _M_facets(facets),
      _M_facets_size(facet_count),
      _M_caches(caches),
      _M_names(names) {
  _M_init_facet_unchecked(new (forever<std::ctype<char>>()) std::ctype<char>(nullptr, false, 1));
  auto* cache = new (forever<__numpunct_cache<char>>()) __numpunct_cache<char>(1);
  _M_init_facet_unchecked(new (forever<numpunct<char>>()) numpunct<char>(cache, 1));
  caches[numpunct<char>::id._M_id()] = cache;
  _M_init_facet_unchecked(new (forever<num_get<char>>()) num_get<char>(1));
  _M_init_facet_unchecked(new (forever<num_put<char>>()) num_put<char>(1));
  _M_init_facet_unchecked(new (forever<std::collate<char>>()) std::collate<char>(1));
  using Bytes = codecvt<char, char, mbstate_t>;
  _M_init_facet_unchecked(new (forever<Bytes>()) Bytes(1));
}

locale::_Impl::~_Impl() noexcept {}

void locale::_Impl::_M_install_cache(const facet* cache, size_t index) {
  _M_caches[index] = cache;
}

void locale::_S_initialize_once() noexcept {
  _S_classic = new (forever<_Impl>()) _Impl(1);
  _S_global = _S_classic;
  new (forever<locale>()) locale(_S_classic);
}

void locale::_S_initialize() {
  if (_S_classic != nullptr) return;
  th_atomic_begin();
  if (_S_classic == nullptr) _S_initialize_once();
  th_atomic_end();
}

locale::locale() noexcept {
  _S_initialize();
  _M_impl = _S_classic;
}
locale::locale(_Impl* impl) noexcept : _M_impl(impl) {}
locale::locale(const locale& other) noexcept : _M_impl(other._M_impl) {}
locale::locale(const char* name) {
  _S_initialize();
  if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && *name != 0) {
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  }
  _M_impl = _S_classic;
}
locale::~locale() noexcept {}
const locale& locale::operator=(const locale& other) noexcept {
  _M_impl = other._M_impl;
  return *this;
}
bool locale::operator==(const locale& other) const noexcept { return _M_impl == other._M_impl; }
string locale::name() const { return "C"; }
locale locale::global(const locale&) { return locale(); }

const locale& locale::classic() {
  _S_initialize();
  return *forever<locale>();
}

// Characters.

ctype<char>::ctype(const mask* table, bool own, size_t references)
    : facet(references),
      _M_c_locale_ctype(nullptr),
      _M_del(own && table != nullptr),
      _M_toupper(*__ctype_toupper_loc()),
      _M_tolower(*__ctype_tolower_loc()),
      _M_table(table != nullptr ? table : classic_table()),
      _M_widen_ok(1),
      _M_narrow_ok(1) {
  for (size_t n = 0; n < table_size; n++) _M_widen[n] = _M_narrow[n] = char(n);
}
ctype<char>::ctype(__c_locale, const mask* table, bool own, size_t references)
    : ctype(table, own, references) {}
ctype<char>::~ctype() {
  if (_M_del) delete[] _M_table;
}
const ctype_base::mask* ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }
char ctype<char>::do_toupper(char c) const { return _M_toupper[(unsigned char)c]; }
char ctype<char>::do_tolower(char c) const { return _M_tolower[(unsigned char)c]; }
const char* ctype<char>::do_toupper(char* low, const char* high) const {
  for (; low < high; low++) *low = do_toupper(*low);
  return high;
}
const char* ctype<char>::do_tolower(char* low, const char* high) const {
  for (; low < high; low++) *low = do_tolower(*low);
  return high;
}
void ctype<char>::_M_widen_init() const { _M_widen_ok = 1; }
void ctype<char>::_M_narrow_init() const { _M_narrow_ok = 1; }

// Numbers.

template <>
void numpunct<char>::_M_initialize_numpunct(__c_locale) {
  if (_M_data == nullptr) _M_data = new __numpunct_cache<char>;
  _M_data->_M_grouping = "";
  _M_data->_M_grouping_size = 0;
  _M_data->_M_use_grouping = false;
  _M_data->_M_decimal_point = '.';
  _M_data->_M_thousands_sep = ',';
  _M_data->_M_truename = "true";
  _M_data->_M_truename_size = 4;
  _M_data->_M_falsename = "false";
  _M_data->_M_falsename_size = 5;
  for (size_t n = 0; n < __num_base::_S_oend; n++) {
    _M_data->_M_atoms_out[n] = __num_base::_S_atoms_out[n];
  }
  for (size_t n = 0; n < __num_base::_S_iend; n++) {
    _M_data->_M_atoms_in[n] = __num_base::_S_atoms_in[n];
  }
}
template <>
numpunct<char>::~numpunct() {}

const char* __num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char* __num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// A conversion for printf: %[flags][.*][length]letter
void __num_base::_S_format_float(const ios_base& stream, char* format, char length) noexcept {
  const ios_base::fmtflags flags = stream.flags();
  *format++ = '%';
  if (flags & ios_base::showpos) *format++ = '+';
  if (flags & ios_base::showpoint) *format++ = '#';
  const ios_base::fmtflags style = flags & ios_base::floatfield;
  // Hexadecimal numbers are written in full.
  if (style != (ios_base::fixed | ios_base::scientific)) {
    *format++ = '.';
    *format++ = '*';
  }
  if (length != 0) *format++ = length;
  const bool upper = flags & ios_base::uppercase;
  if (style == ios_base::fixed) {
    *format++ = 'f';
  } else if (style == ios_base::scientific) {
    *format++ = upper ? 'E' : 'e';
  } else if (style == (ios_base::fixed | ios_base::scientific)) {
    *format++ = upper ? 'A' : 'a';
  } else {
    *format++ = upper ? 'G' : 'g';
  }
  *format = 0;
}

namespace {
// Reads all of `text`; what is too large becomes the largest, with failbit.
template <class Float>
void convert(const char* text, Float& value, ios_base::iostate& state,
             Float (*read)(const char*, char**)) {
  char* end;
  value = read(text, &end);
  if (end == text || *end != 0) {
    value = 0;
    state = ios_base::failbit;
  } else if (__builtin_isinf(value)) {
    value = value > 0 ? numeric_limits<Float>::max() : -numeric_limits<Float>::max();
    state = ios_base::failbit;
  }
}
}  // namespace

template <>
void __convert_to_v(const char* text, float& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert<float>(text, value, state, strtof);
}
template <>
void __convert_to_v(const char* text, double& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert<double>(text, value, state, strtod);
}
template <>
void __convert_to_v(const char* text, long double& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert<long double>(text, value, state, strtold);
}

template <>
int collate<char>::_M_compare(const char* a, const char* b) const noexcept {
  return strcmp(a, b);
}
template <>
size_t collate<char>::_M_transform(char* to, const char* from, size_t size) const noexcept {
  const size_t length = strlen(from);
  if (size > 0) {
    strncpy(to, from, size - 1);
    to[size - 1] = 0;
  }
  return length;
}

template class numpunct<char>;
template class num_get<char>;
template class num_put<char>;
template class collate<char>;
template struct __numpunct_cache<char>;

template const ctype<char>& use_facet<ctype<char>>(const locale&);
template const numpunct<char>& use_facet<numpunct<char>>(const locale&);
template const num_put<char>& use_facet<num_put<char>>(const locale&);
template const num_get<char>& use_facet<num_get<char>>(const locale&);
template const collate<char>& use_facet<collate<char>>(const locale&);
template bool has_facet<ctype<char>>(const locale&);
template bool has_facet<numpunct<char>>(const locale&);
template bool has_facet<num_put<char>>(const locale&);
template bool has_facet<num_get<char>>(const locale&);
template bool has_facet<collate<char>>(const locale&);

}  // namespace std
