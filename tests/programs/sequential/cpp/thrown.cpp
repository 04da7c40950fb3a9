// Exceptions: nested, thrown again, from constructors and destructors' way, kept and moved on.
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

int depth = 0;
struct Trace {
  const char* name;
  explicit Trace(const char* name) : name(name) { std::printf("%*s+%s\n", depth++, "", name); }
  ~Trace() { std::printf("%*s-%s (%d)\n", --depth, "", name, std::uncaught_exceptions()); }
};

struct Part {
  Trace trace;
  explicit Part(bool fails) : trace(fails ? "failing part" : "part") {
    if (fails) throw std::domain_error("part");
  }
};
struct Whole {
  Part first{false}, second{true};
};

void print(const std::exception& error, int level = 0) {
  std::printf("%*s%s\n", level, "", error.what());
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    print(inner, level + 2);
  }
}

struct Custom : std::runtime_error {
  std::vector<int> data;
  Custom() : std::runtime_error("custom"), data{1, 2, 3} {}
};

void middle() {
  Trace trace("middle");
  try {
    throw Custom();
  } catch (std::runtime_error& error) {
    std::printf("caught %s\n", error.what());
    throw;
  }
}

int limited(int n) try {
  if (n > 2) throw std::string("too much");
  return n;
} catch (const std::string& text) {
  return int(text.size());
}

int main() {
  try {
    Whole whole;
  } catch (const std::logic_error& error) {
    std::printf("%s\n", error.what());
  }
  try {
    try {
      std::vector<int>(3).at(7);
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::runtime_error& error) {
    std::printf("nested %d\n", dynamic_cast<const std::nested_exception*>(&error) != nullptr);
    print(error);
  }
  try {
    middle();
  } catch (Custom& custom) {
    std::printf("%zu numbers\n", custom.data.size());
  }
  std::exception_ptr kept;
  try {
    throw 42;
  } catch (...) {
    kept = std::current_exception();
  }
  for (int n = 0; n < 2; n++) {
    try {
      std::rethrow_exception(kept);
    } catch (int value) {
      std::printf("%d\n", value);
    }
  }
  try {
    throw std::system_error(std::make_error_code(std::errc::invalid_argument), "call");
  } catch (const std::system_error& error) {
    std::printf("%d %s\n", error.code().value(), error.what());
  }
  std::printf("%d %d\n", limited(1), limited(3));
}
