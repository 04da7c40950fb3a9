//! Functions of Rust's library: by symbol those that have one of C, all others by path.

pub const SYMBOLS: &str = "
* alloc alignment@1: __rust_alloc __rust_alloc_zeroed __rdl_alloc __rdl_alloc_zeroed
* realloc: __rust_realloc __rdl_realloc
* free: __rust_dealloc __rdl_dealloc
A keeps writes_text: trailhound.stdout.write_str trailhound.stdout.write_char
A keeps writes_text: trailhound.stdout.write_fmt trailhound.stderr.write_str
A keeps writes_text: trailhound.stderr.write_char trailhound.stderr.write_fmt
";

pub const PATHS: &str = "
* alloc alignment@1: __rustc::__rust_alloc __rustc::__rust_alloc_zeroed
* alloc alignment@1: __rustc::__rdl_alloc __rustc::__rdl_alloc_zeroed
* realloc: __rustc::__rust_realloc __rustc::__rdl_realloc
* free: __rustc::__rust_dealloc __rustc::__rdl_dealloc
A keeps lock@0: std::sys::sync::mutex::futex::Mutex::lock_contended
A keeps lock@0: <std::sys::sync::mutex::futex::Mutex>::lock_contended
A keeps rdlock@0: std::sys::sync::rwlock::futex::RwLock::read_contended
A keeps rdlock@0: <std::sys::sync::rwlock::futex::RwLock>::read_contended
A keeps wrlock@0: std::sys::sync::rwlock::futex::RwLock::write_contended
A keeps wrlock@0: <std::sys::sync::rwlock::futex::RwLock>::write_contended
* yields: std::thread::yield_now std::thread::functions::yield_now
U: std::sync::mpmc::utils::Backoff::spin_heavy <std::sync::mpmc::utils::Backoff>::spin_heavy
U: std::sync::mpmc::utils::Backoff::spin_light <std::sync::mpmc::utils::Backoff>::spin_light
A keeps formats: std::io::stdio::_print std::io::stdio::_eprint std::panicking::default_hook
A keeps: std::sys::pal::unix::stack_overflow::imp::make_handler
A keeps: std::sys::pal::unix::stack_overflow::imp::drop_handler
A keeps fails: alloc::alloc::handle_alloc_error
A keeps fails: core::panicking::panic_null_pointer_dereference
A keeps fails: core::panicking::panic_misaligned_pointer_dereference
";
