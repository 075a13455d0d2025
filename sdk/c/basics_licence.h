/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Licences of Basics Portal in C99: make a verification code, read, check, install and ask for the status of a licence.
 *
 * Needs libsodium, and allocates no memory: the caller provides a work buffer of at least basics_work_size(length) bytes for each text that
 * is read. Texts in results point into this buffer. All functions are reentrant. Times are Unix seconds. Call basics_init() once, before any other function.
 * The format and the meaning of all codes: docs/licence-format.md.
 */
#ifndef BASICS_LICENCE_H
#define BASICS_LICENCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BASICS_VERSION "3.4.0"
#define BASICS_NEVER 0xffffffffu
#define BASICS_ANY_MAJOR 255
#define BASICS_NO_END INT64_MAX
#define BASICS_CODE_SIZE 144       /* the longest verification code, with the final zero byte */
#define BASICS_RETURN_SIZE 40      /* a return code, with the final zero byte */
#define BASICS_LINES_SIZE 320      /* the printed lines of the longest code, with the final zero byte */
#define BASICS_NAME_SIZE 33        /* the longest machine name, with the final zero byte */
#define BASICS_FACTS 5             /* the number of facts of a PC */
#define BASICS_FINGERPRINT_SIZE 20 /* four bytes for each fact; the bytes of an unknown fact are zero */
#define BASICS_MAX_DENIED 1024     /* the highest number of ids in a record; older ids are left out */
#define BASICS_RECORD_SIZE 20992   /* the length of the longest record */

typedef struct {
  const char *bytes;
  size_t length;
} basics_text;

typedef struct {
  uint8_t bytes[8];
} basics_id;

/*
 * `code` is "" if there is no refusal. If `found`, `expected` or `detail` do not apply, they are -1, -1 and "". `line` is the first printed line,
 * from 1, whose check characters are wrong; otherwise 0.
 */
typedef struct {
  const char *code;
  int found;
  int expected;
  const char *detail;
  int line;
} basics_refusal;

/* The values of the facts of a PC, in the order machine id, board id, system disk, network card, UUID. `count` is the number of values of each fact; the preferred value comes first. */
typedef struct {
  const basics_text *values[BASICS_FACTS];
  size_t count[BASICS_FACTS];
} basics_facts;

typedef struct {
  uint8_t reason; /* 0 new, 1 renewal, 2 moved from another PC */
  uint16_t tool_id;
  uint8_t major, minor;
  uint16_t patch;
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  uint8_t nonce[8]; /* scheme 2 uses only the first four bytes */
  uint32_t created_at;
  char machine_name[BASICS_NAME_SIZE];
  uint8_t scheme; /* set by a reader: 2 if the code has a UUID or a flag, otherwise 1 */
  uint8_t is_virtual, is_stand_in;
} basics_verification_code;

typedef struct {
  int is_file;
  basics_id id;
  basics_id key_id;
  uint16_t tool_id;
  uint8_t max_major;
  int brand;              /* the number of the brand in a code, -1 in a file */
  int trial, bridge;
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  uint32_t entitlements;
  uint32_t issued_at, not_before, expires_at;
  uint32_t grace_days;
  int64_t days_left;      /* days until the last day of the licence, see basics_days_left */
  int record_stored;      /* 0 if basics_status could not store the record of the tool, otherwise 1 */
  basics_refusal refusal; /* why the licence could not be read; then all other fields are zero */
  /* If the licence was read from a file: the JSON of the payload, and its fields as JSON (strings with their quotation marks). If it was read from a code: empty. */
  basics_text json, user, brand_name, tool_name, machine_name, entitlement_names, preferences, deny;
} basics_licence;

/* What a tool reports after it has removed a licence from its PC. It is not signed. */
typedef struct {
  uint16_t tool_id;
  basics_id licence_id;
  uint32_t returned_at;
} basics_return;

/* `ids` and `keys`: see basics_list_names_licence and basics_list_names_key. */
typedef struct {
  uint16_t tool_id;
  uint64_t seq;
  uint32_t issued_at, next_at;
  basics_id key_id;
  const uint8_t *ids; /* eight bytes each */
  size_t id_count;
  basics_text keys; /* a JSON array */
} basics_list;

/* Raw public keys of 32 bytes, one after the other. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} basics_keys;

typedef struct {
  int64_t now;
  const basics_facts *facts;
  uint16_t tool_id;
  uint8_t tool_major;
  int64_t high_water_mark;
  const basics_id *denied;
  size_t denied_count;
  const basics_id *revoked;
  size_t revoked_count;
} basics_circumstances;

/* Call it once, before any other function. Returns 0 if there is no source of random numbers. */
int basics_init(void);
size_t basics_work_size(size_t text_length);

/* Writes a code with its final zero byte. `licensed` is the fingerprint in the installed licence, or NULL. Returns 0 if a value is
 * too large, or if the PC has fewer than two usable facts ("PC_NOT_IDENTIFIED"), because no licence would be valid on that PC. */
int basics_make_code(const basics_verification_code *claims, const basics_facts *facts, const uint8_t *licensed,
                     char code[BASICS_CODE_SIZE]);
/* Returns the number of facts that have a value which identifies a PC. */
int basics_known_facts(const basics_facts *facts);
/*
 * Writes the lines of a code for reading aloud or typing, with a line feed after each line, and the final zero byte. The last group of each
 * line has its check characters. Returns 0 for a text that is no code.
 */
int basics_print_checked_lines(const char *code, char lines[BASICS_LINES_SIZE]);
/* Writes the name of a PC in the form for codes. The name must be in the Unicode form NFC; an ASCII name always is. */
void basics_machine_name(const char *name, size_t length, char result[BASICS_NAME_SIZE]);

basics_refusal basics_read_verification_code(const char *text, size_t length, void *work,
                                             basics_verification_code *result);
/* Writes the code with its final zero byte. */
void basics_make_return_code(const basics_return *claims, char code[BASICS_RETURN_SIZE]);
basics_refusal basics_read_return_code(const char *text, size_t length, void *work, basics_return *result);
basics_refusal basics_read_licence(const char *text, size_t length, basics_keys keys, void *work,
                                   basics_licence *result);
basics_refusal basics_read_list(const char *text, size_t length, basics_keys keys, void *work, basics_list *result);
int basics_list_names_licence(const basics_list *list, const basics_id *id);
int basics_list_names_key(const basics_list *list, const basics_id *id);

/*
 * Returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in `tools`, the text of
 * /.well-known/basics-tools. A text without this tool or add-on names no bit, so a code does not include the add-on.
 */
int basics_has_add_on(const basics_licence *licence, const char *add_on, const char *tools, size_t length);
/* Returns the bit of an add-on in the text of /.well-known/basics-tools, 0 to 31; -1 if the text does not name it. */
int basics_add_on_bit(const char *tools, size_t length, uint16_t tool_id, const char *add_on);

/* Returns "VALID", "IN_GRACE", or the code of the first reason why a licence is not valid. */
const char *basics_check(const basics_licence *licence, const basics_circumstances *at);
int basics_allows(const char *code);
/* Returns the calendar days in UTC from a time to the last day of a licence: 0 on the last day, BASICS_NO_END for a licence without end. */
int64_t basics_days_left(uint32_t expires_at, int64_t latest);
/*
 * Returns the first time after `now` at which the dates of a licence change something: the beginning of the day (in UTC) on which `days` days are left,
 * the expiry, or the end of the grace period. BASICS_NO_END if none of them is after `now`, for a licence without end, and for an empty licence.
 */
int64_t basics_next_change(const basics_licence *licence, int32_t days, int64_t now);
/*
 * Write the sentence or the next step for a code, with the name of your product, as much as fits into `size` bytes with the final zero byte, and
 * return the length of the whole text; empty for an unknown code. They are in basics_texts.c.
 */
size_t basics_sentence(const char *code, const char *product, char *result, size_t size);
size_t basics_next_step(const char *code, const char *product, char *result, size_t size);

void basics_fingerprint(const basics_facts *facts, const uint8_t *licensed, uint8_t result[BASICS_FINGERPRINT_SIZE]);
/* Returns the number of bytes of a fingerprint outside of codes: 20 if the UUID is known, otherwise 16. */
size_t basics_fingerprint_length(const uint8_t fingerprint[BASICS_FINGERPRINT_SIZE]);
const char *basics_relation(const uint8_t left[BASICS_FINGERPRINT_SIZE], const uint8_t right[BASICS_FINGERPRINT_SIZE]);
int basics_verify(const uint8_t *key, size_t key_length, const uint8_t *message, size_t length, const uint8_t *signature,
                  size_t signature_length);
/* Writes the text of a JSON string in UTF-8 with a final zero byte, as much as fits into `size` bytes. Returns the length of the whole text. */
size_t basics_unescape(basics_text json, char *result, size_t size);
/* Returns a field of a JSON object as JSON (a string with its quotation marks, see basics_unescape); empty if the text is no such object. For the
 * answers of a portal: docs/portal-calls.md. */
basics_text basics_json_field(basics_text json, const char *name);
/* Returns the JSON at a position of an array that basics_json_field returned; empty after the last one. */
basics_text basics_json_item(basics_text array, size_t at);
/* Reads the id at a position of the array `deny` of a licence or `keys` of a list. Returns 0 after the last id. */
int basics_id_at(basics_text array, size_t at, basics_id *result);

/*
 * The files of a tool: "licence", "memory.json", "revocations" and "returned". `load` writes at most `size` bytes to `buffer`, and returns the
 * length of the file, -1 if the file does not exist, or -2 if it cannot be read. `store` replaces the whole file, and must not leave an incomplete file. `erase` deletes the file; it may be
 * NULL. Both return 0 if they failed.
 */
typedef struct {
  void *context;
  int64_t (*load)(void *context, const char *name, char *buffer, size_t size);
  int (*store)(void *context, const char *name, const char *bytes, size_t length);
  int (*erase)(void *context, const char *name);
} basics_files;

typedef struct {
  uint16_t id;
  uint8_t major;
  basics_keys keys;
  const basics_facts *facts;
  basics_files files;
  /* A buffer of five parts with `part_size` bytes each. A part must have room for the longest text and one more byte. */
  char *work;
  size_t part_size;
  /*
   * The second copies of all files but "licence", outside of the folder of `files`, with the number of the tool in their names: "memory-7.json",
   * "revocations-7" and "returned-7". One copy is enough; `load` is NULL for a tool without second copies.
   */
  basics_files second;
} basics_tool;

/*
 * Both return the code of the finding, as basics_check does, or the code of the refusal, or "FILE_TOO_LONG". `result` is always filled: with the
 * licence, also if it does not allow the tool to run (`expires_at` is 0 if there is none), and with the refusal. If basics_install returns
 * "FILE_NOT_WRITABLE", nothing has changed. basics_status returns it only if no record could be stored for 7 days.
 */
const char *basics_install(const basics_tool *tool, const char *text, size_t length, int64_t now, basics_licence *result);
const char *basics_status(const basics_tool *tool, int64_t now, basics_licence *result);
/*
 * Removes the licence from this PC, which will not accept the licence again. Returns "RETURNED", and writes the code that frees its seat, also
 * if the file of the licence cannot be erased. A repeated call writes the same code. With any other result, nothing changes.
 */
const char *basics_return_licence(const basics_tool *tool, int64_t now, char code[BASICS_RETURN_SIZE]);
const char *basics_take_revocations(const basics_tool *tool, const char *text, size_t length);
/*
 * Makes a code for the licence that this PC needs now: the reason follows from the status, a changed PC keeps the parts of its licence, and the random
 * bytes are new. `claims` has `minor`, `patch`, `machine_name` and the flags; the other fields are filled. Returns 0 as basics_make_code does.
 */
int basics_request_code(const basics_tool *tool, basics_verification_code *claims, int64_t now, char code[BASICS_CODE_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
