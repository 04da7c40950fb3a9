// Run-time types: the tables by which the machine tells kinds of type_info apart, and the
// type_info of the fundamental types. Casts and handlers are matched by the machine.

#include <typeinfo>

#ifndef _LIBCPP_VERSION
#include <cxxabi.h>
#endif

namespace std {
type_info::~type_info() {}
}  // namespace std

// A type_info begins with the address of the third word of one of these. They are known by
// their names; nothing calls through them.
extern "C" {
extern void* const _ZTVN10__cxxabiv117__class_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv120__si_class_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv121__vmi_class_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv119__pointer_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv129__pointer_to_member_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv117__array_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv120__function_type_infoE[4] = {};
extern void* const _ZTVN10__cxxabiv116__enum_type_infoE[4] = {};
}

#ifdef _LIBCPP_VERSION
namespace __cxxabiv1 {
class __fundamental_type_info : public std::type_info {
 public:
  ~__fundamental_type_info() override;
};
}  // namespace __cxxabiv1
#endif

// The compiler writes the type_info of all fundamental types, and of pointers to them, where
// the key function of this class is defined.
__cxxabiv1::__fundamental_type_info::~__fundamental_type_info() {}
