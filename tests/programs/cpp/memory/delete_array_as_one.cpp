//@ verdict: error
//@ kind: mismatched-free
//@ line: 12
//@ about: new[] is given back with delete
struct Pair {
  char first, second;
  ~Pair() {}
};

int main() {
  char* text = new char[1];
  delete text;
}
