//@ verdict: ok
//@ about: containers, static objects and exceptions in two processes
#include <cassert>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static std::map<int, std::string> names{{1, "one"}};

int main() {
    std::vector<int> numbers{1, 2, 3};
    pid_t child = fork();
    if (child == 0) {
        try {
            numbers.push_back(4);
            names[2] = "two";
            throw std::runtime_error("only here");
        } catch (const std::runtime_error &) {
            _exit(static_cast<int>(numbers.size() + names.size()));
        }
    }
    numbers.pop_back();
    int status = 0;
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 6);
    assert(numbers.size() == 2 && names.size() == 1);
}
