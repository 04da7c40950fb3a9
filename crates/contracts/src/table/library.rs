//! Functions of the C library that compute, keep memory, read and write text.

pub const ROWS: &str = "
# Numbers.
N: abs labs llabs imaxabs div ldiv lldiv imaxdiv difftime isalnum isalpha isblank iscntrl isdigit
N: isgraph islower isprint ispunct isspace isupper isxdigit isascii toascii toupper tolower sin
N: sinf cos cosf tan tanf asin asinf acos acosf atan atanf sinh sinhf cosh coshf tanh tanhf exp
N: expf exp2 exp2f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf sqrt sqrtf cbrt cbrtf
N: floor floorf ceil ceilf round roundf roundeven roundevenf trunc truncf rint rintf nearbyint
N: nearbyintf fabs fabsf atan2 atan2f hypot hypotf fmin fminf fmax fmaxf copysign copysignf pow
N: powf fmod fmodf remainder remainderf drem fdim fdimf fma fmaf lround lroundf llround llroundf
N: lrint lrintf llrint llrintf ldexp ldexpf scalbn scalbnf scalbln scalblnf logb ilogb ilogbf
N: nextafter isnan isnanf __isnan __isnanf isinf isinff __isinf __isinff finite finitef __finite
N: __finitef __signbit __signbitf __fpclassify __fpclassifyf srand srandom srand48
NW: frexp frexpf modf modff sincos sincosf
R: nan nanf
N random environment: rand random lrand48
N environment: drand48 mrand48
U environment: rand_r erand48 nrand48 jrand48
WN environment: getrandom getentropy
# Memory.
N free: free cfree
N environment: malloc_usable_size
N: munmap mprotect msync
WN: bzero explicit_bzero __explicit_bzero_chk
WN stores_block@0: posix_memalign
RRN: memcmp bcmp wmemcmp
WRN keeps copies: memcpy memmove __memcpy_chk __memmove_chk
WRN keeps: mempcpy __mempcpy __mempcpy_chk wmemcpy wmemmove
RWN keeps: bcopy
WN keeps: memset __memset_chk wmemset
RN keeps: memchr rawmemchr memrchr wmemchr
RNRN keeps: memmem
N keeps: mmap mmap64
N alloc aligned: malloc calloc
N alloc: aligned_alloc memalign valloc
U keeps realloc: realloc reallocarray
# Text.
RN: strlen strnlen wcslen atoi atol atoll atof
RRN: strcmp strcoll strncmp strcasecmp strncasecmp strspn strcspn
WRN: strlcpy
URN: strlcat
WRN keeps: strcpy stpcpy __stpcpy strncpy stpncpy __strcpy_chk __stpcpy_chk __strncpy_chk
WRN keeps: __stpncpy_chk
URN keeps: strcat strncat __strcat_chk __strncat_chk
RN keeps: strdup __strdup strndup __strndup strchr index strchrnul strrchr rindex
RR keeps: strstr strcasestr strpbrk
URA keeps: strtok_r __strtok_r
AR keeps: strsep
RWN keeps: strtol strtoll strtoimax strtoul strtoull strtoumax __strtol_internal __strtoul_internal
RWN keeps: __isoc23_strtol __isoc23_strtoll __isoc23_strtoimax __isoc23_strtoul __isoc23_strtoull
RWN keeps: __isoc23_strtoumax strtod strtof __strtod_internal strtold
NWN keeps: strerror_r __xpg_strerror_r
N keeps: strerror
# Input and output.
N: putchar putchar_unlocked putc _IO_putc putc_unlocked fputc fputc_unlocked fflush fflush_unlocked
N: fileno fileno_unlocked clearerr clearerr_unlocked fclose ungetc fseek fseeko rewind ftell
N: fseeko64 ftello64 ftello setlinebuf fsync lseek lseek64 ftruncate ftruncate64
N descriptor: dup
N descriptor closes_descriptor: close
N descriptor closes_descriptor redirects: dup2 dup3
N: fdatasync syncfs sync posix_fadvise posix_fadvise64 fchdir fchmod closedir rewinddir dirfd
N: socket eventfd_write
N event_descriptor: epoll_create epoll_create1 eventfd timerfd_create
NW: eventfd_read
NNNR: epoll_ctl
NWN: epoll_wait epoll_pwait
NNRW clock: timerfd_settime
NW clock: timerfd_gettime
NRN: send
NWN environment: recv
NNNW event_descriptor: socketpair
NUUUR: select
NNU: ioctl
N environment: ferror ferror_unlocked feof feof_unlocked
N environment input: getchar getchar_unlocked
N environment input_stream@0: getc _IO_getc
N environment: tmpfile tmpfile64 isatty
N environment input_stream@0: getc_unlocked fgetc fgetc_unlocked
RN: puts fputs fputs_unlocked perror fwrite fwrite_unlocked shm_unlink sem_unlink
RN descriptor names_memory: shm_open
RN: mq_unlink mkfifo
RN environment: chmod chown truncate
RN environment file@0: open open64 creat creat64 unlink remove rmdir mkdir chdir access
RN environment: truncate64
RR environment: utime link symlink
RR environment command@0: popen
RR environment file@0: rename fopen fopen64
NRNR environment: renameat renameat2 linkat
RNR environment: symlinkat
UN environment: mkstemp mkstemp64 mkostemp
UN keeps environment: mkdtemp
NU environment: fgetpos fgetpos64
NR: fsetpos fsetpos64
NRN channel_write: write
NRN environment: fdopen unlinkat mkdirat faccessat fchmodat
NRN environment file@1: openat openat64
NAN: writev
NAN environment: readv
NWN environment: pread pread64
NRN: pwrite pwrite64
NUNUN environment: copy_file_range
NWN environment input_descriptor@0 channel_read: read
WN environment: __fread_chk
WN environment input_stream@3: fread fread_unlocked
WN descriptor: pipe pipe2
R format@0: printf warn warnx
RA format@0: vprintf vwarn vwarnx
NR format@1: fprintf dprintf __printf_chk
NRA format@1: vfprintf vdprintf __vprintf_chk
NNR format@2: __fprintf_chk __dprintf_chk
NNRA format@2: __vfprintf_chk __vdprintf_chk
WR format@1: sprintf asprintf
WRA format@1: vsprintf vasprintf
WNR format@2: snprintf __asprintf_chk
WNRA format@2: vsnprintf __vasprintf_chk
WNNR format@3: __sprintf_chk
WNNRA format@3: __vsprintf_chk
WNNNR format@4: __snprintf_chk
WNNNRA format@4: __vsnprintf_chk
RW environment file@0: stat stat64 lstat lstat64
RW environment input: scanf __isoc99_scanf __isoc23_scanf
RA environment input: vscanf __isoc99_vscanf __isoc23_vscanf
NRW environment input_stream@0: fscanf __isoc99_fscanf __isoc23_fscanf
RRW: sscanf __isoc99_sscanf __isoc23_sscanf
RRA: vsscanf __isoc99_vsscanf __isoc23_vsscanf
NW environment: fstat fstat64
NRNNW environment file@1: statx
NRWN environment: fstatat fstatat64 readlinkat
RWN environment file@0: readlink
NNU descriptor: fcntl fcntl64
UN startup_environment: poll
WN keeps environment input: gets
WN keeps environment input_stream@2: fgets fgets_unlocked
WN keeps environment input_stream@3: __fgets_chk
AUN keeps environment input_stream@2: getline
AUN keeps environment input_stream@3: getdelim __getdelim
RRN keeps environment file@0: freopen freopen64
NU keeps: setbuf setbuffer setvbuf
A keeps: pselect
UNR: ppoll
";
