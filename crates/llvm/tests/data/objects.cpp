// Exceptions, virtual calls, templates, containers, threads and static initialisation.
#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Shape {
    virtual ~Shape() { std::puts("gone"); }
    virtual double area() const = 0;
};

struct Square : Shape {
    double side;
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
};

struct Named : virtual Shape {
    std::string name;
    explicit Named(std::string name) : name(std::move(name)) {}
    double area() const override { return static_cast<double>(name.size()); }
};

struct Both : Named, virtual Shape {
    Both() : Named("both") {}
};

static std::map<std::string, int> counts;
static std::mutex mutex;
static std::atomic<int> total;
static thread_local std::vector<int> seen;

static void fail(int kind) {
    std::string kept(40, 'x');
    switch (kind) {
    case 0: throw 7;
    case 1: throw std::runtime_error("runtime " + kept);
    case 2: throw kept.c_str()[0];
    }
}

static void careful(int kind) noexcept(false) {
    try {
        fail(kind);
    } catch (const std::exception &error) {
        std::printf("caught %s\n", error.what());
        throw;
    }
}

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([i] {
            std::lock_guard<std::mutex> lock(mutex);
            counts[std::to_string(i % 2)] += i;
            seen.push_back(i);
            total += static_cast<int>(seen.size());
        });
    for (auto &thread : threads)
        thread.join();
    for (auto &entry : counts)
        std::printf("%s %d\n", entry.first.c_str(), entry.second);
    std::unique_ptr<Shape> shapes[] = {std::unique_ptr<Shape>(new Square(1.5)), std::unique_ptr<Shape>(new Both)};
    for (auto &shape : shapes)
        std::printf("%g %d\n", shape->area(), dynamic_cast<Named *>(shape.get()) != nullptr);
    for (int kind = 0; kind < 4; kind++) {
        try {
            careful(kind);
        } catch (int number) {
            std::printf("int %d\n", number);
        } catch (const std::runtime_error &error) {
            std::printf("again %s\n", error.what());
        } catch (...) {
            std::printf("something\n");
        }
    }
    int (Square::*unused)() const = nullptr;
    std::function<int(int)> twice = [&](int value) { return value * 2 + (unused == nullptr); };
    return twice(total);
}
