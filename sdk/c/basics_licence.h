/*
 * Licences of Basics Portal in C99: make a verification code, read, check, install and ask for the status of a licence.
 *
 * Needs libsodium, and allocates no memory: the caller gives a work buffer of at least basics_work_size(length) bytes for each text that
 * is read. Texts in results point into it. All functions are reentrant. Times are Unix seconds. Call basics_init() once before.
 * The format and the meaning of all codes: docs/licence-format.md.
 */
#ifndef BASICS_LICENCE_H
#define BASICS_LICENCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BASICS_NEVER 0xffffffffu
#define BASICS_ANY_MAJOR 255
#define BASICS_CODE_SIZE 144       /* the longest verification code, with its zero */
#define BASICS_RETURN_SIZE 40      /* a return code, with its zero */
#define BASICS_LINES_SIZE 320      /* the printed lines of the longest code, with their zero */
#define BASICS_NAME_SIZE 33        /* the longest machine name, with its zero */
#define BASICS_FACTS 5             /* facts of a PC */
#define BASICS_FINGERPRINT_SIZE 20 /* four bytes for each fact; those of a fact that is unknown are zero */
#define BASICS_MAX_DENIED 1024     /* ids in a record; the oldest are left out */
#define BASICS_RECORD_SIZE 20992   /* the text of the longest record */

typedef struct {
  const char *bytes;
  size_t length;
} basics_text;

typedef struct {
  uint8_t bytes[8];
} basics_id;

/*
 * `code` is "" if there is no refusal; `found` and `expected` are -1 where they do not apply, `detail` is "". `line` is the first printed line,
 * from 1, whose check characters do not fit; otherwise 0.
 */
typedef struct {
  const char *code;
  int found;
  int expected;
  const char *detail;
  int line;
} basics_refusal;

/* The values of a PC in the order machine id, board id, system disk, network card, UUID: so many of each, the preferred one first. */
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
  uint8_t nonce[8]; /* in scheme 2 only four bytes of it */
  uint32_t created_at;
  char machine_name[BASICS_NAME_SIZE];
  uint8_t scheme; /* from a reader: 1, or 2 with a UUID or a flag */
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
  /* From a file: the JSON of the payload, and its fields as JSON (strings with their quotation marks). Empty from a code. */
  basics_text json, user, brand_name, tool_name, machine_name, entitlement_names, preferences, deny;
} basics_licence;

/* What a tool claims when it removed a licence from its PC. It is not signed. */
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

/* Once before everything else; 0 if there is no source of random numbers. */
int basics_init(void);
size_t basics_work_size(size_t text_length);

/* Writes the code with its zero. `licensed`: the fingerprint of the licence in place, or NULL. 0 if a value does not fit. */
int basics_make_code(const basics_verification_code *claims, const basics_facts *facts, const uint8_t *licensed,
                     char code[BASICS_CODE_SIZE]);
/*
 * Writes the lines of a code with a line feed after each, and the zero. Each has its check characters in a last group: to be read aloud or
 * typed. 0 if the code is too long.
 */
int basics_print_checked_lines(const char *code, char lines[BASICS_LINES_SIZE]);
/* The name in the form for codes. The caller gives NFC, which no computer name of ASCII needs. */
void basics_machine_name(const char *name, size_t length, char result[BASICS_NAME_SIZE]);

basics_refusal basics_read_verification_code(const char *text, size_t length, void *work,
                                             basics_verification_code *result);
/* Writes the code with its zero. */
void basics_make_return_code(const basics_return *claims, char code[BASICS_RETURN_SIZE]);
basics_refusal basics_read_return_code(const char *text, size_t length, void *work, basics_return *result);
basics_refusal basics_read_licence(const char *text, size_t length, basics_keys keys, void *work,
                                   basics_licence *result);
basics_refusal basics_read_list(const char *text, size_t length, basics_keys keys, void *work, basics_list *result);
int basics_list_names_licence(const basics_list *list, const basics_id *id);
int basics_list_names_key(const basics_list *list, const basics_id *id);

/* "VALID", "IN_GRACE", or the code of the first reason against a genuine licence. */
const char *basics_check(const basics_licence *licence, const basics_circumstances *at);
int basics_allows(const char *code);

void basics_fingerprint(const basics_facts *facts, const uint8_t *licensed, uint8_t result[BASICS_FINGERPRINT_SIZE]);
/* 16, or 20 if the UUID is known: so many bytes are written outside of codes. */
size_t basics_fingerprint_length(const uint8_t fingerprint[BASICS_FINGERPRINT_SIZE]);
const char *basics_relation(const uint8_t left[BASICS_FINGERPRINT_SIZE], const uint8_t right[BASICS_FINGERPRINT_SIZE]);
int basics_verify(const uint8_t *key, size_t key_length, const uint8_t *message, size_t length, const uint8_t *signature,
                  size_t signature_length);
/* The text of a JSON string in UTF-8 with its zero, as much as fits. Returns its whole length. */
size_t basics_unescape(basics_text json, char *result, size_t size);
/* The id at a position of the array `deny` of a licence or `keys` of a list; 0 after the last. */
int basics_id_at(basics_text array, size_t at, basics_id *result);

/*
 * The files of a tool: "licence", "memory.json", "revocations" and "returned". `load` puts at most `size` bytes in `buffer` and returns the
 * length of the file, -1 if there is none. `store` replaces the whole file or nothing, `erase` removes it; both return 0 if they failed.
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
  /* Five parts of `part_size` bytes each; a part holds the longest text, and one byte more. */
  char *work;
  size_t part_size;
} basics_tool;

/* The code of the finding, as basics_check, or of the refusal; "FILE_NOT_WRITABLE" and "FILE_TOO_LONG" for problems of files. */
const char *basics_install(const basics_tool *tool, const char *text, size_t length, int64_t now, basics_licence *result);
const char *basics_status(const basics_tool *tool, int64_t now, basics_licence *result);
/*
 * Removes the licence from this PC, which does not accept it again: "RETURNED", and the code that frees its seat. Repeated, it gives the same
 * code. Otherwise nothing changes.
 */
const char *basics_return_licence(const basics_tool *tool, int64_t now, char code[BASICS_RETURN_SIZE]);
const char *basics_take_revocations(const basics_tool *tool, const char *text, size_t length, int64_t now);

#ifdef __cplusplus
}
#endif
#endif
