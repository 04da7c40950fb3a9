//@ verdict: error
//@ kind: mismatched-free
//@ line: 7
//@ about: new is given back with delete[]
int main() {
  int* number = new int(4);
  delete[] number;
}
