/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tool with its PC, its files and its buffers, for programs that keep their state in a folder. It is safe with several processes; one
 * basics_desktop belongs to one thread at a time. Paths are UTF-8 on each system.
 */
#ifndef BASICS_DESKTOP_H
#define BASICS_DESKTOP_H

#include "basics_facts.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BASICS_PATH_SIZE 1024
#define BASICS_PART_SIZE (1 << 20) /* the size of the longest file, which is enough for a revocation list with 70,000 licences */

typedef struct {
  basics_tool tool; /* for basics_install, basics_status, basics_return_licence and basics_take_revocations */
  basics_pc pc;
  char folder[BASICS_PATH_SIZE], second_folder[BASICS_PATH_SIZE];
  char work[5 * BASICS_PART_SIZE];
} basics_desktop;

/*
 * Reads the facts of this PC, with a stand-in identity if there are fewer than two, and prepares `desktop->tool`. `keys` must stay valid. `second_folder`
 * is NULL for basics_second_folder. Folders are created when something is stored. Returns the number of facts, or -1 if the system is not supported
 * or the path is too long; then the tool can be used, but stores nothing. With fewer than two facts, no licence is valid. The structure is large and points into itself: make it static, and do not copy it.
 */
int basics_open(basics_desktop *desktop, uint16_t id, uint8_t major, basics_keys keys, const char *folder, const char *second_folder);
/*
 * Makes a code for the licence that this PC needs now, see basics_request_code, with `name`, or the name of this PC if it is NULL.
 * Returns 0 for a PC that cannot be identified.
 */
int basics_desktop_code(const basics_desktop *desktop, const char *name, uint8_t minor, uint16_t patch, int64_t now, char code[BASICS_CODE_SIZE]);

/* Functions for the files of a folder. The text `folder` must stay valid as long as they are used. */
basics_files basics_folder(const char *folder);
/* Writes the folder for second copies: a folder for the data of this user. Returns 0 if it is unknown or too long. */
int basics_second_folder(char *folder, size_t size);

#ifdef __cplusplus
}
#endif
#endif
