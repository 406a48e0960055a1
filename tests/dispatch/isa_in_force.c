/* usage: isa_in_force TYPE OUTCOME: succeeds if the kernels in force for an element type are of the instruction set
   OUTCOME, or are refused with a message that contains it. */
#include <stdio.h>
#include <string.h>

#include "gemmkit.h"

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const char *isa = gemmkit_isa(argv[1]);
  const char *found = isa ? isa : gemmkit_last_error();
  printf("%s: %s\n", argv[1], found);
  return isa ? strcmp(isa, argv[2]) != 0 : strstr(found, argv[2]) == NULL;
}
