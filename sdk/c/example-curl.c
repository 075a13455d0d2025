/* SPDX-License-Identifier: Apache-2.0 */
/* A tool that calls its portal with libcurl: `example-curl KEY activate PORTAL`, `refresh PORTAL`, `status` or `return`. KEY is the portal's key in hex. */
#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "basics_desktop.h"

typedef struct {
  char *text;
  size_t size, length;
} reply;

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  reply *to = (reply *)context;
  if (count * size > to->size - to->length) return 0; /* too long: libcurl ends the call */
  memcpy(to->text + to->length, bytes, count * size);
  to->length += count * size;
  return count * size;
}

static int request(void *curl, const char *url, const char *body, char *answer, size_t size, size_t *length) {
  reply to = {answer, size, 0};
  long status = 0;
  struct curl_slist *headers = curl_slist_append(NULL, "content-type: application/json");
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 10L);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  if (body != NULL) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &to);
  if (getenv("SSL_CERT_FILE") != NULL) curl_easy_setopt(curl, CURLOPT_CAINFO, getenv("SSL_CERT_FILE"));
  if (curl_easy_perform(curl) == CURLE_OK) curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(headers);
  *length = to.length;
  return (int)status;
}

static void show(void *curl, const basics_question *question) {
  (void)curl;
  printf("Open %s and confirm the code %s.\n", question->page, question->user_code);
  fflush(stdout);
}

static void paste(void *curl, const char *code) {
  (void)curl;
  printf("Paste this code at /license/verify of the portal:\n%s\n", code);
}

static int finish(const char *code, const basics_licence *licence) {
  char sentence[512];
  basics_sentence(code, "Example", sentence, sizeof sentence);
  printf("%s: %s\n", code, sentence);
  if (licence->expires_at != 0 && licence->days_left != BASICS_NO_END) printf("%ld days left.\n", (long)licence->days_left);
  return basics_allows(code) ? 0 : 1;
}

int main(int count, char **words) {
  static basics_desktop desktop;
  basics_licence licence = {0};
  basics_refreshed refreshed;
  char folder[BASICS_PATH_SIZE], code[BASICS_RETURN_SIZE] = "";
  uint8_t key[32];
  if (count < 3 || !basics_init() || sodium_hex2bin(key, 32, words[1], strlen(words[1]), NULL, NULL, NULL) != 0) return 2;
  basics_keys keys = {key, 1};
  basics_calls calls = {curl_easy_init(), request, show, paste, NULL};
  snprintf(folder, sizeof folder, "%s/.basics-example", getenv("HOME"));
  basics_open(&desktop, 7, 1, keys, folder, NULL);
  if (count > 3 && strcmp(words[2], "activate") == 0) return finish(basics_get_licence(&desktop, words[3], &calls, 0, 0, &licence), &licence);
  if (strcmp(words[2], "status") == 0) return finish(basics_status(&desktop.tool, (int64_t)time(NULL), &licence), &licence);
  if (strcmp(words[2], "return") == 0) {
    const char *result = basics_return_licence(&desktop.tool, (int64_t)time(NULL), code);
    puts(*code == '\0' ? result : code);
  } else if (count > 3) {
    basics_refresh(&desktop, words[3], &calls, &refreshed);
    printf("%s %d %s\n", refreshed.revocations, (int)refreshed.key_count, refreshed.tools.length > 0 ? "true" : "false");
  }
  return 0;
}
