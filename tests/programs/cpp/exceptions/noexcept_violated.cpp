//@ verdict: error
//@ kind: uncaught-exception
//@ line: 6
//@ about: an exception may not leave a noexcept function
static void strict() noexcept {
  throw 42;
}

int main() {
  try {
    strict();
  } catch (int) {
  }
}
