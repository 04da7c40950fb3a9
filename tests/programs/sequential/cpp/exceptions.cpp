// Throwing, matching, rethrowing and carrying exceptions; what destructors see meanwhile.
#include <any>
#include <exception>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

struct Top {
  virtual ~Top() { std::cout << "~Top "; }
};
struct Left : virtual Top {
  int left = 2;
};
struct Right : virtual Top {
  int right = 3;
};
struct Bottom : Left, Right {
  int bottom = 4;
};

struct Loud {
  const char* name;
  explicit Loud(const char* name) : name(name) { std::cout << '+' << name << ' '; }
  Loud(const Loud& other) : name(other.name) { std::cout << '=' << name << ' '; }
  ~Loud() { std::cout << '-' << name << std::uncaught_exceptions() << ' '; }
};

static int descend(int n) {
  Loud loud(n % 2 ? "odd" : "even");
  if (n == 0) throw Bottom();
  return descend(n - 1) + 1;
}

static void matching() {
  try {
    try {
      descend(3);
    } catch (Right& right) {
      std::cout << "right " << right.right << ' ';
      throw;
    }
  } catch (Top& top) {
    std::cout << "top " << dynamic_cast<Bottom&>(top).bottom << ' ';
  }
  std::cout << '\n';
  try {
    throw 5;
  } catch (long) {
    std::cout << "long";
  } catch (int n) {
    std::cout << "int " << n;
  }
  Bottom bottom;
  try {
    throw &bottom;
  } catch (const Right* right) {
    std::cout << " pointer " << right->right;
  }
  try {
    throw "text";
  } catch (const char* text) {
    std::cout << ' ' << text;
  }
  try {
    throw nullptr;
  } catch (int*) {
    std::cout << " null";
  }
  try {
    throw Loud("thrown");
  } catch (Loud copy) {
    std::cout << " caught ";
  }
  std::cout << '\n';
}

static void carrying() {
  std::exception_ptr kept;
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  for (int i = 0; i < 2; i++) {
    try {
      std::rethrow_exception(kept);
    } catch (const std::exception& error) {
      std::cout << error.what() << i << ' ';
    }
  }
  try {
    try {
      throw std::logic_error("inner");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& error) {
    std::cout << error.what();
    try {
      std::rethrow_if_nested(error);
    } catch (const std::exception& inner) {
      std::cout << " of " << inner.what();
    }
  }
  std::cout << (std::current_exception() == nullptr) << '\n';
}

template <class Function>
static void library(const char* name, Function function) {
  try {
    function();
    std::cout << name << ": nothing\n";
  } catch (const std::exception& error) {
    std::cout << name << ": " << error.what() << '\n';
  }
}

struct Member {
  Loud loud{"member"};
  Member() { throw std::domain_error("constructor"); }
};

static int guarded() try { return descend(1); } catch (...) {
  return -1;
}

int main() {
  matching();
  carrying();
  library("vector", [] { std::vector<int>(3).at(3); });
  library("string", [] { std::string("abc").substr(4); });
  library("stoi", [] { std::stoi("x"); });
  library("stoi", [] { std::stoi("99999999999"); });
  library("optional", [] { std::optional<int>().value(); });
  library("variant", [] { std::get<int>(std::variant<int, char>('c')); });
  library("any", [] { std::any_cast<int>(std::any(1.5)); });
  library("function", [] { std::function<void()>()(); });
  library("weak", [] { std::shared_ptr<int>(std::weak_ptr<int>()); });
  library("length", [] { std::vector<char>().reserve(std::size_t(-1)); });
  library("system", [] { throw std::system_error(ENOENT, std::generic_category(), "open"); });
  library("future", [] {
    auto future = std::promise<int>().get_future();
    future.get();
  });
  library("member", [] { Member member; });
  std::error_code code = std::make_error_code(std::errc::timed_out);
  std::cout << code << ' ' << code.message() << ' ' << (code == std::errc::timed_out) << '\n';
  std::cout << guarded() << '\n';
}
