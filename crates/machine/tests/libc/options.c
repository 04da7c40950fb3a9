// getopt with groups, arguments, permutation and errors.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int option;
  opterr = 0;
  while ((option = getopt(argc, argv, "abo:c::")) != -1)
    printf("%c %s %c\n", option, optarg ? optarg : "-", option == '?' ? optopt : ' ');
  for (int i = optind; i < argc; i++) printf("[%s]", argv[i]);
  puts("");
  return 0;
}
