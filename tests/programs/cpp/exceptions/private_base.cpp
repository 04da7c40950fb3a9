//@ verdict: error
//@ kind: uncaught-exception
//@ line: 10
//@ about: a private base does not catch
struct Base {};
struct Derived : private Base {};

int main() {
  try {
    throw Derived();
  } catch (const Base&) {
  }
}
