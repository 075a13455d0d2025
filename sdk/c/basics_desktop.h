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
  char work[5 * BASICS_PART_SIZE], answers[2 * BASICS_PART_SIZE];
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

/* What a person confirms in the portal: the code, and the page, also with the code in its address. */
typedef struct {
  char user_code[21], page[BASICS_PATH_SIZE], page_with_code[BASICS_PATH_SIZE];
} basics_question;

/*
 * What the program does for the calls to its portal; example-curl.c has these functions for libcurl.
 * `request` sends `body` as application/json with POST, or a GET if it is NULL, follows no redirect, and waits at most 10 seconds. It writes the answer, at
 * most `size` bytes, and returns the status of HTTP, or 0 if there is no answer or it is longer.
 * `show` shows the code that the person confirms, and the page. `paste` shows the verification code, which can be pasted on any PC.
 * `wait` waits for some seconds, and returns 0 if the user gives up. NULL waits without an end.
 */
typedef struct {
  void *context;
  int (*request)(void *context, const char *url, const char *body, char *answer, size_t size, size_t *length);
  void (*show)(void *context, const basics_question *question);
  void (*paste)(void *context, const char *code);
  int (*wait)(void *context, int seconds);
} basics_calls;

/*
 * Gets and installs a licence for this PC, after a person confirmed it in the portal, such as "https://portal.example". Returns what basics_install returns,
 * or why there is no licence: "NOT_CONFIRMED", "REFUSED_IN_PORTAL", "PORTAL_NOT_REACHED", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED" or "PORTAL_REFUSED". `paste`
 * is called once if the portal does not answer for 10 seconds.
 */
const char *basics_get_licence(basics_desktop *desktop, const char *portal, const basics_calls *calls, uint8_t minor, uint16_t patch, basics_licence *result);

#define BASICS_MAX_PORTAL_KEYS 16
/*
 * What a portal publishes: the result of basics_take_revocations or "PORTAL_NOT_REACHED"; the keys that the portal uses, none if none of them is a key of the
 * tool; and the text for basics_has_add_on, which is empty if there was no answer, and valid until the next call.
 */
typedef struct {
  const char *revocations;
  uint8_t keys[BASICS_MAX_PORTAL_KEYS][32];
  size_t key_count;
  basics_text tools;
} basics_refreshed;

/* Takes the revocation list of the portal, and reads what else it publishes. Call it about once a day. */
void basics_refresh(basics_desktop *desktop, const char *portal, const basics_calls *calls, basics_refreshed *result);

/* Functions for the files of a folder. The text `folder` must stay valid as long as they are used. */
basics_files basics_folder(const char *folder);
/* Writes the folder for second copies: a folder for the data of this user. Returns 0 if it is unknown or too long. */
int basics_second_folder(char *folder, size_t size);

#ifdef __cplusplus
}
#endif
#endif
