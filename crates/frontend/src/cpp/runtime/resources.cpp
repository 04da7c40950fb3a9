// Memory resources: those that ask operator new, those that never give anything back, and the
// one that has nothing. Pools are left out.

#include <memory_resource>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct NewDelete : memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override {
    return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
               ? ::operator new(bytes, align_val_t(alignment))
               : ::operator new(bytes);
  }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__) {
      ::operator delete(block, bytes, align_val_t(alignment));
    } else {
      ::operator delete(block, bytes);
    }
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

struct Nothing : memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

// No destructors: others may use them until the very end.
template <class Resource>
memory_resource* only() {
  alignas(Resource) static char place[sizeof(Resource)];
  static auto* resource = new (place) Resource;
  return resource;
}

memory_resource* chosen = nullptr;

}  // namespace

memory_resource* new_delete_resource() noexcept { return only<NewDelete>(); }
memory_resource* null_memory_resource() noexcept { return only<Nothing>(); }

memory_resource* get_default_resource() noexcept {
  memory_resource* resource = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
  return resource == nullptr ? new_delete_resource() : resource;
}
memory_resource* set_default_resource(memory_resource* resource) noexcept {
  memory_resource* before = __atomic_exchange_n(&chosen, resource, __ATOMIC_ACQ_REL);
  return before == nullptr ? new_delete_resource() : before;
}

// A buffer from upstream, with what is needed to give it back at its beginning.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  size_t bytes;
  size_t alignment;
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t aligned = alignment < alignof(_Chunk) ? alignof(_Chunk) : alignment;
  const size_t header = (sizeof(_Chunk) + aligned - 1) / aligned * aligned;
  const size_t room = bytes < _M_next_bufsiz ? _M_next_bufsiz : bytes;
  auto* block = static_cast<char*>(_M_upstream->allocate(header + room, aligned));
  _M_head = new (block) _Chunk{_M_head, header + room, aligned};
  _M_current_buf = block + header;
  _M_avail = room;
  _M_next_bufsiz = size_t(_M_next_bufsiz * _S_growth_factor);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head != nullptr) {
    const _Chunk chunk = *_M_head;
    _M_upstream->deallocate(_M_head, chunk.bytes, chunk.alignment);
    _M_head = chunk.next;
  }
}

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

}  // namespace std::pmr
