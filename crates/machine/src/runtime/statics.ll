; What the C library keeps in variables of its own. All threads share them, as they do in
; the real library, so that a race on strtok or localtime is found like any other.

; Addresses of nothing that the models take for the three standard streams.
@stdin = weak constant ptr inttoptr (i64 4096 to ptr)
@stdout = weak constant ptr inttoptr (i64 4097 to ptr)
@stderr = weak constant ptr inttoptr (i64 4098 to ptr)

; An environment without variables.
@trailhound.environment = internal constant [1 x ptr] zeroinitializer
@environ = weak global ptr @trailhound.environment
@__environ = weak global ptr @trailhound.environment

@trailhound.token = internal global ptr null
@trailhound.date = internal global [56 x i8] zeroinitializer, align 8
@trailhound.line = internal global [64 x i8] zeroinitializer

declare ptr @strtok_r(ptr, ptr, ptr)
declare ptr @localtime_r(ptr, ptr)
declare ptr @gmtime_r(ptr, ptr)
declare ptr @asctime_r(ptr, ptr)
declare ptr @ctime_r(ptr, ptr)

define weak ptr @strtok(ptr %text, ptr %separators) {
  %token = call ptr @strtok_r(ptr %text, ptr %separators, ptr @trailhound.token)
  ret ptr %token
}

define weak ptr @localtime(ptr %time) {
  %date = call ptr @localtime_r(ptr %time, ptr @trailhound.date)
  ret ptr %date
}

define weak ptr @gmtime(ptr %time) {
  %date = call ptr @gmtime_r(ptr %time, ptr @trailhound.date)
  ret ptr %date
}

define weak ptr @asctime(ptr %date) {
  %line = call ptr @asctime_r(ptr %date, ptr @trailhound.line)
  ret ptr %line
}

define weak ptr @ctime(ptr %time) {
  %line = call ptr @ctime_r(ptr %time, ptr @trailhound.line)
  ret ptr %line
}

@optarg = weak global ptr null
@optind = weak global i32 1
@opterr = weak global i32 1
@optopt = weak global i32 63
@trailhound.options = internal global ptr null

; The model gets the addresses of all variables that getopt works on; the last points into
; a group of options such as -abc.
declare i32 @trailhound.getopt(i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

define weak i32 @getopt(i32 %count, ptr %arguments, ptr %options) {
  %option = call i32 @trailhound.getopt(i32 %count, ptr %arguments, ptr %options, ptr @optarg, ptr @optind, ptr @opterr, ptr @optopt, ptr @trailhound.options)
  ret i32 %option
}

; The C library whose behaviour is modelled.
@trailhound.libc.version = internal constant [5 x i8] c"2.36\00"
define weak ptr @gnu_get_libc_version() {
  ret ptr @trailhound.libc.version
}
