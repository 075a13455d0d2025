/* SPDX-License-Identifier: Apache-2.0 */
/* A tool for Windows and Linux: `example KEY code`, `example KEY install FILE`, `example KEY status`, `example KEY return`. KEY is the portal's public key in hex. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "basics_facts.h"

#ifdef _WIN32
#include <windows.h>
#define HOME "APPDATA"
#else
#define HOME "HOME"
#endif

#define PART (1 << 16)

static char work[5][PART], text[PART], second[256];

static int64_t load(void *folder, const char *name, char *buffer, size_t size) {
  char path[512];
  snprintf(path, sizeof path, "%s%s", (const char *)folder, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return errno == ENOENT ? -1 : -2;
  long length = (long)fread(buffer, 1, size, file);
  fclose(file);
  return length;
}

/* On Windows, rename() does not replace an existing file. */
static int replace(const char *from, const char *to) {
#ifdef _WIN32
  return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
#else
  return rename(from, to) == 0;
#endif
}

static int erase(void *folder, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s%s", (const char *)folder, name);
  return remove(path) == 0;
}

/* Writes a temporary file and renames it, so that the file is never incomplete. */
static int store(void *folder, const char *name, const char *bytes, size_t length) {
  char path[512], temporary[520];
  snprintf(path, sizeof path, "%s%s", (const char *)folder, name);
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  FILE *file = fopen(temporary, "wb");
  if (file == NULL) return 0;
  int is_written = fwrite(bytes, 1, length, file) == length;
  is_written &= fclose(file) == 0;
  return is_written && replace(temporary, path);
}

int main(int count, char **words) {
  static basics_pc pc;
  uint8_t key[32];
  if (count < 3 || !basics_init() || sodium_hex2bin(key, 32, words[1], strlen(words[1]), NULL, NULL, NULL) != 0) return 2;
  if (basics_read_pc(&pc) < 2 && basics_add_stand_in(&pc, ".") < 2) fputs("This computer cannot be identified.\n", stderr);
  if (pc.virtual_machine != NULL) fprintf(stderr, "This PC is a virtual machine (%s).\n", pc.virtual_machine);
  basics_keys keys = {key, 1};
  const char *home = getenv(HOME);
  snprintf(second, sizeof second, "%s/.basics-example-", home == NULL ? "." : home);
  basics_tool tool = {7, 1, keys, &pc.facts, {"./", load, store, erase}, work[0], PART, {second, load, store, erase}};
  basics_licence licence = {0};
  if (strcmp(words[2], "code") == 0) {
    basics_verification_code claims = {0, 7, 1, 0, 0, {0}, {0}, (uint32_t)time(NULL), "", 0, pc.virtual_machine != NULL, (uint8_t)pc.is_stand_in};
    char code[BASICS_CODE_SIZE];
    randombytes_buf(claims.nonce, sizeof claims.nonce);
    basics_machine_name("EXAMPLE-PC", 10, claims.machine_name);
    int is_made = basics_make_code(&claims, &pc.facts, NULL, code);
    puts(is_made ? code : "PC_NOT_IDENTIFIED");
    return !is_made;
  }
  const char *code = "FILE_NOT_READABLE";
  if (strcmp(words[2], "return") == 0) {
    char returned[BASICS_RETURN_SIZE];
    code = basics_return_licence(&tool, (int64_t)time(NULL), returned);
    puts(strcmp(code, "RETURNED") == 0 ? returned : code);
    return 0;
  }
  if (strcmp(words[2], "install") == 0 && count > 3) {
    int64_t length = load("", words[3], text, sizeof text - 1);
    if (length >= 0) code = basics_install(&tool, text, (size_t)length, (int64_t)time(NULL), &licence);
  } else {
    code = basics_status(&tool, (int64_t)time(NULL), &licence);
  }
  static const char tools[] = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";
  char sentence[512], next_step[512];
  basics_sentence(code, "Example", sentence, sizeof sentence);
  basics_next_step(code, "Example", next_step, sizeof next_step);
  printf("%s: %s %s\n", code, sentence, next_step);
  if (licence.expires_at != 0 && licence.days_left != BASICS_NO_END) printf("%ld days left.\n", (long)licence.days_left);
  if (basics_allows(code) && basics_has_add_on(&licence, "configRail", tools, strlen(tools))) puts("The add-on configRail is included.");
  return basics_allows(code) ? 0 : 1;
}
