//! The table of contracts. A line tells what is done with the arguments, one letter for each, and
//! names the functions that do it: `N` nothing, `R` reads, `W` writes, `U` both, `A` both, also to
//! all that the addresses found there lead to. The last letter stands for all arguments that follow.

/// Functions after which nobody has the addresses that they were given.
pub const STAYING: &str = "
# Numbers.
N: abs labs llabs imaxabs div ldiv lldiv imaxdiv difftime isalnum isalpha isblank iscntrl isdigit
N: isgraph islower isprint ispunct isspace isupper isxdigit isascii toascii toupper tolower sin
N: sinf cos cosf tan tanf asin asinf acos acosf atan atanf sinh sinhf cosh coshf tanh tanhf exp
N: expf exp2 exp2f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf sqrt sqrtf cbrt
N: cbrtf floor floorf ceil ceilf round roundf roundeven roundevenf trunc truncf rint rintf
N: nearbyint nearbyintf fabs fabsf atan2 atan2f hypot hypotf fmin fminf fmax fmaxf copysign
N: copysignf pow powf fmod fmodf remainder remainderf drem fdim fdimf fma fmaf lround lroundf
N: llround llroundf lrint lrintf llrint llrintf ldexp ldexpf scalbn scalbnf scalbln scalblnf logb
N: ilogb ilogbf nextafter isnan isnanf __isnan __isnanf isinf isinff __isinf __isinff finite
N: finitef __finite __finitef __signbit __signbitf __fpclassify __fpclassifyf
NW: frexp frexpf modf modff sincos sincosf
R: nan nanf
N: rand random srand srandom drand48 lrand48 mrand48 srand48
U: rand_r erand48 nrand48 jrand48
WN: getrandom getentropy
# Memory.
N: free cfree malloc_usable_size munmap mprotect msync
WN: bzero explicit_bzero __explicit_bzero_chk posix_memalign
RRN: memcmp bcmp wmemcmp
# Text.
RN: strlen strnlen wcslen atoi atol atoll atof
RRN: strcmp strcoll strncmp strcasecmp strncasecmp strspn strcspn
WRN: strlcpy
URN: strlcat
# Input and output.
N: putchar putchar_unlocked putc _IO_putc putc_unlocked fputc fputc_unlocked fflush
N: fflush_unlocked fileno fileno_unlocked ferror ferror_unlocked clearerr clearerr_unlocked feof
N: feof_unlocked fclose getchar getchar_unlocked getc _IO_getc getc_unlocked fgetc fgetc_unlocked
N: ungetc tmpfile tmpfile64 fseek fseeko rewind ftell fseeko64 ftello64 ftello setlinebuf close
N: dup dup2 fsync lseek lseek64 ftruncate ftruncate64 isatty
RN: puts fputs fputs_unlocked perror fwrite fwrite_unlocked open open64 creat shm_open shm_unlink
RN: sem_unlink mq_unlink unlink remove rmdir mkdir chdir access chmod chown
RR: rename utime fopen fopen64 popen
NRN: write openat fdopen
NAN: writev
NWN: read
WN: fread fread_unlocked __fread_chk pipe pipe2
R: printf warn warnx
RA: vprintf vwarn vwarnx
NR: fprintf dprintf __printf_chk
NRA: vfprintf vdprintf __vprintf_chk
NNR: __fprintf_chk __dprintf_chk
NNRA: __vfprintf_chk __vdprintf_chk
WR: sprintf asprintf
WRA: vsprintf vasprintf
WNR: snprintf __asprintf_chk
WNRA: vsnprintf __vasprintf_chk
WNNR: __sprintf_chk
WNNRA: __vsprintf_chk
WNNNR: __snprintf_chk
WNNNRA: __vsnprintf_chk
RW: scanf __isoc99_scanf __isoc23_scanf
RA: vscanf __isoc99_vscanf __isoc23_vscanf
NRW: fscanf __isoc99_fscanf __isoc23_fscanf
RRW: sscanf __isoc99_sscanf __isoc23_sscanf
RRA: vsscanf __isoc99_vsscanf __isoc23_vsscanf
NW: fstat fstat64
RW: stat stat64 lstat lstat64
NRNNW: statx
RWN: readlink
NNU: fcntl fcntl64
UN: poll
# Time.
N: sleep usleep clock tzset pause
W: time gettimeofday timespec_get
NW: clock_gettime clock_getres
RW: nanosleep thrd_sleep
NNRW: clock_nanosleep
U: mktime timegm timelocal
WNRR: strftime
# Processes.
N: getpid getppid getpgrp getuid geteuid getgid getegid gettid getpagesize sysconf get_nprocs
N: get_nprocs_conf getauxval signal __cxa_finalize
RRN: getenv secure_getenv setenv unsetenv system
WN: gethostname wait
NWN: waitpid getrlimit getrusage
NR: setrlimit
UN: sigemptyset sigfillset sigaddset sigdelset
NRW: pthread_sigmask sigaction
RW: sigaltstack
NRN: mq_send
NWNW: mq_receive
NRNNR: mq_timedsend
NWNWR: mq_timedreceive
NW: mq_getattr
NRW: mq_setattr
RNNR: mq_open
N: mq_close
# Threads.
WRN: pthread_create
WN: thrd_create trailhound_start pthread_key_create tss_create
NW: pthread_join thrd_join
N: pthread_exit thrd_exit pthread_detach thrd_detach pthread_self thrd_current pthread_equal
N: thrd_equal pthread_yield sched_yield thrd_yield pthread_testcancel pthread_setconcurrency
N: sched_get_priority_max sched_get_priority_min pthread_key_delete tss_delete pthread_getspecific
N: tss_get
NW: pthread_setcancelstate pthread_setcanceltype pthread_getattr_np
NR: pthread_setname_np
NNR: pthread_setschedparam
NNW: sched_getaffinity
N: pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setstacksize
N: pthread_attr_setscope pthread_attr_setschedpolicy pthread_attr_setguardsize
NW: pthread_attr_getdetachstate pthread_attr_getguardsize pthread_attr_getstack
N: pthread_once call_once atexit at_quick_exit
# Locks, conditions, barriers, semaphores.
N: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock
N: pthread_mutex_unlock pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype
N: pthread_mutexattr_setkind_np pthread_mutexattr_setprotocol pthread_mutexattr_setpshared
NW: pthread_mutexattr_gettype
NR: pthread_mutex_timedlock mtx_timedlock sem_timedwait
NNR: pthread_mutex_clocklock sem_clockwait
N: pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock
N: pthread_spin_unlock mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock pthread_cond_init
N: pthread_cond_destroy pthread_cond_wait pthread_cond_signal pthread_cond_broadcast
N: pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock
N: pthread_condattr_setpshared cnd_init cnd_destroy cnd_wait cnd_signal cnd_broadcast
NNR: pthread_cond_timedwait cnd_timedwait
NNNR: pthread_cond_clockwait
N: pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_tryrdlock
N: pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlockattr_init
N: pthread_rwlockattr_destroy pthread_rwlockattr_setpshared
NR: pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock
NNR: pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock
N: pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_barrierattr_init
N: pthread_barrierattr_destroy pthread_barrierattr_setpshared sem_init sem_destroy sem_wait
N: sem_trywait sem_post sem_close
NW: sem_getvalue
# Annotations and verification tasks.
N: th_toss th_atomic_begin th_atomic_end th_assume th_assert_fail th_mark __VERIFIER_assume
N: __VERIFIER_atomic_begin __VERIFIER_atomic_end __VERIFIER_error __VERIFIER_nondet_bool
N: __VERIFIER_nondet__Bool __VERIFIER_nondet_char __VERIFIER_nondet_uchar __VERIFIER_nondet_short
N: __VERIFIER_nondet_ushort __VERIFIER_nondet_int __VERIFIER_nondet_uint
N: __VERIFIER_nondet_unsigned __VERIFIER_nondet_u32 __VERIFIER_nondet_unsigned_int
N: __VERIFIER_nondet_long __VERIFIER_nondet_longlong __VERIFIER_nondet_ulong
N: __VERIFIER_nondet_ulonglong __VERIFIER_nondet_size_t __VERIFIER_nondet_loff_t
N: __VERIFIER_nondet_pthread_t __VERIFIER_nondet_float __VERIFIER_nondet_double
N: __VERIFIER_nondet_pointer abort exit _exit _Exit quick_exit __assert_fail __assert_rtn __assert
N: __stack_chk_fail reach_error assume_abort_if_not __errno_location
# The library of C++.
N: __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort trailhound_delete
N: trailhound_delete_array
# How threads wait; what other system calls do depends on their number.
N: syscall
# What unwinders know of a frame.
N: _Unwind_GetIP _Unwind_GetIPInfo _Unwind_GetCFA _Unwind_GetGR _Unwind_SetGR _Unwind_SetIP
N: _Unwind_GetRegionStart _Unwind_GetLanguageSpecificData _Unwind_GetTextRelBase
N: _Unwind_GetDataRelBase _Unwind_FindEnclosingFunction
";

/// Functions that keep or return an address, or copy it from one argument to another.
pub const SPREADING: &str = "
WRN: memcpy memmove mempcpy __mempcpy __memcpy_chk __memmove_chk __mempcpy_chk
RWN: bcopy
WRN: wmemcpy wmemmove
WN: memset __memset_chk wmemset
RN: memchr rawmemchr memrchr wmemchr
RNRN: memmem
WRN: strcpy stpcpy __stpcpy strncpy stpncpy __strcpy_chk __stpcpy_chk __strncpy_chk __stpncpy_chk
URN: strcat strncat __strcat_chk __strncat_chk
RN: strdup __strdup strndup __strndup strchr index strchrnul strrchr rindex
RR: strstr strcasestr strpbrk
URA: strtok_r __strtok_r
AR: strsep
RWN: strtol strtoll strtoimax strtoul strtoull strtoumax __strtol_internal __strtoul_internal
RWN: __isoc23_strtol __isoc23_strtoll __isoc23_strtoimax __isoc23_strtoul __isoc23_strtoull
RWN: __isoc23_strtoumax strtod strtof __strtod_internal strtold
WN: fgets fgets_unlocked __fgets_chk gets getcwd
AUN: getline getdelim __getdelim
RW: gmtime_r localtime_r asctime_r ctime_r realpath
NWN: strerror_r __xpg_strerror_r
RRN: freopen freopen64
NR: setlocale
R: putenv
N: pthread_setspecific tss_set __cxa_atexit on_exit __cxa_thread_atexit __cxa_thread_atexit_impl
N: strerror dlsym
RRRN: __dynamic_cast
RN: sem_open
N: mmap mmap64
";
