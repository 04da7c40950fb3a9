//@ verdict: unsupported
//@ about: a function that nobody defines is named as its author wrote it
#include <string>

namespace other {
int measure(const std::string& text);
}

int main() { return other::measure("text"); }
