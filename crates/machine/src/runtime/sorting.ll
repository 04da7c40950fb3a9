; qsort and bsearch call the program back, so they are code of the program themselves.
; The sort is a stable merge sort, halves first, as glibc's: a comparison function sees
; the same pairs in the same order.

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define weak void @qsort(ptr %base, i64 %count, i64 %size, ptr %compare) {
  ; A comparison function of two arguments does not look at the third.
  call void @qsort_r(ptr %base, i64 %count, i64 %size, ptr %compare, ptr null)
  ret void
}

define weak void @qsort_r(ptr %base, i64 %count, i64 %size, ptr %compare, ptr %context) {
start:
  %bytes = mul i64 %count, %size
  %nothing = icmp eq i64 %bytes, 0
  br i1 %nothing, label %done, label %sort

sort:
  %room = alloca i8, i64 %bytes, align 16
  call void @trailhound.sort(ptr %base, i64 %count, i64 %size, ptr %compare, ptr %context, ptr %room)
  br label %done

done:
  ret void
}

define internal void @trailhound.sort(ptr %base, i64 %count, i64 %size, ptr %compare, ptr %context, ptr %room) {
start:
  %sorted = icmp ult i64 %count, 2
  br i1 %sorted, label %done, label %halves

halves:
  %left.count = lshr i64 %count, 1
  %right.count = sub i64 %count, %left.count
  %left.bytes = mul i64 %left.count, %size
  %right.base = getelementptr i8, ptr %base, i64 %left.bytes
  call void @trailhound.sort(ptr %base, i64 %left.count, i64 %size, ptr %compare, ptr %context, ptr %room)
  call void @trailhound.sort(ptr %right.base, i64 %right.count, i64 %size, ptr %compare, ptr %context, ptr %room)
  br label %merge

merge:
  %left = phi ptr [ %base, %halves ], [ %left.next, %choose ]
  %right = phi ptr [ %right.base, %halves ], [ %right.next, %choose ]
  %left.rest = phi i64 [ %left.count, %halves ], [ %left.less, %choose ]
  %right.rest = phi i64 [ %right.count, %halves ], [ %right.less, %choose ]
  %to = phi ptr [ %room, %halves ], [ %to.next, %choose ]
  %left.empty = icmp eq i64 %left.rest, 0
  %right.empty = icmp eq i64 %right.rest, 0
  %merged = or i1 %left.empty, %right.empty
  br i1 %merged, label %finish, label %choose

choose:
  %order = call i32 %compare(ptr %left, ptr %right, ptr %context)
  %right.first = icmp sgt i32 %order, 0
  %from = select i1 %right.first, ptr %right, ptr %left
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  %to.next = getelementptr i8, ptr %to, i64 %size
  %left.step = select i1 %right.first, i64 0, i64 %size
  %right.step = select i1 %right.first, i64 %size, i64 0
  %left.next = getelementptr i8, ptr %left, i64 %left.step
  %right.next = getelementptr i8, ptr %right, i64 %right.step
  %right.taken = zext i1 %right.first to i64
  %left.taken = sub i64 1, %right.taken
  %left.less = sub i64 %left.rest, %left.taken
  %right.less = sub i64 %right.rest, %right.taken
  br label %merge

finish:
  ; What is left of the right half is in its place already.
  %left.rest.bytes = mul i64 %left.rest, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %left, i64 %left.rest.bytes, i1 false)
  %moved = sub i64 %count, %right.rest
  %moved.bytes = mul i64 %moved, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %base, ptr %room, i64 %moved.bytes, i1 false)
  br label %done

done:
  ret void
}

define weak ptr @bsearch(ptr %key, ptr %base, i64 %count, i64 %size, ptr %compare) {
start:
  br label %search

search:
  %low = phi i64 [ 0, %start ], [ %low.next, %narrow ]
  %high = phi i64 [ %count, %start ], [ %high.next, %narrow ]
  %open = icmp ult i64 %low, %high
  br i1 %open, label %look, label %missing

look:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %offset = mul i64 %middle, %size
  %element = getelementptr i8, ptr %base, i64 %offset
  %order = call i32 %compare(ptr %key, ptr %element)
  %equal = icmp eq i32 %order, 0
  br i1 %equal, label %found, label %narrow

narrow:
  %before = icmp slt i32 %order, 0
  %after.middle = add i64 %middle, 1
  %low.next = select i1 %before, i64 %low, i64 %after.middle
  %high.next = select i1 %before, i64 %middle, i64 %high
  br label %search

found:
  ret ptr %element

missing:
  ret ptr null
}
