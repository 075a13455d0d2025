/* Prints the facts of this PC, for support and to test basics_facts.c on a system. Each line has the name and one value of a fact. */
#include <stdio.h>

#include "basics_facts.h"

int main(void) {
  static const char *const names[] = {"machine-id", "board-id", "system-disk", "network-card", "smbios-uuid"};
  static basics_pc pc;
  int known = basics_read_pc(&pc);
  for (size_t fact = 0; fact < BASICS_FACTS; fact++) {
    for (size_t at = 0; at < pc.facts.count[fact]; at++) printf("%s %s\n", names[fact], pc.facts.values[fact][at].bytes);
  }
  if (pc.virtual_machine != NULL) printf("virtual-machine %s\n", pc.virtual_machine);
  return known < 2;
}
