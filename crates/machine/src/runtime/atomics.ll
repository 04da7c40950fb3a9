; Atomic operations on eight bytes that compilers leave to a library where the alignment of the
; variable is less, as in 32-bit programs. All are sequentially consistent.

define weak i64 @__atomic_load_8(ptr %place, i32 %order) {
  %value = load atomic i64, ptr %place seq_cst, align 8
  ret i64 %value
}

define weak void @__atomic_store_8(ptr %place, i64 %value, i32 %order) {
  store atomic i64 %value, ptr %place seq_cst, align 8
  ret void
}

define weak i64 @__atomic_exchange_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw xchg ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i1 @__atomic_compare_exchange_8(ptr %place, ptr %expected, i64 %new, i32 %success, i32 %failure) {
start:
  %wanted = load i64, ptr %expected, align 4
  %outcome = cmpxchg ptr %place, i64 %wanted, i64 %new seq_cst seq_cst, align 8
  %old = extractvalue { i64, i1 } %outcome, 0
  %done = extractvalue { i64, i1 } %outcome, 1
  br i1 %done, label %end, label %failed

failed:
  store i64 %old, ptr %expected, align 4
  br label %end

end:
  ret i1 %done
}

define weak i64 @__atomic_fetch_add_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw add ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i64 @__atomic_fetch_sub_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw sub ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i64 @__atomic_fetch_and_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw and ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i64 @__atomic_fetch_or_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw or ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i64 @__atomic_fetch_xor_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw xor ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

define weak i64 @__atomic_fetch_nand_8(ptr %place, i64 %value, i32 %order) {
  %old = atomicrmw nand ptr %place, i64 %value seq_cst, align 8
  ret i64 %old
}

; What `rdtsc` becomes: a look at the clock, in nanoseconds.
declare i64 @__trailhound_time_stamp()
