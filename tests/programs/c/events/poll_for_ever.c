//@ verdict: error
//@ kind: deadlock
//@ line: 8
//@ exit: never
//@ about: poll of no descriptors without a limit never returns
#include <poll.h>

int main(void) { return poll(0, 0, -1); } //~ deadlock
