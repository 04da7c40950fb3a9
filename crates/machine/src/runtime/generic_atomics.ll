; Atomic operations on variables of any size, which compilers leave to a library: each is one step. Every
; i64 is a size_t.

declare void @th_atomic_begin()
declare void @th_atomic_end()
declare i32 @trailhound.same(ptr, ptr, i64)

define weak void @__atomic_load(i64 %size, ptr %place, ptr %value, i32 %order) {
  call void @th_atomic_begin()
  call void @llvm.memcpy.p0.p0.i64(ptr %value, ptr %place, i64 %size, i1 false)
  call void @th_atomic_end()
  ret void
}

define weak void @__atomic_store(i64 %size, ptr %place, ptr %value, i32 %order) {
  call void @th_atomic_begin()
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %value, i64 %size, i1 false)
  call void @th_atomic_end()
  ret void
}

define weak void @__atomic_exchange(i64 %size, ptr %place, ptr %new, ptr %old, i32 %order) {
  call void @th_atomic_begin()
  call void @llvm.memcpy.p0.p0.i64(ptr %old, ptr %place, i64 %size, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %new, i64 %size, i1 false)
  call void @th_atomic_end()
  ret void
}

define weak i1 @__atomic_compare_exchange(i64 %size, ptr %place, ptr %expected, ptr %new, i32 %success, i32 %failure) {
start:
  call void @th_atomic_begin()
  %answer = call i32 @trailhound.same(ptr %place, ptr %expected, i64 %size)
  %same = icmp ne i32 %answer, 0
  br i1 %same, label %exchange, label %refuse

exchange:
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %new, i64 %size, i1 false)
  br label %end

refuse:
  call void @llvm.memcpy.p0.p0.i64(ptr %expected, ptr %place, i64 %size, i1 false)
  br label %end

end:
  call void @th_atomic_end()
  ret i1 %same
}
