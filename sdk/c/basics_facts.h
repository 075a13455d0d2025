/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The facts of this PC for basics_licence.h, with no more rights than a user has: on Windows (link advapi32 and iphlpapi) and Linux by the
 * calls of the system, on macOS from what its programs print. What counts as a fact: docs/licence-format.md.
 */
#ifndef BASICS_FACTS_H
#define BASICS_FACTS_H

#include "basics_licence.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BASICS_MAX_VALUES 16 /* network cards */
#define BASICS_VALUE_SIZE 256

typedef struct {
  basics_facts facts;          /* points into this structure: do not copy it */
  const char *virtual_machine; /* its name, NULL on a real PC */
  basics_text values[BASICS_FACTS][BASICS_MAX_VALUES];
  char text[BASICS_FACTS][BASICS_MAX_VALUES][BASICS_VALUE_SIZE];
  char model[BASICS_VALUE_SIZE]; /* maker and model */
  int is_stand_in;               /* 1 after basics_add_stand_in has added facts */
} basics_pc;

/*
 * Reads all facts. A fact that cannot be read is absent. Returns the number of facts that identify a PC, or -1 on a system that is not
 * supported. With fewer than two facts, call basics_add_stand_in.
 */
int basics_read_pc(basics_pc *pc);
/* Reads the facts of a Linux PC from a copy of its folders /etc, /sys and /proc; `root` is "" for this PC. */
int basics_read_linux_pc(basics_pc *pc, const char *root);
/* Reads a recorded PC with Linux, Windows or macOS from the files of a folder, as docs/conformance.md describes them. Returns -1 on Windows. */
int basics_read_recorded_pc(basics_pc *pc, const char *root);
/*
 * If the PC has fewer than two facts, as in a container, adds facts that are made from a random number in `stand-in.json` of the folder of the
 * tool (a path in UTF-8), and from the position of this file in its file system. Creates the file if it does not exist. Returns the number of facts; it stays
 * below two if the file cannot be written.
 */
int basics_add_stand_in(basics_pc *pc, const char *folder);

#define BASICS_PC_TEXT_SIZE 32768
/*
 * Does all of this, and writes the result as text, for programs in other languages: a line for each value with the name of the fact, a space and
 * the value, then `virtual-machine` and its kind, and `stand-in`. `root` is NULL for this PC, or the folder of a recorded PC; `folder` is NULL for no stand-in identity. Returns
 * the number of facts, or -1.
 */
int basics_pc_text(const char *root, const char *folder, char text[BASICS_PC_TEXT_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
