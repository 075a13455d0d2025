/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics_facts.h"

#define LINE (1 << 24)
#define MAX_FIELDS 256

static char line[LINE], decoded[LINE], work[LINE];
static char *fields[MAX_FIELDS];
static size_t used; /* of `decoded` */

static basics_text bytes_of(const char *hex) {
  basics_text text = {decoded + used, strlen(hex) / 2};
  sodium_hex2bin((unsigned char *)decoded + used, text.length, hex, strlen(hex), NULL, NULL, NULL);
  used += text.length;
  return text;
}

/* Splits a field at its commas. The bytes of the items are in `decoded`, one after the other. */
static size_t items_of(char *field, basics_text *items, size_t most) {
  size_t count = 0;
  for (char *item = strtok(field, ","); item != NULL && count < most; item = strtok(NULL, ",")) items[count++] = bytes_of(item);
  return count;
}

static basics_keys keys_of(char *field) {
  basics_text items[16];
  basics_keys keys = {(const uint8_t *)decoded + used, 0};
  keys.count = items_of(field, items, 16);
  return keys;
}

static const basics_id *ids_of(char *field, size_t *count) {
  basics_text items[16];
  const basics_id *ids = (const basics_id *)(decoded + used);
  *count = items_of(field, items, 16);
  return ids;
}

static basics_text values[BASICS_FACTS][16];

static basics_facts facts_of(char **field) {
  basics_facts facts;
  for (size_t at = 0; at < BASICS_FACTS; at++) {
    facts.values[at] = values[at];
    facts.count[at] = items_of(field[at], values[at], 16);
  }
  return facts;
}

static void print_hex(const void *bytes, size_t count) {
  for (size_t at = 0; at < count; at++) printf("%02x", ((const unsigned char *)bytes)[at]);
}

static void print_fingerprint(const uint8_t *fingerprint) { print_hex(fingerprint, basics_fingerprint_length(fingerprint)); }

/* A fingerprint of 16 or 20 bytes. */
static const uint8_t *fingerprint_of(const char *hex, uint8_t result[BASICS_FINGERPRINT_SIZE]) {
  basics_text bytes = bytes_of(hex);
  memset(result, 0, BASICS_FINGERPRINT_SIZE);
  memcpy(result, bytes.bytes, bytes.length);
  return result;
}

static int print_refusal(basics_refusal refusal) {
  if (refusal.code[0] == '\0') return 0;
  printf("refusal\t%s\t", refusal.code);
  if (refusal.found >= 0) printf("%d", refusal.found);
  printf("\t");
  if (refusal.expected >= 0) printf("%d", refusal.expected);
  printf("\t%s\t", refusal.detail);
  if (refusal.line > 0) printf("%d", refusal.line);
  printf("\n");
  return 1;
}

static const char *const reasons[] = {"new", "renew", "moved"};

static void answer_code(void) {
  basics_verification_code code;
  basics_text text = bytes_of(fields[1]);
  if (print_refusal(basics_read_verification_code(text.bytes, text.length, work, &code))) return;
  printf("ok\t%s\t%u\t%u\t%u\t%u\t", reasons[code.reason], code.tool_id, code.major, code.minor, code.patch);
  print_fingerprint(code.fingerprint);
  printf("\t");
  print_hex(code.nonce, code.scheme == 1 ? 8 : 4);
  printf("\t%lu\t", (unsigned long)code.created_at);
  print_hex(code.machine_name, strlen(code.machine_name));
  printf("\t%d\t%d\n", code.is_virtual, code.is_stand_in);
}

static void answer_licence(int is_check) {
  basics_licence licence;
  basics_text text = bytes_of(fields[1]);
  if (print_refusal(basics_read_licence(text.bytes, text.length, keys_of(fields[2]), work, &licence))) return;
  if (is_check) {
    basics_circumstances at;
    basics_facts facts = facts_of(fields + 9);
    at.now = atoll(fields[3]);
    at.facts = &facts;
    at.tool_id = (uint16_t)atoi(fields[4]);
    at.tool_major = (uint8_t)atoi(fields[5]);
    at.high_water_mark = atoll(fields[6]);
    at.denied = ids_of(fields[7], &at.denied_count);
    at.revoked = ids_of(fields[8], &at.revoked_count);
    const char *code = basics_check(&licence, &at);
    printf("ok\t%s\t%d\n", code, basics_allows(code));
    return;
  }
  printf("ok\t");
  print_hex(licence.id.bytes, 8);
  printf("\t%s\t%d\t%d\t%u\t", licence.is_file ? "file" : "code", licence.trial, licence.bridge, licence.tool_id);
  print_fingerprint(licence.fingerprint);
  printf("\t%lu\n", (unsigned long)licence.expires_at);
}

static void answer_add_on(void) {
  basics_licence licence;
  char add_on[128];
  basics_text text = bytes_of(fields[1]), tools = bytes_of(fields[3]), name = bytes_of(fields[4]);
  if (print_refusal(basics_read_licence(text.bytes, text.length, keys_of(fields[2]), work, &licence))) return;
  snprintf(add_on, sizeof add_on, "%.*s", (int)name.length, name.bytes);
  printf("ok\t%d\n", basics_has_add_on(&licence, add_on, tools.bytes, tools.length));
}

static void answer_pc(size_t count) {
  static basics_pc pc;
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  char root[512], folder[512];
  basics_text at = bytes_of(fields[1]), state = bytes_of(count > 2 ? fields[2] : "");
  snprintf(root, sizeof root, "%.*s", (int)at.length, at.bytes);
  snprintf(folder, sizeof folder, "%.*s", (int)state.length, state.bytes);
  basics_read_recorded_pc(&pc, root);
  if (folder[0] != '\0') basics_add_stand_in(&pc, folder);
  basics_fingerprint(&pc.facts, NULL, fingerprint);
  printf("ok\t");
  print_fingerprint(fingerprint);
  printf("\t%d\t%d\n", pc.virtual_machine != NULL, pc.is_stand_in);
}

static void answer_list(void) {
  basics_list list;
  basics_id key;
  basics_text text = bytes_of(fields[1]);
  if (print_refusal(basics_read_list(text.bytes, text.length, keys_of(fields[2]), work, &list))) return;
  printf("ok\t%u\t%llu\t", list.tool_id, (unsigned long long)list.seq);
  for (size_t at = 0; at < list.id_count; at++) {
    printf("%s", at == 0 ? "" : ",");
    print_hex(list.ids + 8 * at, 8);
  }
  printf("\t");
  for (size_t at = 0; basics_id_at(list.keys, at, &key); at++) {
    printf("%s", at == 0 ? "" : ",");
    print_hex(key.bytes, 8);
  }
  printf("\n");
}

static void answer_return(void) {
  basics_return claims;
  basics_text text = bytes_of(fields[1]);
  if (print_refusal(basics_read_return_code(text.bytes, text.length, work, &claims))) return;
  printf("ok\t%u\t", claims.tool_id);
  print_hex(claims.licence_id.bytes, 8);
  printf("\t%lu\n", (unsigned long)claims.returned_at);
}

static void answer_made_return(void) {
  basics_return claims;
  char code[BASICS_RETURN_SIZE];
  claims.tool_id = (uint16_t)atoi(fields[1]);
  memcpy(claims.licence_id.bytes, bytes_of(fields[2]).bytes, 8);
  claims.returned_at = (uint32_t)atoll(fields[3]);
  basics_make_return_code(&claims, code);
  printf("ok\t%s\n", code);
}

static void answer_made(void) {
  basics_verification_code claims;
  char code[BASICS_CODE_SIZE];
  memset(&claims, 0, sizeof claims);
  while (strcmp(reasons[claims.reason], fields[1]) != 0) claims.reason++;
  claims.tool_id = (uint16_t)atoi(fields[2]);
  claims.major = (uint8_t)atoi(fields[3]);
  claims.minor = (uint8_t)atoi(fields[4]);
  claims.patch = (uint16_t)atoi(fields[5]);
  memcpy(claims.nonce, bytes_of(fields[6]).bytes, 8);
  claims.created_at = (uint32_t)atoll(fields[7]);
  basics_text name = bytes_of(fields[8]);
  basics_machine_name(name.bytes, name.length, claims.machine_name);
  claims.is_virtual = fields[9][0] == '1';
  claims.is_stand_in = fields[10][0] == '1';
  uint8_t licensed[BASICS_FINGERPRINT_SIZE];
  basics_facts facts = facts_of(fields + 12);
  if (basics_make_code(&claims, &facts, fingerprint_of(fields[11], licensed), code)) printf("ok\t%s\n", code);
  else printf("refusal\tPC_NOT_IDENTIFIED\t%d\t2\t\t\n", basics_known_facts(&facts));
}

/* The files of one tool. They are kept in memory. */
static struct {
  const char *name;
  char bytes[1 << 16];
  long length;
  int is_blocked;
} files[] = {{"licence", {0}, -1, 0},       {"memory.json", {0}, -1, 0},   {"returned", {0}, -1, 0},  {"revocations", {0}, -1, 0},
             {"memory-7.json", {0}, -1, 0}, {"revocations-7", {0}, -1, 0}, {"returned-7", {0}, -1, 0}};

#define FILES (sizeof files / sizeof *files)

static int64_t load(void *context, const char *name, char *buffer, size_t size) {
  (void)context;
  for (size_t at = 0; at < FILES; at++) {
    if (strcmp(files[at].name, name) != 0 || files[at].length > (long)size) continue;
    if (files[at].length > 0) memcpy(buffer, files[at].bytes, (size_t)files[at].length);
    return files[at].length;
  }
  return -1;
}

static int store(void *context, const char *name, const char *bytes, size_t length) {
  (void)context;
  for (size_t at = 0; at < FILES; at++) {
    if (strcmp(files[at].name, name) != 0 || length > sizeof files[at].bytes || files[at].is_blocked) continue;
    memcpy(files[at].bytes, bytes, length);
    files[at].length = (long)length;
    return 1;
  }
  return 0;
}

static int erase(void *context, const char *name) {
  (void)context;
  for (size_t at = 0; at < FILES; at++) {
    if (strcmp(files[at].name, name) != 0) continue;
    if (files[at].is_blocked) return 0;
    files[at].length = -1;
  }
  return 1;
}

/* Returns whether a file is the first (or, for `second`, the second) copy of the file that a step names. */
static int is_copy(const char *file, const char *name, int second) {
  char path[32];
  const char *full = strcmp(name, "record") == 0 ? "memory.json" : name;
  size_t stem = strcspn(full, ".");
  if (second) snprintf(path, sizeof path, "%.*s-7%s", (int)stem, full, full + stem);
  else snprintf(path, sizeof path, "%s", full);
  return strcmp(file, path) == 0;
}

/* Runs a step that does something to the files: `lose-record`, `drop-record`, `put-record`, `block-record`, `unblock`, `files`. */
static void change_files(const char *step, basics_text text) {
  static char separator[2];
  const char *name = strchr(step, '-') == NULL ? "" : strchr(step, '-') + 1;
  int is_second = strncmp(name, "second-", 7) == 0;
  if (is_second) name += 7;
  separator[0] = '\0';
  for (size_t at = 0; at < FILES; at++) {
    int is_first_copy = is_copy(files[at].name, name, 0), is_any_copy = is_first_copy || is_copy(files[at].name, name, 1);
    if (strncmp(step, "lose-", 5) == 0 && is_any_copy) files[at].length = -1;
    if (strncmp(step, "drop-", 5) == 0 && is_any_copy && is_first_copy != is_second) files[at].length = -1;
    if (strncmp(step, "put-", 4) == 0 && is_first_copy && text.length <= sizeof files[at].bytes) {
      if (text.length > 0) memcpy(files[at].bytes, text.bytes, text.length);
      files[at].length = (long)text.length;
    }
    if (strncmp(step, "folder-", 7) == 0 && is_first_copy) {
      files[at].length = -2;
      files[at].is_blocked = 1;
    }
    if (strncmp(step, "block-", 6) == 0 && is_any_copy) files[at].is_blocked = 1;
    if (strcmp(step, "unblock") == 0) files[at].is_blocked = 0;
    if (strcmp(step, "files") != 0 || files[at].length < 0 || strchr(files[at].name, '-') != NULL) continue;
    printf("%s%s", separator, files[at].name);
    separator[0] = '+';
  }
}

/* Makes the code for the licence that the PC needs, and prints its reason and fingerprint. */
static void print_requested(const basics_tool *tool, int64_t now) {
  basics_verification_code claims, read;
  char code[BASICS_CODE_SIZE], read_work[256];
  memset(&claims, 0, sizeof claims);
  if (!basics_request_code(tool, &claims, now, code)) return;
  basics_read_verification_code(code, strlen(code), read_work, &read);
  printf("%s/", reasons[read.reason]);
  print_fingerprint(read.fingerprint);
}

static void answer_steps(size_t count) {
  basics_facts facts;
  basics_tool tool = {0};
  basics_licence licence;
  tool.keys = keys_of(fields[1]);
  tool.id = (uint16_t)atoi(fields[2]);
  tool.major = (uint8_t)atoi(fields[3]);
  facts = facts_of(fields + 4);
  tool.facts = &facts;
  tool.files.load = load;
  tool.files.store = store;
  tool.files.erase = erase;
  tool.second = tool.files;
  tool.work = work;
  tool.part_size = sizeof work / 5;
  for (size_t at = 0; at < FILES; at++) files[at].length = -1;
  change_files("unblock", bytes_of(""));
  printf("ok\t");
  for (size_t at = 9; at + 2 < count; at += 3) {
    const char *code = "DONE", *stored = "";
    char returned[BASICS_RETURN_SIZE];
    int64_t now = atoll(fields[at + 1]);
    basics_text text = bytes_of(fields[at + 2]);
    printf("%s", at == 9 ? "" : ",");
    if (strcmp(fields[at], "install") == 0) code = basics_install(&tool, text.bytes, text.length, now, &licence);
    else if (strcmp(fields[at], "status") == 0) {
      code = basics_status(&tool, now, &licence);
      stored = licence.record_stored ? "" : "/not-stored";
    }
    else if (strcmp(fields[at], "days") == 0) {
      basics_status(&tool, now, &licence);
      snprintf(returned, sizeof returned, "%lld", (long long)licence.days_left);
      code = licence.days_left == BASICS_NO_END ? "none" : returned;
    }
    else if (strcmp(fields[at], "next") == 0) {
      char number[16];
      basics_status(&tool, now, &licence);
      snprintf(number, sizeof number, "%.*s", (int)text.length, text.bytes);
      int64_t next = basics_next_change(&licence, atoi(number), now);
      snprintf(returned, sizeof returned, "%lld", (long long)next);
      code = next == BASICS_NO_END ? "none" : returned;
    }
    else if (strcmp(fields[at], "code") == 0) {
      print_requested(&tool, now);
      code = "";
    }
    else if (strcmp(fields[at], "revocations") == 0) code = basics_take_revocations(&tool, text.bytes, text.length);
    else if (strcmp(fields[at], "return") == 0) {
      code = basics_return_licence(&tool, now, returned);
      if (strcmp(code, "RETURNED") == 0) code = returned;
    } else change_files(fields[at], text);
    if (strcmp(fields[at], "files") != 0) printf("%s%s", code, stored);
  }
  printf("\n");
}

/* Inputs that no reader made. With the sanitizers of the compiler, the program ends at the first wrong access to memory. */
static int are_edges_safe(void) {
  static const char *const texts[] = {"", "B", "BV", "BV-U", "BV-240g01-R1\xc3\xa9", "\xff\xfe", "BV-0123456789ABCDEFGHJKMNPQRS"};
  char lines[BASICS_LINES_SIZE], text[8] = "?";
  basics_licence licence;
  basics_text empty = {NULL, 0};
  int is_safe = basics_unescape(empty, text, sizeof text) == 0 && text[0] == '\0';
  for (size_t at = 0; at < sizeof texts / sizeof *texts; at++) is_safe &= !basics_print_checked_lines(texts[at], lines);
  memset(&licence, 0, sizeof licence);
  is_safe &= !basics_has_add_on(&licence, "rail", "", 0) && !basics_id_at(empty, 0, &licence.id);
  return is_safe;
}

static size_t split(void) {
  size_t count = 0;
  line[strcspn(line, "\r\n")] = '\0';
  for (char *at = line; at != NULL && count < MAX_FIELDS;) {
    fields[count++] = at;
    at = strchr(at, '\t');
    if (at != NULL) *at++ = '\0';
  }
  return count;
}

int main(void) {
  if (!basics_init() || !are_edges_safe()) return 1;
  while (fgets(line, sizeof line, stdin) != NULL) {
    size_t count = split();
    const char *kind = fields[0];
    used = 0;
    if (strcmp(kind, "verification-code") == 0) answer_code();
    else if (strcmp(kind, "licence") == 0) answer_licence(0);
    else if (strcmp(kind, "check") == 0) answer_licence(1);
    else if (strcmp(kind, "revocation-list") == 0) answer_list();
    else if (strcmp(kind, "add-on") == 0) answer_add_on();
    else if (strcmp(kind, "pc") == 0) answer_pc(count);
    else if (strcmp(kind, "make-code") == 0) answer_made();
    else if (strcmp(kind, "return-code") == 0) answer_return();
    else if (strcmp(kind, "make-return-code") == 0) answer_made_return();
    else if (strcmp(kind, "steps") == 0) answer_steps(count);
    else if (strcmp(kind, "machine-name") == 0) {
      char name[BASICS_NAME_SIZE];
      basics_text text = bytes_of(fields[1]);
      basics_machine_name(text.bytes, text.length, name);
      printf("ok\t");
      print_hex(name, strlen(name));
      printf("\n");
    } else if (strcmp(kind, "fingerprint") == 0) {
      uint8_t licensed[BASICS_FINGERPRINT_SIZE], result[BASICS_FINGERPRINT_SIZE];
      basics_facts facts = facts_of(fields + 2);
      basics_fingerprint(&facts, fingerprint_of(fields[1], licensed), result);
      printf("ok\t");
      print_fingerprint(result);
      printf("\n");
    } else if (strcmp(kind, "checked-lines") == 0) {
      char lines[BASICS_LINES_SIZE];
      basics_print_checked_lines(fields[1], lines);
      lines[strlen(lines) - 1] = '\0';
      for (char *end = lines; (end = strchr(end, '\n')) != NULL;) *end = ',';
      printf("ok\t%s\n", lines);
    } else if (strcmp(kind, "text") == 0) {
      char product[64], sentence[512], next_step[512];
      basics_text name = bytes_of(fields[2]);
      snprintf(product, sizeof product, "%.*s", (int)name.length, name.bytes);
      basics_sentence(fields[1], product, sentence, sizeof sentence);
      basics_next_step(fields[1], product, next_step, sizeof next_step);
      printf("ok\t");
      for (const char *at = sentence; *at != '\0'; at++) printf("%02x", (unsigned char)*at);
      printf("\t");
      for (const char *at = next_step; *at != '\0'; at++) printf("%02x", (unsigned char)*at);
      printf("\n");
    } else if (strcmp(kind, "relation") == 0) {
      uint8_t left[BASICS_FINGERPRINT_SIZE], right[BASICS_FINGERPRINT_SIZE];
      printf("ok\t%s\n", basics_relation(fingerprint_of(fields[1], left), fingerprint_of(fields[2], right)));
    } else {
      basics_text key = bytes_of(fields[1]), message = bytes_of(fields[2]), signature = bytes_of(fields[3]);
      printf("ok\t%d\n", basics_verify((const uint8_t *)key.bytes, key.length, (const uint8_t *)message.bytes, message.length,
                                       (const uint8_t *)signature.bytes, signature.length));
    }
  }
  return 0;
}
