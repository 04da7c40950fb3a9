// Streams of files. The templates are the library's own; what is ours is the file below them, as a FILE
// that is opened and closed, and read and written by its descriptor.

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <locale>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace std {

namespace {

// The mode of fopen, or null for what no file can be opened with.
const char* mode_of(ios_base::openmode mode) {
  using base = ios_base;
  struct Mode {
    base::openmode flags;
    const char* text;
  };
  static const Mode modes[] = {
      {base::out, "w"},
      {base::out | base::trunc, "w"},
      {base::app, "a"},
      {base::out | base::app, "a"},
      {base::in, "r"},
      {base::in | base::out, "r+"},
      {base::in | base::out | base::trunc, "w+"},
      {base::in | base::app, "a+"},
      {base::in | base::out | base::app, "a+"},
  };
  base::openmode asked = mode & (base::in | base::out | base::trunc | base::app);
  for (const Mode& known : modes) {
    if (known.flags == asked) return known.text;
  }
  return nullptr;
}

}  // namespace

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

__basic_file<char>* __basic_file<char>::open(const char* name, ios_base::openmode mode, int) {
  const char* text = mode_of(mode);
  if (text == nullptr || is_open()) return nullptr;
  _M_cfile = fopen(name, text);
  _M_cfile_created = _M_cfile != nullptr;
  return _M_cfile_created ? this : nullptr;
}

__basic_file<char>* __basic_file<char>::sys_open(__c_file* file, ios_base::openmode) {
  if (is_open() || file == nullptr) return nullptr;
  fflush(file);
  _M_cfile = file;
  _M_cfile_created = false;
  return this;
}

__basic_file<char>* __basic_file<char>::sys_open(int number, ios_base::openmode mode) throw() {
  const char* text = mode_of(mode);
  if (text == nullptr || is_open()) return nullptr;
  _M_cfile = fdopen(number, text);
  _M_cfile_created = _M_cfile != nullptr;
  return _M_cfile_created ? this : nullptr;
}

__basic_file<char>* __basic_file<char>::close() {
  if (!is_open()) return nullptr;
  int failed = _M_cfile_created ? fclose(_M_cfile) : 0;
  _M_cfile = nullptr;
  _M_cfile_created = false;
  return failed ? nullptr : this;
}

bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file* __basic_file<char>::file() throw() { return _M_cfile; }

streamsize __basic_file<char>::xsgetn(char* text, streamsize size) {
  return ::read(fd(), text, size);
}

streamsize __basic_file<char>::xsputn(const char* text, streamsize size) {
  streamsize left = size;
  while (left > 0) {
    ssize_t written = ::write(fd(), text, left);
    if (written < 0) break;
    text += written;
    left -= written;
  }
  return size - left;
}

streamsize __basic_file<char>::xsputn_2(const char* first, streamsize first_size,
                                        const char* second, streamsize second_size) {
  iovec parts[2] = {{const_cast<char*>(first), size_t(first_size)},
                    {const_cast<char*>(second), size_t(second_size)}};
  ssize_t written = ::writev(fd(), parts, 2);
  return written < 0 ? 0 : written;
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) throw() {
  return ::lseek(fd(), offset, way);
}

int __basic_file<char>::sync() { return fflush(_M_cfile); }

streamsize __basic_file<char>::showmanyc() {
  struct stat status;
  if (::fstat(fd(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return status.st_size - ::lseek(fd(), 0, SEEK_CUR);
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

// Bytes are characters.

locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() {}

codecvt_base::result codecvt<char, char, mbstate_t>::do_out(
    state_type&, const intern_type* from, const intern_type*, const intern_type*& from_next,
    extern_type* to, extern_type*, extern_type*& to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type&, extern_type* to,
                                                                extern_type*,
                                                                extern_type*& to_next) const {
  to_next = to;
  return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_in(
    state_type&, const extern_type* from, const extern_type*, const extern_type*& from_next,
    intern_type* to, intern_type*, intern_type*& to_next) const {
  from_next = from;
  to_next = to;
  return noconv;
}

int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_length(state_type&, const extern_type* from,
                                              const extern_type* end, size_t most) const {
  return min(most, size_t(end - from));
}
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

template const codecvt<char, char, mbstate_t>& use_facet<codecvt<char, char, mbstate_t>>(
    const locale&);
template bool has_facet<codecvt<char, char, mbstate_t>>(const locale&);

}  // namespace std
