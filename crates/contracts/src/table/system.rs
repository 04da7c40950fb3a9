//! Functions that ask the system: time, processes, signals, the environment.

pub const ROWS: &str = "
# Time.
N sleeps: sleep usleep
N clock: clock __trailhound_time_stamp
N: tzset pause
W clock: time gettimeofday timespec_get
NW clock: clock_gettime
NW environment: clock_getres
RW: nanosleep thrd_sleep
NNRW: clock_nanosleep
U: mktime timegm timelocal
WNRR: strftime
RW keeps: gmtime_r localtime_r asctime_r ctime_r
# Processes.
N environment: getpid getppid getpgrp getuid geteuid getgid getegid gettid get_nprocs
N environment: get_nprocs_conf
N: getpagesize signal __cxa_finalize __errno_location setpgid setpgrp setsid shmget semget
N closes_descriptor: mq_close
N: msgget
N sets_variable: clearenv
N startup_environment: sysconf getauxval
RRN startup_environment variable@0: getenv secure_getenv
RRN sets_variable: setenv unsetenv
RRN environment: system
WN environment: gethostname
WN reaps: wait
NWN reaps: waitpid
NWN environment: getrlimit getrusage
NR: setrlimit
UN: sigemptyset sigfillset sigaddset sigdelset
NRW: pthread_sigmask sigaction mq_setattr
RW: sigaltstack sigwait
NRN queue_send: mq_send
NWNW queue_receive: mq_receive
NRNNR until@4 queue_send: mq_timedsend
NWNWR until@4 queue_receive: mq_timedreceive
NW: mq_getattr
RNNR descriptor: mq_open
N atend@0: atexit at_quick_exit
N fails: abort __assert_fail __assert_rtn __assert __stack_chk_fail
N exits: exit _exit _Exit quick_exit
WN keeps environment: getcwd
RW keeps environment file@0: realpath
NR keeps environment: setlocale
R keeps sets_variable: putenv
N keeps atend@0 takes@64: __cxa_atexit
N keeps atend@0 takes@32 takes@64: on_exit
N keeps zero: dlsym
N forks: fork vfork
* forks: _Fork clone __clone
* jumps: longjmp _longjmp siglongjmp __longjmp_chk setcontext swapcontext
*: raise kill killpg sigqueue pthread_kill sigsuspend pthread_atfork mq_notify dl_iterate_phdr
RN keeps environment: fdopendir
RN keeps environment file@0: opendir
U keeps environment: readdir readdir64
A keeps: execl execle execlp execv execve execvp execvpe fexecve posix_spawn posix_spawnp
A keeps: posix_spawnattr_init posix_spawn_file_actions_init
A keeps returns_twice: setjmp _setjmp sigsetjmp __sigsetjmp
A keeps reaps: wait3 wait4 waitid
A keeps forks: daemon
";
