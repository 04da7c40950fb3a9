// Dates of fixed moments; the real clock is not looked at.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t moments[] = {0, 1700000000, 951782400, -1, 1609459200, 1419984000, 4102444800, 253402300799, -62135596800, 68169600};
  for (int i = 0; i < sizeof moments / sizeof *moments; i++) {
    struct tm date;
    gmtime_r(&moments[i], &date);
    printf("%d-%d-%d %d:%d:%d %d %d %d %ld %s\n", date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec, date.tm_wday, date.tm_yday, date.tm_isdst, date.tm_gmtoff, date.tm_zone);
    char text[300];
    size_t length = strftime(text, sizeof text, "%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %p %P %r %R %S %T %u %U %V %w %W %x %X %y %Y %%", &date);
    printf("%zu %s\n", length, text);
    printf("%zu %s", strftime(text, 5, "%F", &date), asctime(&date));
    printf("%s%d %ld\n", ctime(&moments[i]), localtime(&moments[i])->tm_hour, (long)timegm(&date));
  }
  struct tm odd = {.tm_year = 123, .tm_mon = 14, .tm_mday = 0, .tm_hour = 25, .tm_min = -1, .tm_sec = 61};
  printf("%ld", (long)timegm(&odd));
  printf(" %s%g\n", asctime(&odd), difftime(5, 2));
  return 0;
}
