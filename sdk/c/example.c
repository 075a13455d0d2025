/* SPDX-License-Identifier: Apache-2.0 */
/* A tool: `example KEY code`, `example KEY install FILE`, `example KEY status`, `example KEY return`. KEY is the portal's public key in hex. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "basics_desktop.h"

/* A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool. */
static const char tools[] = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";
static basics_desktop desktop;
static char text[BASICS_PART_SIZE];

static int show(const char *code, const basics_licence *licence) {
  char sentence[512], next_step[512];
  basics_sentence(code, "Example", sentence, sizeof sentence);
  basics_next_step(code, "Example", next_step, sizeof next_step);
  printf("%s: %s %s\n", code, sentence, next_step);
  if (basics_allows(code) && licence->days_left != BASICS_NO_END) printf("%ld days left.\n", (long)licence->days_left);
  if (basics_allows(code) && basics_has_add_on(licence, "configRail", tools, strlen(tools))) puts("The add-on configRail is included.");
  return basics_allows(code) ? 0 : 1;
}

int main(int count, char **words) {
  basics_licence licence = {0};
  uint8_t key[32];
  char code[BASICS_CODE_SIZE];
  int64_t now = (int64_t)time(NULL);
  if (count < 3 || !basics_init() || sodium_hex2bin(key, 32, words[1], strlen(words[1]), NULL, NULL, NULL) != 0) return 2;
  basics_keys keys = {key, 1};
  basics_open(&desktop, 7, 1, keys, "state", NULL);
  if (strcmp(words[2], "code") == 0) {
    int is_made = basics_desktop_code(&desktop, NULL, 0, 0, now, code);
    puts(is_made ? code : "PC_NOT_IDENTIFIED");
    return !is_made;
  }
  if (strcmp(words[2], "return") == 0) {
    char returned[BASICS_RETURN_SIZE];
    const char *result = basics_return_licence(&desktop.tool, now, returned);
    puts(strcmp(result, "RETURNED") == 0 ? returned : result);
    return 0;
  }
  if (strcmp(words[2], "install") == 0 && count > 3) {
    FILE *file = fopen(words[3], "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    return show(basics_install(&desktop.tool, text, length, now, &licence), &licence);
  }
  return show(basics_status(&desktop.tool, now, &licence), &licence);
}
