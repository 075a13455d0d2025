/* SPDX-License-Identifier: Apache-2.0 */
/* See basics_desktop.h. */
#if defined _WIN32
#define _WIN32_WINNT 0x0601
#elif !defined _GNU_SOURCE
#define _GNU_SOURCE /* fsync, gethostname, nanosleep */
#endif
#include "basics_desktop.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined _WIN32
#include <windows.h>

static wchar_t *to_wide(const char *path, wchar_t wide[BASICS_PATH_SIZE]) {
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, BASICS_PATH_SIZE) == 0) wide[0] = 0;
  return wide;
}

static void make_folder(const char *path) {
  wchar_t wide[BASICS_PATH_SIZE];
  CreateDirectoryW(to_wide(path, wide), NULL);
}

/* Returns the length, -1 for a file that does not exist and -2 for one that cannot be read. */
static int64_t read_file(const char *path, char *buffer, size_t size) {
  wchar_t wide[BASICS_PATH_SIZE];
  DWORD count = 0, share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  HANDLE file = CreateFileW(to_wide(path, wide), GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    DWORD error = GetLastError();
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? -1 : -2;
  }
  BOOL is_read = ReadFile(file, buffer, (DWORD)size, &count, NULL);
  CloseHandle(file);
  return is_read ? (int64_t)count : -2;
}

/* Writes a file that must not exist. Returns 1 if it was written, 0 if another process writes it, -1 if it cannot be written. */
static int write_new(const char *path, const char *bytes, size_t length) {
  wchar_t wide[BASICS_PATH_SIZE];
  DWORD count = 0;
  HANDLE file = CreateFileW(to_wide(path, wide), GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) {
    DWORD kind = GetFileAttributesW(wide);
    return kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY) == 0 ? 0 : -1;
  }
  BOOL is_written = WriteFile(file, bytes, (DWORD)length, &count, NULL) && count == length && FlushFileBuffers(file);
  CloseHandle(file);
  if (!is_written) DeleteFileW(wide);
  return is_written ? 1 : -1;
}

/* A file of a process that was ended while it wrote, perhaps with another clock. */
static int is_old(const char *path) {
  wchar_t wide[BASICS_PATH_SIZE];
  WIN32_FILE_ATTRIBUTE_DATA data;
  FILETIME now;
  GetSystemTimeAsFileTime(&now);
  if (!GetFileAttributesExW(to_wide(path, wide), GetFileExInfoStandard, &data)) return 0;
  uint64_t written = (uint64_t)data.ftLastWriteTime.dwHighDateTime << 32 | data.ftLastWriteTime.dwLowDateTime;
  uint64_t current = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime, minute = 60 * (uint64_t)10000000;
  return current > written + minute || written > current + minute;
}

static int remove_file(const char *path) {
  wchar_t wide[BASICS_PATH_SIZE];
  if (DeleteFileW(to_wide(path, wide))) return 1;
  DWORD error = GetLastError();
  return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
}

static int replace_file(const char *from, const char *to, const char *folder) {
  wchar_t wide_from[BASICS_PATH_SIZE], wide_to[BASICS_PATH_SIZE];
  (void)folder;
  return MoveFileExW(to_wide(from, wide_from), to_wide(to, wide_to), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
}

static void pause_for(int milliseconds) { Sleep((DWORD)milliseconds); }

static int is_separator(char character) { return character == '/' || character == '\\'; }

/* Reads a variable of the environment in UTF-8; empty if it is missing or too long. */
static const char *read_variable(const char *name, char value[BASICS_PATH_SIZE]) {
  wchar_t wide_name[32], wide[BASICS_PATH_SIZE];
  MultiByteToWideChar(CP_UTF8, 0, name, -1, wide_name, 32);
  DWORD length = GetEnvironmentVariableW(wide_name, wide, BASICS_PATH_SIZE);
  int is_read = length > 0 && length < BASICS_PATH_SIZE && WideCharToMultiByte(CP_UTF8, 0, wide, -1, value, BASICS_PATH_SIZE, NULL, NULL) > 0;
  if (!is_read) value[0] = '\0';
  return value;
}

/* Names of PCs in Windows have no characters that NFC changes. */
static void read_name(char name[BASICS_PATH_SIZE]) { read_variable("COMPUTERNAME", name); }
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_folder(const char *path) { (void)mkdir(path, 0700); }

/* Returns the length, -1 for a file that does not exist and -2 for one that cannot be read. */
static int64_t read_file(const char *path, char *buffer, size_t size) {
  struct stat status;
  int handle = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* the opening of a pipe would wait for a writer */
  if (handle < 0) return errno == ENOENT ? -1 : -2;
  size_t length = 0;
  ssize_t count = fstat(handle, &status) == 0 && S_ISREG(status.st_mode) ? 1 : -1;
  while (count > 0 && length < size) {
    count = read(handle, buffer + length, size - length);
    if (count > 0) length += (size_t)count;
    if (count < 0 && errno == EINTR) count = 1;
  }
  close(handle);
  return count < 0 ? -2 : (int64_t)length;
}

/* Writes a file that must not exist. Returns 1 if it was written, 0 if another process writes it, -1 if it cannot be written. */
static int write_new(const char *path, const char *bytes, size_t length) {
  int handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  struct stat status;
  if (handle < 0) return errno == EEXIST && stat(path, &status) == 0 && S_ISREG(status.st_mode) ? 0 : -1;
  size_t written = 0;
  while (written < length) {
    ssize_t count = write(handle, bytes + written, length - written);
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    if (count > 0) written += (size_t)count;
  }
  int is_written = written == length && fsync(handle) == 0;
  is_written &= close(handle) == 0;
  if (!is_written) unlink(path);
  return is_written ? 1 : -1;
}

static int is_old(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && (time(NULL) - status.st_mtime > 60 || status.st_mtime - time(NULL) > 60);
}

static int remove_file(const char *path) { return unlink(path) == 0 || errno == ENOENT; }

static int replace_file(const char *from, const char *to, const char *folder) {
  if (rename(from, to) != 0) return 0;
  int handle = open(folder, O_RDONLY); /* otherwise a power failure can undo the renaming */
  if (handle >= 0) {
    (void)fsync(handle);
    close(handle);
  }
  return 1;
}

static int is_separator(char character) { return character == '/'; }

static void pause_for(int milliseconds) {
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

static const char *read_variable(const char *name, char value[BASICS_PATH_SIZE]) {
  const char *found = getenv(name);
  int is_read = found != NULL && strlen(found) < BASICS_PATH_SIZE;
  strcpy(value, is_read ? found : "");
  return value;
}

static void read_name(char name[BASICS_PATH_SIZE]) {
  if (gethostname(name, BASICS_PATH_SIZE - 1) != 0) name[0] = '\0';
  name[BASICS_PATH_SIZE - 1] = '\0';
}
#endif

/* Writes a path with the final part `name`, and `suffix` behind it. Returns 0 if it is too long, or the path of the folder was too long. */
static int join(const void *folder, const char *name, const char *suffix, char path[BASICS_PATH_SIZE]) {
  const char *start = (const char *)folder;
  if (start == NULL) return 0;
  int length = snprintf(path, BASICS_PATH_SIZE, "%s/%s%s", *start == '\0' ? "." : start, name, suffix);
  return length > 0 && length < BASICS_PATH_SIZE;
}

/* Creates a folder and the folders above it. If that fails, the file in it cannot be written. */
static void make_folders(const char *folder) {
  char path[BASICS_PATH_SIZE];
  snprintf(path, sizeof path, "%s", folder);
  for (char *at = path; *at != '\0'; at++) {
    char separator = *at;
    if (at == path || !is_separator(separator)) continue;
    *at = '\0';
    make_folder(path);
    *at = separator;
  }
  make_folder(path);
}

static int64_t load(void *folder, const char *name, char *buffer, size_t size) {
  char path[BASICS_PATH_SIZE];
  return join(folder, name, "", path) ? read_file(path, buffer, size) : -2;
}

/* Writes a temporary file, which is also the lock of the file, and renames it. Waits half a second for another process that writes. */
static int store(void *folder, const char *name, const char *bytes, size_t length) {
  char path[BASICS_PATH_SIZE], temporary[BASICS_PATH_SIZE];
  int is_written = 0;
  if (!join(folder, name, "", path) || !join(folder, name, ".tmp", temporary)) return 0;
  make_folders((const char *)folder);
  for (int tries = 0; tries < 50 && (is_written = write_new(temporary, bytes, length)) == 0; tries++) {
    if (is_old(temporary)) remove_file(temporary);
    pause_for(10);
  }
  if (is_written != 1) return 0;
  if (replace_file(temporary, path, (const char *)folder)) return 1;
  remove_file(temporary);
  return 0;
}

static int erase(void *folder, const char *name) {
  char path[BASICS_PATH_SIZE];
  return join(folder, name, "", path) && remove_file(path);
}

basics_files basics_folder(const char *folder) {
  basics_files files = {(void *)(uintptr_t)folder, load, store, erase};
  return files;
}

int basics_second_folder(char *folder, size_t size) {
  char base[BASICS_PATH_SIZE];
#if defined _WIN32
  const char *name = read_variable("APPDATA", base)[0] == '\0' ? NULL : "Basics";
#elif defined __APPLE__
  const char *name = read_variable("HOME", base)[0] == '\0' ? NULL : "Library/Preferences/Basics";
#else
  const char *name = read_variable("XDG_DATA_HOME", base)[0] != '\0' ? "basics" : read_variable("HOME", base)[0] != '\0' ? ".local/share/basics" : NULL;
#endif
  int length = name == NULL ? -1 : snprintf(folder, size, "%s/%s", base, name);
  return length > 0 && (size_t)length < size;
}

int basics_open(basics_desktop *desktop, uint16_t id, uint8_t major, basics_keys keys, const char *folder, const char *second_folder) {
  int is_short = strlen(folder) < BASICS_PATH_SIZE;
  basics_files files = basics_folder(is_short ? desktop->folder : NULL);
  basics_tool tool = {id, major, keys, &desktop->pc.facts, files, desktop->work, BASICS_PART_SIZE, {NULL, NULL, NULL, NULL}};
  int has_second = second_folder == NULL ? basics_second_folder(desktop->second_folder, BASICS_PATH_SIZE) : strlen(second_folder) < BASICS_PATH_SIZE;
  if (is_short) memmove(desktop->folder, folder, strlen(folder) + 1);
  if (has_second && second_folder != NULL) strcpy(desktop->second_folder, second_folder);
  if (has_second) tool.second = basics_folder(desktop->second_folder);
  desktop->tool = tool;
  int known = basics_read_pc(&desktop->pc);
  if (!is_short) return -1;
  if (known < 0 || known > 1) return known;
  make_folders(folder);
  return basics_add_stand_in(&desktop->pc, folder);
}

int basics_desktop_code(const basics_desktop *desktop, const char *name, uint8_t minor, uint16_t patch, int64_t now, char code[BASICS_CODE_SIZE]) {
  basics_verification_code claims;
  char own_name[BASICS_PATH_SIZE];
  memset(&claims, 0, sizeof claims);
  if (name == NULL) {
    read_name(own_name);
    name = own_name;
  }
  basics_machine_name(name, strlen(name), claims.machine_name);
  claims.minor = minor;
  claims.patch = patch;
  claims.is_virtual = desktop->pc.virtual_machine != NULL;
  claims.is_stand_in = desktop->pc.is_stand_in != 0;
  return basics_request_code(&desktop->tool, &claims, now, code);
}

/* Calls an address of the portal. Returns 0 if nothing answers there. The answer is in the first half of `answers`. */
static int call(basics_desktop *desktop, const char *portal, const basics_calls *calls, const char *path, const char *body, basics_text *answer) {
  char url[BASICS_PATH_SIZE];
  size_t scheme = strncmp(portal, "https://", 8) == 0 ? 8 : strncmp(portal, "http://", 7) == 0 ? 7 : 0;
  size_t host = scheme == 0 ? 0 : strcspn(portal + scheme, "/?#"), length = 0;
  answer->bytes = desktop->answers;
  answer->length = 0;
  if (host == 0 || scheme + host + strlen(path) >= sizeof url) return 0;
  snprintf(url, sizeof url, "%.*s%s", (int)(scheme + host), portal, path);
  int status = calls->request(calls->context, url, body, desktop->answers, BASICS_PART_SIZE, &length);
  if (status <= 0 || length > BASICS_PART_SIZE) return 0;
  answer->length = length;
  return status;
}

/* Reads a text of an answer. Returns its length, or 0 if it is missing or too long. */
static size_t unescape_field(basics_text answer, const char *name, char *text, size_t size) {
  basics_text field = basics_json_field(answer, name);
  size_t length = field.length > 0 && *field.bytes == '"' ? basics_unescape(field, text, size) : 0;
  return length < size ? length : 0;
}

/* Returns 0 also for a text with a character that is not in `allowed`. */
static int read_text(basics_text answer, const char *name, const char *allowed, char *text, size_t size) {
  size_t length = unescape_field(answer, name, text, size);
  return length > 0 && strspn(text, allowed) == length;
}

/* Reads whole seconds of an answer; -1 for anything else. */
static int read_seconds(basics_text answer, const char *name, int most) {
  basics_text field = basics_json_field(answer, name);
  int seconds = 0;
  if (field.length == 0 || field.length > 5) return -1;
  for (size_t at = 0; at < field.length; at++) {
    if (field.bytes[at] < '0' || field.bytes[at] > '9') return -1;
    seconds = 10 * seconds + field.bytes[at] - '0';
  }
  return seconds <= most ? seconds : -1;
}

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
static const char printable[] = "!\"#$%&'()*+,-./0123456789:;<=>?@" CAPITALS "[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

static int read_page(basics_text answer, const char *name, char page[BASICS_PATH_SIZE]) {
  return read_text(answer, name, printable, page, BASICS_PATH_SIZE) && (strncmp(page, "http://", 7) == 0 || strncmp(page, "https://", 8) == 0);
}

static const char *find_reason(int status, basics_text answer) {
  static const char *const reasons[] = {"NOT_CONFIRMED", "REFUSED_IN_PORTAL", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED"};
  char code[41];
  int is_refused = status >= 400 && status < 500 && read_text(answer, "code", CAPITALS "_", code, sizeof code);
  if (!is_refused || strcmp(code, "PAGE_NOT_FOUND") == 0 || strcmp(code, "CONFIRMED") == 0) return "PORTAL_NOT_REACHED";
  for (size_t at = 0; at < sizeof reasons / sizeof *reasons; at++)
    if (strcmp(code, reasons[at]) == 0) return reasons[at];
  return "PORTAL_REFUSED";
}

static int wait_for(const basics_calls *calls, int seconds) {
  if (calls->wait != NULL) return calls->wait(calls->context, seconds);
  pause_for(1000 * seconds);
  return 1;
}

const char *basics_get_licence(basics_desktop *desktop, const char *portal, const basics_calls *calls, uint8_t minor, uint16_t patch, basics_licence *result) {
  char code[BASICS_CODE_SIZE], body[BASICS_PATH_SIZE], state[41], *file = desktop->answers + BASICS_PART_SIZE;
  basics_question question;
  basics_text answer;
  memset(result, 0, sizeof *result);
  if (!basics_desktop_code(desktop, NULL, minor, patch, (int64_t)time(NULL), code)) return "PC_NOT_IDENTIFIED";
  snprintf(body, sizeof body, "{\"verificationCode\":\"%s\"}", code);
  int status = call(desktop, portal, calls, "/core/api/activation/device", body, &answer);
  basics_text device = basics_json_field(answer, "device_code");
  int left = read_seconds(answer, "expires_in", 86400), interval = read_seconds(answer, "interval", 3600), silence = 0;
  int is_good = status == 200 && left >= 0 && interval >= 0 && device.length > 2 && *device.bytes == '"' && device.length < sizeof body - 32;
  is_good = is_good && read_text(answer, "user_code", CAPITALS "-", question.user_code, sizeof question.user_code);
  if (!is_good || !read_page(answer, "verification_uri", question.page) || !read_page(answer, "verification_uri_complete", question.page_with_code)) {
    const char *reason = find_reason(status, answer);
    if (strcmp(reason, "PORTAL_NOT_REACHED") == 0) calls->paste(calls->context, code);
    return reason;
  }
  snprintf(body, sizeof body, "{\"device_code\":%.*s}", (int)device.length, device.bytes);
  calls->show(calls->context, &question);
  if (interval == 0) interval = 1;
  for (int waited = 0; waited <= left && wait_for(calls, interval); waited += interval) {
    status = call(desktop, portal, calls, "/core/api/activation/token", body, &answer);
    size_t length = status == 200 ? unescape_field(answer, "licence_file", file, BASICS_PART_SIZE) : 0;
    if (length > 0) return basics_install(&desktop->tool, file, length, (int64_t)time(NULL), result);
    int before = silence;
    silence = status > 0 && status < 500 ? 0 : silence + interval;
    if (before < 10 && silence >= 10) calls->paste(calls->context, code);
    if (!read_text(answer, "code", CAPITALS "_", state, sizeof state)) continue;
    if (strcmp(state, "EXPIRED_TOKEN") == 0) break;
    if (strcmp(state, "ACCESS_DENIED") == 0) return "REFUSED_IN_PORTAL";
    if (strcmp(state, "SLOW_DOWN") == 0) interval += 5;
  }
  return "NOT_CONFIRMED";
}

/* Reads a key with the status of a key that the portal uses. Returns 0 for any other. */
static int read_key(basics_text entry, uint8_t key[32]) {
  char digits[65], status[9], id[17], own_id[17];
  uint8_t hash[crypto_hash_sha256_BYTES];
  int is_known = read_text(entry, "status", printable, status, sizeof status) && (strcmp(status, "current") == 0 || strcmp(status, "next") == 0 || strcmp(status, "retired") == 0);
  if (!is_known || !read_text(entry, "publicKey", "0123456789abcdef", digits, sizeof digits) || strlen(digits) != 64) return 0;
  sodium_hex2bin(key, 32, digits, 64, NULL, NULL, NULL);
  crypto_hash_sha256(hash, key, 32);
  sodium_bin2hex(own_id, sizeof own_id, hash, 8);
  return read_text(entry, "kid", printable, id, sizeof id) && strcmp(id, own_id) == 0;
}

static size_t read_keys(basics_keys own, basics_text answer, uint8_t keys[BASICS_MAX_PORTAL_KEYS][32]) {
  basics_text list = basics_json_field(answer, "keys"), entry;
  size_t count = 0;
  int has_own = 0;
  for (size_t at = 0; count < BASICS_MAX_PORTAL_KEYS && (entry = basics_json_item(list, at)).length > 0; at++) {
    if (!read_key(entry, keys[count])) continue;
    for (size_t each = 0; each < own.count; each++) has_own |= memcmp(own.bytes + 32 * each, keys[count], 32) == 0;
    count++;
  }
  return has_own ? count : 0;
}

void basics_refresh(basics_desktop *desktop, const char *portal, const basics_calls *calls, basics_refreshed *result) {
  char path[48], *tools = desktop->answers + BASICS_PART_SIZE;
  basics_text answer;
  memset(result, 0, sizeof *result);
  snprintf(path, sizeof path, "/.well-known/basics-revocations/%u", (unsigned)desktop->tool.id);
  int is_read = call(desktop, portal, calls, path, NULL, &answer) == 200;
  result->revocations = is_read ? basics_take_revocations(&desktop->tool, answer.bytes, answer.length) : "PORTAL_NOT_REACHED";
  if (call(desktop, portal, calls, "/.well-known/basics-licence-keys", NULL, &answer) == 200)
    result->key_count = read_keys(desktop->tool.keys, answer, result->keys);
  if (call(desktop, portal, calls, "/.well-known/basics-tools", NULL, &answer) != 200 || basics_json_field(answer, "tools").length == 0) return;
  memcpy(tools, answer.bytes, answer.length);
  result->tools.bytes = tools;
  result->tools.length = answer.length;
}
