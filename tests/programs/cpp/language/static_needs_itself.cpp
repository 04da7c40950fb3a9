//@ verdict: error
//@ kind: lock-misuse
//@ line: 8
//@ about: the initialisation of a static variable needs the variable
static int second();

static int first() {
  static int value = second();
  return value;
}

static int second() { return first(); }

int main() { return first(); }
