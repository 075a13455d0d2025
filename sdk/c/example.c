/* A tool for Linux: `example KEY code`, `example KEY install FILE`, `example KEY status`. KEY is the portal's public key in hex. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "basics_licence.h"

#define PART (1 << 16)

static char work[5][PART], text[PART];

static int64_t load(void *folder, const char *name, char *buffer, size_t size) {
  char path[512];
  snprintf(path, sizeof path, "%s%s", (const char *)folder, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return -1;
  long length = (long)fread(buffer, 1, size, file);
  fclose(file);
  return length;
}

/* The whole file or nothing: a temporary file that is renamed. */
static int store(void *folder, const char *name, const char *bytes, size_t length) {
  char path[512], temporary[520];
  snprintf(path, sizeof path, "%s%s", (const char *)folder, name);
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  FILE *file = fopen(temporary, "wb");
  if (file == NULL) return 0;
  int is_written = fwrite(bytes, 1, length, file) == length;
  is_written &= fclose(file) == 0;
  return is_written && rename(temporary, path) == 0;
}

/* A fact from a file; empty, and so absent, if it cannot be read. */
static basics_text fact_of(const char *path, char *buffer, size_t size) {
  int64_t length = load("", path, buffer, size);
  basics_text fact = {buffer, length < 0 ? 0 : (size_t)length};
  return fact;
}

int main(int count, char **words) {
  static char files[BASICS_FACTS][128];
  static const char *const paths[] = {"/etc/machine-id", "/sys/class/dmi/id/board_serial", "/sys/block/nvme0n1/wwid",
                                      "/sys/class/net/eth0/address", "/sys/class/dmi/id/product_uuid"};
  basics_text values[BASICS_FACTS];
  basics_facts facts;
  uint8_t key[32];
  if (count < 3 || !basics_init() || sodium_hex2bin(key, 32, words[1], strlen(words[1]), NULL, NULL, NULL) != 0) return 2;
  for (size_t at = 0; at < BASICS_FACTS; at++) {
    values[at] = fact_of(paths[at], files[at], sizeof files[at]);
    facts.values[at] = &values[at];
    facts.count[at] = 1;
  }
  basics_keys keys = {key, 1};
  basics_tool tool = {7, 1, keys, &facts, {"./", load, store}, work[0], PART};
  basics_licence licence;
  if (strcmp(words[2], "code") == 0) {
    basics_verification_code claims = {0, 7, 1, 0, 0, {0}, {0}, (uint32_t)time(NULL), "", 0, 0, 0};
    char code[BASICS_CODE_SIZE];
    randombytes_buf(claims.nonce, sizeof claims.nonce);
    basics_machine_name("EXAMPLE-PC", 10, claims.machine_name);
    basics_make_code(&claims, &facts, NULL, code);
    puts(code);
    return 0;
  }
  const char *code = "FILE_NOT_READABLE";
  if (strcmp(words[2], "install") == 0 && count > 3) {
    int64_t length = load("", words[3], text, sizeof text - 1);
    if (length >= 0) code = basics_install(&tool, text, (size_t)length, (int64_t)time(NULL), &licence);
  } else {
    code = basics_status(&tool, (int64_t)time(NULL), &licence);
  }
  puts(code);
  return basics_allows(code) ? 0 : 1;
}
