//@ verdict: error
//@ kind: use-after-free
//@ about: the owner is deleted inside of the section that its mutex guards: unlocking comes too late
#include <mutex>
#include <thread>

struct Connection {
  std::mutex lock;
  int users = 2;
};

void leave(Connection* connection) {
  std::lock_guard guard(connection->lock);
  if (--connection->users == 0) delete connection;
}

int main() {
  auto* connection = new Connection;
  std::thread other(leave, connection);
  leave(connection);
  other.join();
}
