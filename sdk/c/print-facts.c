/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the facts of this PC: `print-facts [FOLDER]`. Each line has the name and one value of a fact. With the folder of a tool, a PC with too
 * few facts gets a stand-in identity. Libraries without C run this program on Windows. Ends with 1 if the PC is not identified.
 */
#include <stdio.h>

#include "basics_facts.h"

int main(int count, char **words) {
  static char text[BASICS_PC_TEXT_SIZE];
  int known = basics_init() ? basics_pc_text(NULL, count > 1 ? words[1] : NULL, text) : -1;
  fputs(text, stdout);
  return known < 2;
}
