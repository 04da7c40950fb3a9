//! Functions of threads, locks and semaphores.

pub const ROWS: &str = "
# Threads.
WRN creates@2 takes@64 gives@64: pthread_create
WN creates@1 takes@64 gives@32: thrd_create
WN creates@1 takes@64: trailhound_start
WN atend@1 takes@64: pthread_key_create tss_create
NW joins: pthread_join thrd_join
N ends_thread: pthread_exit thrd_exit
N: pthread_detach thrd_detach pthread_self thrd_current pthread_equal thrd_equal pthread_testcancel
N: pthread_setconcurrency sched_get_priority_max sched_get_priority_min
N yields: pthread_yield sched_yield thrd_yield
N key deletes_key: pthread_key_delete tss_delete
N key: pthread_getspecific tss_get
NW: pthread_setcancelstate pthread_setcanceltype pthread_getattr_np pthread_attr_getdetachstate
NW: pthread_attr_getguardsize pthread_attr_getstack
NR: pthread_setname_np prctl
NNR: pthread_setschedparam
NNW environment: sched_getaffinity
N zero: pthread_attr_init pthread_attr_destroy pthread_attr_setguardsize
N library_zero: pthread_attr_setdetachstate pthread_attr_setstacksize
N: pthread_attr_setscope pthread_attr_setschedpolicy
N once@1: pthread_once call_once
N keeps key: pthread_setspecific tss_set
NWR tryjoins until@2: pthread_timedjoin_np
NWNR tryjoins until@3: pthread_clockjoin_np
NW tryjoins: pthread_tryjoin_np
N cancels: pthread_cancel
A keeps: __pthread_register_cancel __pthread_unregister_cancel
*: __pthread_unwind_next
# Locks, conditions, barriers, semaphores.
N mutex_attributes@1: pthread_mutex_init
N: pthread_mutex_destroy pthread_mutexattr_init pthread_mutexattr_destroy
N: pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_spin_init
N: pthread_spin_destroy mtx_destroy pthread_cond_init pthread_cond_destroy pthread_cond_signal
N: pthread_cond_broadcast pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock
N: pthread_condattr_setpshared cnd_init cnd_destroy cnd_signal cnd_broadcast pthread_rwlock_init
N: pthread_rwlock_destroy pthread_rwlockattr_init pthread_rwlockattr_destroy
N: pthread_rwlockattr_setpshared pthread_barrier_init pthread_barrier_destroy
N: pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared sem_init
N: sem_destroy sem_close
N semprobe: sem_trywait
N lock@0: pthread_mutex_lock mtx_lock
N trylock@0: pthread_mutex_trylock mtx_trylock
N unlock@0: pthread_mutex_unlock mtx_unlock
N attribute_kind@1: pthread_mutexattr_settype pthread_mutexattr_setkind_np
NW: pthread_mutexattr_gettype
NW semprobe: sem_getvalue
NR trylock@0 until@1: pthread_mutex_timedlock mtx_timedlock
NR semwait until@1: sem_timedwait
NNR trylock@0 until@2: pthread_mutex_clocklock
NNR semwait until@2: sem_clockwait
N lock@0 spin: pthread_spin_lock
N trylock@0 spin: pthread_spin_trylock
N unlock@0 spin: pthread_spin_unlock
N mutex_kind@1: mtx_init
N condwait@1: pthread_cond_wait cnd_wait
NNR condwait@1 until@2: pthread_cond_timedwait cnd_timedwait
NNNR condwait@1 until@3: pthread_cond_clockwait
N rdlock@0: pthread_rwlock_rdlock
N tryrdlock@0: pthread_rwlock_tryrdlock
N wrlock@0: pthread_rwlock_wrlock
N trywrlock@0: pthread_rwlock_trywrlock
N rwunlock@0: pthread_rwlock_unlock
NR tryrdlock@0 until@1: pthread_rwlock_timedrdlock
NR trywrlock@0 until@1: pthread_rwlock_timedwrlock
NNR tryrdlock@0 until@2: pthread_rwlock_clockrdlock
NNR trywrlock@0 until@2: pthread_rwlock_clockwrlock
N barrier: pthread_barrier_wait
N semwait: sem_wait
N sempost: sem_post _ZNSt20__platform_semaphore10_M_releaseEl
RN keeps names_memory: sem_open
";
