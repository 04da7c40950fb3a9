//@ verdict: error
//@ kind: mismatched-free
//@ line: 7
//@ about: new[] is given back with delete
int main() {
  char* text = new char[1];
  delete text;
}
