// What the containers of the library keep out of their headers: links of lists, balancing of
// red-black trees, sizes and hashes of hash tables, and the strings themselves.

#include <algorithm>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <unordered_map>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template class basic_string<wchar_t>;

namespace __detail {

void _List_node_base::_M_hook(_List_node_base* place) noexcept {
  _M_next = place;
  _M_prev = place->_M_prev;
  place->_M_prev->_M_next = this;
  place->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

// Moves the nodes from `first` up to `last` before this one.
void _List_node_base::_M_transfer(_List_node_base* first, _List_node_base* last) noexcept {
  if (this == last) return;
  _List_node_base* final = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _List_node_base* before = _M_prev;
  before->_M_next = first;
  first->_M_prev = before;
  final->_M_next = this;
  _M_prev = final;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool a_empty = a._M_next == &a;
  const bool b_empty = b._M_next == &b;
  const _List_node_base old_a = a, old_b = b;
  auto take = [](_List_node_base& list, const _List_node_base& nodes, bool empty) {
    if (empty) {
      list._M_next = list._M_prev = &list;
      return;
    }
    list = nodes;
    list._M_next->_M_prev = &list;
    list._M_prev->_M_next = &list;
  };
  take(a, old_b, b_empty);
  take(b, old_a, a_empty);
}

}  // namespace __detail

// Red-black trees. The header node is the parent of the root and knows the first and the last.

namespace {

using Node = _Rb_tree_node_base;

Node* next_of(Node* node) {
  if (node->_M_right != nullptr) {
    node = node->_M_right;
    while (node->_M_left != nullptr) node = node->_M_left;
    return node;
  }
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // At the end of a tree of one node, the header is the root's parent and its right child.
  return node->_M_right == parent ? node : parent;
}

Node* before(Node* node) {
  const bool header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (header) return node->_M_right;
  if (node->_M_left != nullptr) {
    node = node->_M_left;
    while (node->_M_right != nullptr) node = node->_M_right;
    return node;
  }
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

// Puts `with` where `node` hangs.
void replace(Node* node, Node* with, Node*& root) {
  if (node == root) {
    root = with;
  } else if (node == node->_M_parent->_M_left) {
    node->_M_parent->_M_left = with;
  } else {
    node->_M_parent->_M_right = with;
  }
}

void rotate_left(Node* node, Node*& root) {
  Node* up = node->_M_right;
  node->_M_right = up->_M_left;
  if (up->_M_left != nullptr) up->_M_left->_M_parent = node;
  up->_M_parent = node->_M_parent;
  replace(node, up, root);
  up->_M_left = node;
  node->_M_parent = up;
}

void rotate_right(Node* node, Node*& root) {
  Node* up = node->_M_left;
  node->_M_left = up->_M_right;
  if (up->_M_right != nullptr) up->_M_right->_M_parent = node;
  up->_M_parent = node->_M_parent;
  replace(node, up, root);
  up->_M_right = node;
  node->_M_parent = up;
}

bool is_red(const Node* node) { return node != nullptr && node->_M_color == _S_red; }

}  // namespace

_Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* node) noexcept { return next_of(node); }
const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* node) noexcept {
  return next_of(const_cast<Node*>(node));
}
_Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* node) noexcept { return before(node); }
const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* node) noexcept {
  return before(const_cast<Node*>(node));
}

void _Rb_tree_insert_and_rebalance(const bool left, _Rb_tree_node_base* node,
                                   _Rb_tree_node_base* parent,
                                   _Rb_tree_node_base& header) noexcept {
  Node*& root = header._M_parent;
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    parent->_M_left = node;
    if (parent == &header) {
      header._M_parent = node;
      header._M_right = node;
    } else if (parent == header._M_left) {
      header._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  while (node != root && is_red(node->_M_parent)) {
    parent = node->_M_parent;
    Node* grandparent = parent->_M_parent;
    const bool parent_left = parent == grandparent->_M_left;
    Node* uncle = parent_left ? grandparent->_M_right : grandparent->_M_left;
    if (is_red(uncle)) {
      parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      node = grandparent;
      continue;
    }
    if (parent_left) {
      if (node == parent->_M_right) {
        node = parent;
        rotate_left(node, root);
      }
      node->_M_parent->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      rotate_right(grandparent, root);
    } else {
      if (node == parent->_M_left) {
        node = parent;
        rotate_right(node, root);
      }
      node->_M_parent->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      rotate_left(grandparent, root);
    }
  }
  root->_M_color = _S_black;
}

_Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const node,
                                                 _Rb_tree_node_base& header) noexcept {
  Node*& root = header._M_parent;
  Node* child;
  // The parent of `child`, which may be null.
  Node* parent;
  _Rb_tree_color removed = node->_M_color;
  if (node->_M_left != nullptr && node->_M_right != nullptr) {
    // The next node has no left child: it takes the place of the node.
    Node* next = node->_M_right;
    while (next->_M_left != nullptr) next = next->_M_left;
    child = next->_M_right;
    removed = next->_M_color;
    if (next == node->_M_right) {
      parent = next;
    } else {
      parent = next->_M_parent;
      parent->_M_left = child;
      if (child != nullptr) child->_M_parent = parent;
      next->_M_right = node->_M_right;
      next->_M_right->_M_parent = next;
    }
    next->_M_left = node->_M_left;
    next->_M_left->_M_parent = next;
    replace(node, next, root);
    next->_M_parent = node->_M_parent;
    next->_M_color = node->_M_color;
  } else {
    child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    if (header._M_left == node) {
      Node* first = child;
      while (first != nullptr && first->_M_left != nullptr) first = first->_M_left;
      header._M_left = first != nullptr ? first : parent;
    }
    if (header._M_right == node) {
      Node* last = child;
      while (last != nullptr && last->_M_right != nullptr) last = last->_M_right;
      header._M_right = last != nullptr ? last : parent;
    }
    replace(node, child, root);
  }
  if (removed == _S_red) return node;
  // The way through `child` has one black node too few.
  while (child != root && !is_red(child)) {
    const bool left = child == parent->_M_left;
    Node* sibling = left ? parent->_M_right : parent->_M_left;
    if (is_red(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      left ? rotate_left(parent, root) : rotate_right(parent, root);
      sibling = left ? parent->_M_right : parent->_M_left;
    }
    if (!is_red(sibling->_M_left) && !is_red(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      child = parent;
      parent = parent->_M_parent;
      continue;
    }
    Node* outer = left ? sibling->_M_right : sibling->_M_left;
    if (!is_red(outer)) {
      Node* inner = left ? sibling->_M_left : sibling->_M_right;
      inner->_M_color = _S_black;
      sibling->_M_color = _S_red;
      left ? rotate_right(sibling, root) : rotate_left(sibling, root);
      sibling = left ? parent->_M_right : parent->_M_left;
      outer = left ? sibling->_M_right : sibling->_M_left;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    outer->_M_color = _S_black;
    left ? rotate_left(parent, root) : rotate_right(parent, root);
    break;
  }
  if (child != nullptr) child->_M_color = _S_black;
  return node;
}

// Hash tables: the same sizes and hashes as the native library's, so that the order of
// iteration is the same.

namespace __detail {

namespace {

// The numbers of buckets that the native library uses.
constexpr unsigned bucket_numbers[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    97, 103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277,
    293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953,
    1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
    3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497,
    10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267,
    28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817,
    78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091,
    202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857,
};

bool is_prime(size_t number) {
  if (number % 2 == 0) return false;
  for (size_t divisor = 3; divisor <= number / divisor; divisor += 2) {
    if (number % divisor == 0) return false;
  }
  return true;
}

// At least this many; beyond the table the next prime, where the native library may use more.
size_t buckets_for(size_t least) {
  for (unsigned number : bucket_numbers) {
    if (number >= least) return number;
  }
  while (!is_prime(least)) least++;
  return least;
}

// The fewest buckets that a table gets at its first insertion.
constexpr size_t first_buckets = 11;

}  // namespace

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
  if (least == 0) return 1;
  const size_t buckets = buckets_for(least);
  _M_next_resize = size_t(__builtin_floor(buckets * double(_M_max_load_factor)));
  return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t more) const {
  if (elements + more <= _M_next_resize) return {false, 0};
  const size_t wanted = std::max(elements + more, _M_next_resize == 0 ? first_buckets : 0);
  const double least = wanted / double(_M_max_load_factor);
  if (least >= buckets) {
    const size_t fitting = size_t(__builtin_floor(least)) + 1;
    return {true, _M_next_bkt(std::max(fitting, buckets * _S_growth_factor))};
  }
  _M_next_resize = size_t(__builtin_floor(buckets * double(_M_max_load_factor)));
  return {false, 0};
}

}  // namespace __detail

// MurmurHash64A, which the ABI prescribes.
size_t _Hash_bytes(const void* start, size_t length, size_t seed) {
  constexpr size_t multiplier = 0xc6a4a7935bd1e995;
  const auto mix = [](size_t value) { return value ^ (value >> 47); };
  const auto* bytes = static_cast<const unsigned char*>(start);
  size_t hash = seed ^ (length * multiplier);
  size_t left = length;
  for (; left >= 8; left -= 8, bytes += 8) {
    size_t word;
    memcpy(&word, bytes, 8);
    hash = (hash ^ (mix(word * multiplier) * multiplier)) * multiplier;
  }
  if (left > 0) {
    size_t word = 0;
    for (size_t n = left; n-- > 0;) word = word << 8 | bytes[n];
    hash = (hash ^ word) * multiplier;
  }
  return mix(mix(hash) * multiplier);
}

}  // namespace std
