/* Calls that do not bear on the property: M levels deep, each level calling the next one
   twice, with a little arithmetic of its own. */
#ifndef M
#define M 2
#endif
#define LEVEL(name, next)                                                                          \
  static int name(int x) {                                                                         \
    x = next(x + 1);                                                                               \
    return next(x);                                                                                \
  }
static int level1(int x) { return x + 1; }
LEVEL(level2, level1)
LEVEL(level3, level2)
LEVEL(level4, level3)
LEVEL(level5, level4)
LEVEL(level6, level5)
LEVEL(level7, level6)
LEVEL(level8, level7)
LEVEL(level9, level8)
#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define nested NAMED(level, M)
