// When objects are made and destroyed: static, thread-local, temporary, at exit.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Tracked {
  std::string name;
  explicit Tracked(std::string name) : name(std::move(name)) { std::cout << '+' << this->name << ' '; }
  Tracked(const Tracked& other) : name(other.name + "'") { std::cout << "copy " << name << ' '; }
  Tracked(Tracked&& other) noexcept : name(std::move(other.name)) {
    other.name = "moved";
    std::cout << "move " << name << ' ';
  }
  ~Tracked() { std::cout << '-' << name << ' '; }
};

Tracked first("first");
thread_local Tracked local("thread-local");
static Tracked second("second");

static Tracked& function_static() {
  static Tracked tracked("function");
  return tracked;
}

static Tracked make() { return Tracked("made"); }

struct Member {
  Tracked one{"one"}, two{"two"};
  Member() { std::cout << "body "; }
};

int main() {
  std::atexit([] { std::cout << "atexit\n"; });
  std::cout << "\nmain ";
  function_static();
  local.name += "!";
  std::cout << '\n';
  {
    Tracked copy = make();
    const Tracked& extended = Tracked("extended");
    Tracked("temporary");
    std::cout << extended.name << ' ';
  }
  std::cout << '\n';
  std::vector<Tracked> several;
  several.reserve(2);
  several.emplace_back("a");
  several.push_back(Tracked("b"));
  several.emplace_back("c");
  std::cout << '\n';
  several.pop_back();
  std::cout << '\n';
  auto member = std::make_unique<Member>();
  auto array = std::make_unique<Member[]>(2);
  array.reset();
  std::cout << "\nend ";
}
