// Streams of characters: the standard ones on top of stdio, and those in strings. What the
// headers define as templates is instantiated; wide characters and files are left out.

#include <ext/stdio_sync_filebuf.h>

#include <complex>
#include <cstdio>
#include <iomanip>
#include <istream>
#include <limits>
#include <new>
#include <ostream>
#include <sstream>
#include <string>
#include <syncstream>

namespace std {

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

template ostream& __ostream_insert(ostream&, const char*, streamsize);
template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const string&);
template ostream& ostream::_M_insert(long);
template ostream& ostream::_M_insert(unsigned long);
template ostream& ostream::_M_insert(bool);
template ostream& ostream::_M_insert(long long);
template ostream& ostream::_M_insert(unsigned long long);
template ostream& ostream::_M_insert(double);
template ostream& ostream::_M_insert(long double);
template ostream& ostream::_M_insert(const void*);
template ostream& operator<<(ostream&, _Setfill<char>);
template istream& operator>>(istream&, _Setfill<char>);
template ostream& operator<<(ostream&, _Setiosflags);
template istream& operator>>(istream&, _Setiosflags);
template ostream& operator<<(ostream&, _Resetiosflags);
template istream& operator>>(istream&, _Resetiosflags);
template ostream& operator<<(ostream&, _Setbase);
template istream& operator>>(istream&, _Setbase);
template ostream& operator<<(ostream&, _Setprecision);
template istream& operator>>(istream&, _Setprecision);
template ostream& operator<<(ostream&, _Setw);
template istream& operator>>(istream&, _Setw);
template ostream& operator<<(ostream&, const complex<float>&);
template ostream& operator<<(ostream&, const complex<double>&);
template istream& operator>>(istream&, complex<float>&);
template istream& operator>>(istream&, complex<double>&);

template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& istream::_M_extract(unsigned short&);
template istream& istream::_M_extract(unsigned int&);
template istream& istream::_M_extract(long&);
template istream& istream::_M_extract(unsigned long&);
template istream& istream::_M_extract(bool&);
template istream& istream::_M_extract(long long&);
template istream& istream::_M_extract(unsigned long long&);
template istream& istream::_M_extract(float&);
template istream& istream::_M_extract(double&);
template istream& istream::_M_extract(long double&);
template istream& istream::_M_extract(void*&);

// For characters, the library has these in its shared part, made for speed. Here they are
// what the templates for all types of characters do.

namespace {

using traits = char_traits<char>;
const int end_of_file = traits::eof();

// Passes each character to `take` until it says no; `state` tells why it ended.
template <class Take>
void each(istream& stream, ios_base::iostate& state, Take take) {
  streambuf* buffer = stream.rdbuf();
  for (int c = buffer->sgetc();; c = buffer->snextc()) {
    if (c == end_of_file) {
      state |= ios_base::eofbit;
      return;
    }
    if (!take(traits::to_char_type(c))) return;
  }
}

}  // namespace

template <>
istream& operator>>(istream& stream, string& text) {
  istream::sentry ready(stream, false);
  if (!ready) {
    stream.setstate(ios_base::failbit);
    return stream;
  }
  text.erase();
  ios_base::iostate state = ios_base::goodbit;
  const streamsize width = stream.width();
  const size_t most = width > 0 ? size_t(width) : text.max_size();
  const ctype<char>& kinds = use_facet<ctype<char>>(stream.getloc());
  each(stream, state, [&](char c) {
    if (text.size() == most || kinds.is(ctype_base::space, c)) return false;
    text += c;
    return true;
  });
  stream.width(0);
  if (text.empty()) state |= ios_base::failbit;
  if (state) stream.setstate(state);
  return stream;
}

template <>
istream& getline(istream& stream, string& line, char delimiter) {
  istream::sentry ready(stream, true);
  if (!ready) return stream;
  line.erase();
  ios_base::iostate state = ios_base::goodbit;
  bool found = false;
  each(stream, state, [&](char c) {
    if (c == delimiter) {
      found = true;
      return false;
    }
    line += c;
    return true;
  });
  if (found) {
    stream.rdbuf()->sbumpc();
  } else if (line.empty()) {
    state |= ios_base::failbit;
  }
  if (state) stream.setstate(state);
  return stream;
}

template istream& getline(istream&, string&);

template <>
istream& istream::getline(char* line, streamsize size, char delimiter) {
  _M_gcount = 0;
  ios_base::iostate state = ios_base::goodbit;
  sentry ready(*this, true);
  if (ready) {
    bool found = false, full = false;
    each(*this, state, [&](char c) {
      if (c == delimiter) {
        found = true;
        return false;
      }
      if (_M_gcount + 1 >= size) {
        full = true;
        return false;
      }
      line[_M_gcount++] = c;
      return true;
    });
    if (size > 0) line[_M_gcount] = 0;
    if (found) {
      _M_gcount++;
      rdbuf()->sbumpc();
    } else if (full) {
      state |= ios_base::failbit;
    }
  } else if (size > 0) {
    *line = 0;
  }
  if (_M_gcount == 0) state |= ios_base::failbit;
  if (state) setstate(state);
  return *this;
}

template <>
istream& istream::ignore(streamsize most, int_type delimiter) {
  _M_gcount = 0;
  sentry ready(*this, true);
  if (!ready) return *this;
  ios_base::iostate state = ios_base::goodbit;
  const bool endless = most == numeric_limits<streamsize>::max();
  while (endless || _M_gcount < most) {
    const int_type c = rdbuf()->sbumpc();
    if (c == end_of_file) {
      state |= ios_base::eofbit;
      break;
    }
    _M_gcount++;
    if (c == delimiter) break;
  }
  if (state) setstate(state);
  return *this;
}

template <>
istream& istream::ignore(streamsize most) {
  return ignore(most, end_of_file);
}

template <>
streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& ended) {
  streamsize count = 0;
  ended = true;
  for (int c = from->sgetc(); c != end_of_file; c = from->snextc()) {
    if (to->sputc(traits::to_char_type(c)) == end_of_file) {
      ended = false;
      break;
    }
    count++;
  }
  return count;
}

template streamsize __copy_streambufs(streambuf*, streambuf*);

void __istream_extract(istream& stream, char* text, streamsize size) {
  string word;
  const streamsize width = stream.width();
  stream.width(width > 0 && width < size ? width - 1 : size - 1);
  stream >> word;
  word.copy(text, word.size());
  text[word.size()] = 0;
}

// The base of all streams.

const ios_base::fmtflags ios_base::boolalpha, ios_base::dec, ios_base::fixed, ios_base::hex,
    ios_base::internal, ios_base::left, ios_base::oct, ios_base::right, ios_base::scientific,
    ios_base::showbase, ios_base::showpoint, ios_base::showpos, ios_base::skipws,
    ios_base::unitbuf, ios_base::uppercase, ios_base::adjustfield, ios_base::basefield,
    ios_base::floatfield;
const ios_base::iostate ios_base::badbit, ios_base::eofbit, ios_base::failbit, ios_base::goodbit;
const ios_base::openmode ios_base::app, ios_base::ate, ios_base::binary, ios_base::in,
    ios_base::out, ios_base::trunc;
const ios_base::seekdir ios_base::beg, ios_base::cur, ios_base::end;
_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::ios_base() noexcept
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(),
      _M_word_zero(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word) {}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}

void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

locale ios_base::imbue(const locale& locale) noexcept {
  std::locale old = _M_ios_locale;
  _M_ios_locale = locale;
  _M_call_callbacks(imbue_event);
  return old;
}

void ios_base::register_callback(event_callback callback, int index) {
  _M_callbacks = new _Callback_list(callback, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event event) noexcept {
  for (_Callback_list* entry = _M_callbacks; entry != nullptr; entry = entry->_M_next) {
    entry->_M_fn(event, *this, entry->_M_index);
  }
}

void ios_base::_M_dispose_callbacks() noexcept {
  _Callback_list* entry = _M_callbacks;
  while (entry != nullptr && entry->_M_remove_reference() == 0) {
    _Callback_list* next = entry->_M_next;
    delete entry;
    entry = next;
  }
  _M_callbacks = nullptr;
}

int ios_base::xalloc() noexcept {
  static int last = 3;
  return __atomic_add_fetch(&last, 1, __ATOMIC_ACQ_REL);
}

ios_base::_Words& ios_base::_M_grow_words(int index, bool) {
  _Words* words = new _Words[index + 1];
  for (int n = 0; n < _M_word_size; n++) words[n] = _M_word[n];
  if (_M_word != _M_local_word) delete[] _M_word;
  _M_word = words;
  _M_word_size = index + 1;
  return _M_word[index];
}

bool ios_base::sync_with_stdio(bool) { return true; }

// The standard streams. They are never destroyed, so that destructors may use them. As the
// headers declare them as objects, only their places are defined here.

}  // namespace std

extern "C" {
alignas(std::ostream) char _ZSt4cout[sizeof(std::ostream)];
alignas(std::ostream) char _ZSt4cerr[sizeof(std::ostream)];
alignas(std::ostream) char _ZSt4clog[sizeof(std::ostream)];
alignas(std::istream) char _ZSt3cin[sizeof(std::istream)];
}

namespace trailhound::unshared {
using Stdio = __gnu_cxx::stdio_sync_filebuf<char>;
alignas(Stdio) char output[sizeof(Stdio)];
alignas(Stdio) char error[sizeof(Stdio)];
alignas(Stdio) char input[sizeof(Stdio)];
}  // namespace trailhound::unshared

namespace std {

// Every unit that includes <iostream> has an object of this class; the first does the work.
ios_base::Init::Init() {
  if (_S_refcount++ > 0) return;
  using namespace trailhound;
  using unshared::Stdio;
  auto* output = new (unshared::output) Stdio(stdout);
  auto* error = new (unshared::error) Stdio(stderr);
  auto* input = new (unshared::input) Stdio(stdin);
  auto* out = new (_ZSt4cout) ostream(output);
  new (_ZSt3cin) istream(input);
  auto* err = new (_ZSt4cerr) ostream(error);
  new (_ZSt4clog) ostream(error);
  reinterpret_cast<istream*>(_ZSt3cin)->tie(out);
  err->setf(ios_base::unitbuf);
  err->tie(out);
}

ios_base::Init::~Init() {
  if (--_S_refcount == 0) reinterpret_cast<ostream*>(_ZSt4cout)->flush();
}

}  // namespace std

template class __gnu_cxx::stdio_sync_filebuf<char>;
