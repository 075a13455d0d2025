/* SPDX-License-Identifier: Apache-2.0 */
/* See basics_licence.h. The parts of this file, in their order: texts, codes, JSON, files, checks, the record of a tool. */
#include "basics_licence.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define DAY 86400
#define TOLERANCE (48 * 3600)
#define DAYS_WITHOUT_RECORD 7
#define MAX_POINTS 100000
#define MAX_FILE 4000000
#define MAX_STARTS 200
#define WINDOW 2048
#define LINE_LENGTH 24
#define MAX_DEPTH 32

static const basics_refusal none = {"", -1, -1, "", 0};

static basics_refusal refuse(const char *code, int found, int expected, const char *detail) {
  basics_refusal refusal = {code, found, expected, detail, 0};
  return refusal;
}

static int is_refused(basics_refusal refusal) { return refusal.code[0] != '\0'; }

static int is_code(basics_refusal refusal, const char *code) { return strcmp(refusal.code, code) == 0; }

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int is_alpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

static int to_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int to_upper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

static int hex_value(int c) {
  if (is_digit(c)) return c - '0';
  c = to_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int hex_bytes(const char *text, size_t count, uint8_t *bytes) {
  for (size_t at = 0; at < count; at++) {
    int high = hex_value((unsigned char)text[2 * at]), low = hex_value((unsigned char)text[2 * at + 1]);
    if (high < 0 || low < 0) return 0;
    bytes[at] = (uint8_t)(high * 16 + low);
  }
  return 1;
}

static int is_lower_hex(const char *text, size_t length) {
  for (size_t at = 0; at < length; at++) {
    if (!is_digit(text[at]) && !(text[at] >= 'a' && text[at] <= 'f')) return 0;
  }
  return 1;
}

static void hash(uint8_t out[32], const char *label, const uint8_t *bytes, size_t length) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  crypto_hash_sha256_update(&state, (const uint8_t *)label, strlen(label));
  crypto_hash_sha256_update(&state, bytes, length);
  crypto_hash_sha256_final(&state, out);
}

int basics_verify(const uint8_t *key, size_t key_length, const uint8_t *message, size_t length, const uint8_t *signature,
                  size_t signature_length) {
  if (key_length != 32 || signature_length != 64) return 0;
  return crypto_sign_verify_detached(signature, message, length, key) == 0;
}

/* ---- Texts: the five reading steps of docs/licence-format.md ---- */

/* Returns the length of the character at `at`. A byte that belongs to no character is read as U+FFFD, and `valid` is 0. */
static size_t next_point(const uint8_t *text, size_t length, size_t at, uint32_t *point, int *valid) {
  uint8_t first = text[at];
  size_t more = first < 0x80 ? 0 : first >= 0xc2 && first <= 0xdf ? 1 : (first & 0xf0) == 0xe0 ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : 9;
  *point = more == 0 ? first : more == 1 ? first & 0x1f : more == 2 ? first & 0x0f : first & 0x07;
  *valid = more != 9 && at + more < length;
  for (size_t next = 1; *valid && next <= more; next++) {
    uint8_t byte = text[at + next];
    *valid = (byte & 0xc0) == 0x80;
    *point = *point << 6 | (byte & 0x3f);
  }
  if (*valid && more == 2) *valid = *point >= 0x800 && (*point < 0xd800 || *point > 0xdfff);
  if (*valid && more == 3) *valid = *point >= 0x10000 && *point <= 0x10ffff;
  if (*valid) return more + 1;
  *point = 0xfffd;
  return 1;
}

typedef struct {
  char symbol; /* 0: removed */
  uint32_t first, last;
} range;

static const range ranges[] = {
    {' ', 0x9, 0xd}, {' ', 0x20, 0x20}, {' ', 0xa0, 0xa0}, {' ', 0x1680, 0x1680}, {' ', 0x2000, 0x200a},
    {' ', 0x2028, 0x2029}, {' ', 0x202f, 0x202f}, {' ', 0x205f, 0x205f}, {' ', 0x3000, 0x3000},
    {0, 0x0, 0x1f}, {0, 0x7f, 0x9f}, {0, 0xad, 0xad}, {0, 0x300, 0x36f}, {0, 0x61c, 0x61c}, {0, 0x180b, 0x180f},
    {0, 0x1ab0, 0x1aff}, {0, 0x1dc0, 0x1dff}, {0, 0x200b, 0x200f}, {0, 0x202a, 0x202e}, {0, 0x2060, 0x206f},
    {0, 0x20d0, 0x20ff}, {0, 0xfe00, 0xfe0f}, {0, 0xfe20, 0xfe2f}, {0, 0xfeff, 0xfeff}, {0, 0xfff9, 0xfffb},
    {0, 0xe0000, 0xe0fff},
    {'-', 0x2d, 0x2d}, {'-', 0x2d7, 0x2d7}, {'-', 0x58a, 0x58a}, {'-', 0x5be, 0x5be}, {'-', 0x1400, 0x1400},
    {'-', 0x1806, 0x1806}, {'-', 0x2010, 0x2015}, {'-', 0x2043, 0x2043}, {'-', 0x2212, 0x2212}, {'-', 0x2500, 0x2501},
    {'-', 0x2e17, 0x2e17}, {'-', 0x2e1a, 0x2e1a}, {'-', 0x2e3a, 0x2e3b}, {'-', 0x2e40, 0x2e40}, {'-', 0x301c, 0x301c},
    {'-', 0x3030, 0x3030}, {'-', 0x30a0, 0x30a0}, {'-', 0x30fc, 0x30fc}, {'-', 0xfe31, 0xfe32}, {'-', 0xfe58, 0xfe58},
    {'-', 0xfe63, 0xfe63}, {'-', 0xff70, 0xff70},
    {'>', 0x22, 0x22}, {'>', 0x27, 0x27}, {'>', 0x2a, 0x2a}, {'>', 0x3e, 0x3e}, {'>', 0x5c, 0x5c}, {'>', 0x5f, 0x60},
    {'>', 0x7c, 0x7c}, {'>', 0x7e, 0x7e}, {'>', 0xab, 0xab}, {'>', 0xb4, 0xb4}, {'>', 0xbb, 0xbb}, {'>', 0x2018, 0x201f},
    {'>', 0x2032, 0x2033}, {'>', 0x2039, 0x203a},
    {'.', 0x21, 0x2f}, {'.', 0x3a, 0x40}, {'.', 0x5b, 0x60}, {'.', 0x7b, 0x7e}, {'.', 0xa1, 0xbf}, {'.', 0xd7, 0xd7},
    {'.', 0xf7, 0xf7}, {'.', 0x2016, 0x205e}, {'.', 0x20a0, 0x20cf}, {'.', 0x2190, 0x2bff}, {'.', 0x2e00, 0x2e7f},
    {'.', 0x3001, 0x3020}, {'.', 0xe000, 0xf8ff}, {'.', 0xfe10, 0xfe6f}, {'.', 0xff5f, 0xff65}, {'.', 0xfffc, 0xfffc},
    {'.', 0x1f000, 0x1faff},
};

static char symbol_of(uint32_t point) {
  if (point >= 0xff01 && point <= 0xff5e) point -= 0xfee0;
  if (point == 0x131) return 'I';
  if (point < 0x80 && (is_digit((int)point) || is_alpha((int)point))) return (char)to_upper((int)point);
  for (size_t at = 0; at < sizeof ranges / sizeof *ranges; at++) {
    if (point >= ranges[at].first && point <= ranges[at].last) return ranges[at].symbol;
  }
  return '?';
}

/* Returns the length of a soft line break: `=`, then spaces and tabs, then a line end. 0 if there is no soft line break. */
static size_t soft_break(const char *text, size_t length, size_t at) {
  size_t end = at + 1;
  if (text[at] != '=') return 0;
  while (end < length && (text[end] == ' ' || text[end] == '\t')) end++;
  if (end < length && text[end] == '\r') end++;
  return end < length && text[end] == '\n' ? end + 1 - at : 0;
}

/* Returns the byte of an escape such as `=C2` or `%2d`; -1 if there is no escape. */
static int escaped_byte(const char *text, size_t length, size_t at, char sign) {
  if (at + 2 >= length || text[at] != sign) return -1;
  for (size_t next = at + 1; next <= at + 2; next++) {
    if (hex_value((unsigned char)text[next]) < 0 || (sign == '=' && text[next] >= 'a')) return -1;
  }
  return hex_value((unsigned char)text[at + 1]) * 16 + hex_value((unsigned char)text[at + 2]);
}

static size_t decode_transfer(const char *text, size_t length, char *out) {
  size_t size = 0;
  for (size_t at = 0; at < length;) {
    size_t skipped = soft_break(text, length, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    uint8_t bytes[4];
    size_t count = 0;
    for (int byte; count < 4 && (byte = escaped_byte(text, length, at + 3 * count, text[at] == '%' ? '%' : '=')) >= 0;) {
      bytes[count++] = (uint8_t)byte;
    }
    if (count == 0) {
      out[size++] = text[at++];
      continue;
    }
    uint32_t point;
    int valid;
    size_t used = next_point(bytes, count, 0, &point, &valid);
    for (size_t next = 0; next < used; next++) out[size++] = valid ? (char)bytes[next] : ' ';
    at += 3 * used;
  }
  return size;
}

static int same_name(const char *text, size_t length, const char *names) {
  for (const char *name = names; *name != '\0';) {
    size_t size = strcspn(name, " "), at = 0;
    while (size == length && at < size && to_lower((unsigned char)text[at]) == name[at]) at++;
    if (size == length && at == size) return 1;
    name += size + (name[size] == ' ');
  }
  return 0;
}

static size_t html_tag(const char *text, size_t length, size_t at) {
  size_t start = at + 1 + (at + 1 < length && text[at + 1] == '/'), end = start;
  while (end < length && is_alpha((unsigned char)text[end])) end++;
  if (end < length && (is_digit((unsigned char)text[end]) || text[end] == '_')) return 0;
  if (!same_name(text + start, end - start, "a b blockquote br code div em font i li p pre q s span strong td tr tt u wbr")) return 0;
  while (end < length && text[end] != '<' && text[end] != '>') end++;
  return end < length && text[end] == '>' ? end + 1 - at : 0;
}

static size_t html_entity(const char *text, size_t length, size_t at, char *symbol) {
  size_t start = at + 1;
  while (start + 4 <= length && text[start + 3] == ';' && same_name(text + start, 3, "amp")) start += 4;
  size_t end = start;
  while (end < length && text[end] != ';' && end - start <= 8) end++;
  if (end >= length || text[end] != ';' || end == start) return 0;
  const char *name = text + start;
  size_t size = end - start;
  if (name[0] == '#') {
    int is_hex = size > 1 && to_lower((unsigned char)name[1]) == 'x';
    size_t digits = size - (is_hex ? 2 : 1);
    uint32_t point = 0;
    if (digits < 1 || digits > (is_hex ? 6u : 7u)) return 0;
    for (size_t next = size - digits; next < size; next++) {
      int digit = is_hex || is_digit((unsigned char)name[next]) ? hex_value((unsigned char)name[next]) : -1;
      if (digit < 0) return 0;
      point = point * (is_hex ? 16 : 10) + (uint32_t)digit;
    }
    if (point > 0x10ffff) return 0;
    *symbol = symbol_of(point);
  } else if (same_name(name, size, "nbsp ensp emsp thinsp")) {
    *symbol = ' ';
  } else if (same_name(name, size, "shy zwnj zwj")) {
    *symbol = 0;
  } else if (same_name(name, size, "ndash mdash hyphen dash minus")) {
    *symbol = '-';
  } else if (same_name(name, size, "quot apos lsquo rsquo ldquo rdquo laquo raquo gt")) {
    *symbol = '>';
  } else {
    return 0;
  }
  return end + 1 - at;
}

/* Applies steps 2 to 4 of docs/licence-format.md, writes the result to `plain` (room for `length` bytes) and returns its length. */
static size_t restore(const char *text, size_t length, char *plain) {
  size_t size = 0;
  length = decode_transfer(text, length, plain);
  for (size_t at = 0; at < length;) {
    char symbol = ' ';
    size_t used = 0;
    if (plain[at] == '\\' && at + 1 < length && strchr("rnt", plain[at + 1]) != NULL && plain[at + 1] != '\0') used = 2;
    if (plain[at] == '<') used = html_tag(plain, length, at);
    if (plain[at] == '&') used = html_entity(plain, length, at, &symbol);
    if (used == 0) {
      uint32_t point;
      int valid;
      used = next_point((const uint8_t *)plain, length, at, &point, &valid);
      symbol = symbol_of(point);
    }
    at += used;
    if (symbol != 0) plain[size++] = symbol;
  }
  return size;
}

static int is_letter(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || c == '?'; }

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static int value_of(char c) {
  if (c == 'O') return 0;
  if (c == 'I' || c == 'L') return 1;
  const char *found = c == '\0' ? NULL : strchr(alphabet, c);
  return found == NULL ? -1 : (int)(found - alphabet);
}

typedef struct {
  uint8_t values[WINDOW];
  uint8_t may_end[WINDOW + 1]; /* whether white space comes after so many values */
  size_t length, count;
  char foreign; /* 'l': a letter, 's': a sign, 0: none */
  /* Lines with check characters: their count, the start of the current line, and the first line with wrong check characters (counted from 1; 0: none). */
  size_t lines, line_start, wrong_line;
} collected;

/* Computes the values of the two check characters of a printed line, by a Reed-Solomon code over GF(32). */
static void line_check(size_t line, const uint8_t *values, size_t count, uint8_t check[2]) {
  check[0] = check[1] = 0;
  for (size_t at = 0; at <= count; at++) {
    uint8_t factor = (uint8_t)((at == 0 ? line & 31 : values[at - 1]) ^ check[0]);
    uint8_t twice = (uint8_t)(factor << 1 ^ (factor & 16 ? 37 : 0));
    check[0] = check[1] ^ factor ^ twice;
    check[1] = twice;
  }
}

static int has_check(const collected *found, const char *piece, size_t size, size_t at, int starts_word) {
  size_t length = found->length - found->line_start;
  int is_last = at + 3 == size && (found->lines > 0 || (at == 0 && !starts_word));
  return piece[at] == 'U' && at + 3 <= size && length > 0 && length <= 30 && (length == LINE_LENGTH || is_last);
}

/* Returns the position of the first character that has no value. `is_last` is 1 after the check characters of a shorter line, which end the code. */
static size_t take(collected *found, const char *piece, size_t size, int starts_word, int *is_last) {
  size_t at = 0;
  *is_last = 0;
  while (at < size && !*is_last) {
    int value = value_of(piece[at]);
    if (value >= 0) {
      found->values[found->length++] = (uint8_t)value;
      at++;
      continue;
    }
    if (!has_check(found, piece, size, at, starts_word)) break;
    size_t length = found->length - found->line_start;
    uint8_t check[2];
    line_check(++found->lines, found->values + found->line_start, length, check);
    int is_right = value_of(piece[at + 1]) == check[0] && value_of(piece[at + 2]) == check[1];
    if (!is_right && found->wrong_line == 0) found->wrong_line = found->lines;
    found->line_start = found->length;
    *is_last = length != LINE_LENGTH;
    at += 3;
  }
  return at;
}

static void collect(const char *plain, size_t size, size_t start, collected *found) {
  size_t end = size - start > WINDOW ? start + WINDOW : size, prose_at = 0, at = start;
  int has_dashes = 0, has_prose = 0;
  memset(found->may_end, 0, sizeof found->may_end);
  found->length = 0;
  found->foreign = 0;
  found->lines = found->line_start = found->wrong_line = 0;
  while (at < end) {
    int has_space = 0, has_dash = 0;
    for (; at < end && (plain[at] == ' ' || plain[at] == '-' || plain[at] == '>'); at++) {
      has_space |= plain[at] == ' ';
      has_dash |= plain[at] == '-';
    }
    if (at == end) break;
    size_t piece = at, before = found->length;
    if (plain[at] == '.') at++;
    else while (at < end && is_letter(plain[at])) at++;
    int starts_word = has_space && !has_dash;
    if (has_space) found->may_end[found->length] = 1;
    if (found->length > 0 && has_dash) has_dashes = 1;
    if (found->length > 0 && starts_word && at - piece != 6 && !has_prose) {
      has_prose = 1;
      prose_at = found->length;
    }
    int is_last;
    size_t kept = take(found, plain + piece, at - piece, starts_word, &is_last);
    if (is_last) break;
    if (piece + kept == at && found->length < 256) continue;
    if (piece + kept < at && (found->length > before || !starts_word)) {
      if (plain[piece + kept] != '.') found->foreign = 'l';
      else if (at < size && is_letter(plain[at])) found->foreign = 's';
    }
    break;
  }
  found->count = has_dashes && has_prose ? prose_at : found->length;
}

/* Converts characters to whole bytes. Returns 0 if one of the remaining bits is not zero. */
static int to_bytes(const uint8_t *values, size_t count, uint8_t *bytes) {
  uint32_t buffer = 0;
  int bits = 0;
  for (size_t at = 0; at < count; at++) {
    buffer = buffer << 5 | values[at];
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    *bytes++ = (uint8_t)(buffer >> bits);
    buffer &= (1u << bits) - 1;
  }
  return buffer == 0;
}

static void to_text(const char *prefix, const uint8_t *bytes, size_t count, char *text) {
  uint32_t buffer = 0;
  int bits = 0;
  size_t written = 0;
  memcpy(text, prefix, 2);
  text += 2;
  for (size_t at = 0; at < count || bits > 0;) {
    if (bits < 5) {
      buffer = buffer << 8 | (at < count ? bytes[at] : 0);
      if (at >= count) {
        buffer >>= 8;
        buffer <<= 5 - bits;
        bits = 5;
      } else {
        bits += 8;
      }
      at++;
    }
    bits -= 5;
    if (written++ % 6 == 0) *text++ = '-';
    *text++ = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[buffer >> bits & 31];
    buffer &= (1u << bits) - 1;
  }
  *text = '\0';
}

/* The description of a type of code for the text reader. */
typedef struct {
  char letter; /* V, L or R */
  uint8_t first_byte;
  size_t least;
  basics_keys keys;
  void *result;
  basics_refusal (*accept)(const uint8_t *bytes, size_t length, basics_keys keys, void *result);
} code_form;

/* Returns the number of characters of the whole code; 0 if no code begins like this. */
static size_t expected_characters(const code_form *form, const uint8_t *start, size_t length) {
  if (form->letter != 'V') return form->least;
  size_t name = length > 36 ? start[36] : 0;
  return name <= 32 ? ((41 + name) * 8 + 4) / 5 : 0;
}

static basics_refusal accept_whole(const uint8_t *values, size_t count, const code_form *form) {
  uint8_t bytes[128];
  if (!to_bytes(values, count, bytes)) return refuse("CODE_TYPO", -1, -1, "");
  return form->accept(bytes, count * 5 / 8, form->keys, form->result);
}

static basics_refusal refuse_short(const collected *found, size_t expected) {
  int is_foreign = found->foreign != 0 && found->count == found->length;
  if (is_foreign) return refuse("CODE_TYPO", (int)found->count, (int)expected, "foreign-character");
  return refuse("CODE_INCOMPLETE", (int)found->count, (int)expected, "");
}

static int is_mistyped(collected *found, const code_form *form) {
  uint8_t start[WINDOW];
  uint8_t before[2] = {found->values[0], found->values[1]};
  found->values[0] = form->first_byte >> 3;
  found->values[1] = (uint8_t)((form->first_byte & 7) << 2 | (found->values[1] & 3));
  to_bytes(found->values, found->length, start);
  size_t expected = expected_characters(form, start, found->length * 5 / 8);
  int is_typo = expected > 0 && found->length >= expected &&
                !is_code(accept_whole(found->values, expected, form), "CODE_TYPO");
  memcpy(found->values, before, 2);
  return is_typo;
}

/* Check characters only locate an error. If the checksum of a code is correct, the code is accepted even with wrong check characters. */
static basics_refusal name_line(const collected *found, basics_refusal refusal) {
  if (found->wrong_line == 0 || !(is_code(refusal, "CODE_TYPO") || is_code(refusal, "CODE_INCOMPLETE"))) return refusal;
  refusal.code = "CODE_TYPO";
  refusal.line = (int)found->wrong_line;
  return refusal;
}

static basics_refusal judge(collected *found, const code_form *form) {
  uint8_t start[WINDOW];
  to_bytes(found->values, found->length, start);
  size_t length = found->length * 5 / 8;
  uint8_t first = length > 0 ? start[0] : form->first_byte;
  if (first >> 4 == form->first_byte >> 4 && (first & 15) > (form->first_byte & 15)) {
    return refuse(found->wrong_line > 0 || is_mistyped(found, form) ? "CODE_TYPO" : "CODE_NEWER", -1, -1, "");
  }
  size_t expected = first == form->first_byte ? expected_characters(form, start, length) : 0;
  if (expected == 0) return found->count < form->least ? refuse_short(found, form->least) : refuse("CODE_TYPO", -1, -1, "");
  if (found->length < expected) return refuse_short(found, expected);
  int is_torn = found->length > expected ? !found->may_end[expected] : found->foreign == 'l';
  if (is_torn && found->count < expected) return refuse_short(found, expected);
  if (is_torn) return refuse("CODE_TYPO", (int)found->count, (int)expected, "too-long");
  basics_refusal refusal = accept_whole(found->values, expected, form);
  return is_code(refusal, "CODE_TYPO") && found->count < expected ? refuse_short(found, expected) : refusal;
}

/* Returns the position after the next prefix of a code, searched from `at`; 0 if there is no prefix. */
static size_t next_start(const char *plain, size_t size, size_t at, char letter) {
  for (; at < size; at++) {
    if (plain[at] != 'B' || (at > 0 && is_letter(plain[at - 1]))) continue;
    size_t end = at + 1;
    while (end < size && plain[end] == ' ') end++;
    if (end >= size) continue;
    if (plain[end] == letter || (letter == 'L' && (plain[end] == 'I' || plain[end] == '1'))) return end + 1;
  }
  return 0;
}

static int is_start(const char *plain, size_t size, size_t start, const collected *found, uint8_t first_byte) {
  size_t end = size - start > 8 ? start + 8 : size, at = start;
  while (at < end && plain[at] == ' ') at++;
  if (at < end && plain[at] == '-') {
    for (at++; at < end && plain[at] == ' ';) at++;
    if (at < end && is_letter(plain[at]) && plain[at] != '?') return 1;
  }
  return found->count >= 6 && (found->values[0] << 3 | found->values[1] >> 2) == first_byte;
}

static const char *other_code(const char *plain, size_t size, char letter, collected *found) {
  static const char title[] = "BASICS LICENCE FILE";
  for (size_t at = 0; at + sizeof title - 1 <= size; at++) {
    if (memcmp(plain + at, title, sizeof title - 1) == 0) return "licence-file";
  }
  char other = letter == 'V' ? 'L' : 'V';
  size_t start = 0;
  for (int count = 0; count < MAX_STARTS && (start = next_start(plain, size, start, other)) > 0; count++) {
    collect(plain, size, start, found);
    if (found->count >= 12) return other == 'L' ? "licence-code" : "verification-code";
  }
  return "";
}

static basics_refusal read_text(const char *text, size_t length, char *plain, const code_form *form) {
  size_t points = 0;
  for (size_t at = 0; at < length; points++) {
    uint32_t point;
    int valid;
    at += next_point((const uint8_t *)text, length, at, &point, &valid);
  }
  if (points > MAX_POINTS) return refuse("NOT_A_CODE", -1, -1, "too-long");
  size_t size = restore(text, length, plain), spaces = 0;
  while (spaces < size && plain[spaces] == ' ') spaces++;
  if (spaces == size) return refuse("NOT_A_CODE", -1, -1, "empty");
  collected found;
  basics_refusal best = none;
  size_t best_count = 0, start = 0;
  for (int count = 0; count <= MAX_STARTS; count++) {
    /* A code without its prefix begins at the start of the text. It may contain a group that begins like the prefix. */
    start = count < MAX_STARTS ? next_start(plain, size, start, form->letter) : 0;
    collect(plain, size, start, &found);
    basics_refusal refusal = name_line(&found, judge(&found, form));
    if (!is_refused(refusal)) return refusal;
    if (start == 0) break;
    if (found.count > best_count && is_start(plain, size, start, &found, form->first_byte)) {
      best = refusal;
      best_count = found.count;
    }
  }
  return best_count > 0 ? best : refuse("NOT_A_CODE", -1, -1, other_code(plain, size, form->letter, &found));
}

int basics_init(void) { return sodium_init() >= 0; }

size_t basics_work_size(size_t text_length) { return text_length + 1; }

/* ---- Verification codes ---- */

static uint32_t uint_at(const uint8_t *bytes, size_t size) {
  uint32_t value = 0;
  for (size_t at = 0; at < size; at++) value = value << 8 | bytes[at];
  return value;
}

static void put_uint(uint8_t *bytes, uint32_t value, size_t size) {
  for (size_t at = 0; at < size; at++) bytes[at] = (uint8_t)(value >> 8 * (size - 1 - at));
}

static int is_control(uint32_t point) { return point < 0x20 || (point >= 0x7f && point <= 0x9f); }

static int is_unseen(uint32_t point) {
  return is_control(point) || point == 0x61c || point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

static int is_attached(uint32_t point) {
  return (point >= 0x300 && point <= 0x36f) || (point >= 0x1ab0 && point <= 0x1aff) || (point >= 0x1dc0 && point <= 0x1dff) ||
         point == 0x200d || (point >= 0x20d0 && point <= 0x20ff) || (point >= 0xfe00 && point <= 0xfe0f) ||
         (point >= 0x1f3fb && point <= 0x1f3ff);
}

/* Returns whether a name has at most 32 bytes of UTF-8, and no control characters. */
static int is_machine_name(const uint8_t *bytes, size_t length) {
  for (size_t at = 0; at < length;) {
    uint32_t point;
    int valid;
    at += next_point(bytes, length, at, &point, &valid);
    if (!valid || is_control(point)) return 0;
  }
  return length <= 32;
}

void basics_machine_name(const char *name, size_t length, char result[BASICS_NAME_SIZE]) {
  size_t border = 0, size = 0;
  uint32_t before = 0;
  int is_full = 0;
  for (size_t at = 0; at < length && !is_full;) {
    uint32_t point;
    int valid;
    size_t used = next_point((const uint8_t *)name, length, at, &point, &valid);
    at += used;
    if (is_unseen(point) || !valid) continue;
    if (size == 0 && symbol_of(point) == ' ') continue;
    if (!is_attached(point) && before != 0x200d) border = size;
    is_full = size + used > 32;
    if (!is_full) memcpy(result + size, name + at - used, used);
    if (!is_full) size += used;
    before = point;
  }
  if (is_full) size = border;
  for (size_t at = 0, last = 0; at <= size;) {
    uint32_t point = ' ';
    int valid;
    size_t used = at == size ? 1 : next_point((const uint8_t *)result, size, at, &point, &valid);
    at += used;
    if (at <= size && symbol_of(point) != ' ') last = at;
    if (at >= size) {
      size = last;
      break;
    }
  }
  result[size] = '\0';
}

/* Returns the number of bytes of a fingerprint in a code of this scheme; 0 for an unknown scheme. */
static size_t scheme_length(unsigned scheme) { return scheme == 1 ? 16 : scheme == 2 ? 20 : 0; }

static basics_refusal accept_verification(const uint8_t *bytes, size_t length, basics_keys keys, void *result) {
  basics_verification_code *code = (basics_verification_code *)result;
  uint8_t sum[32];
  (void)keys;
  hash(sum, "basics-vc-v1\n", bytes, length - 4);
  if (memcmp(sum, bytes + length - 4, 4) != 0) return refuse("CODE_TYPO", -1, -1, "");
  memset(code, 0, sizeof *code);
  code->scheme = bytes[1] & 15;
  /* Scheme 1 has no flags. */
  code->reason = bytes[1] >> 4 & (code->scheme == 1 ? 15 : 3);
  size_t nonce_at = scheme_length(code->scheme) + 8;
  if (nonce_at == 8 || code->reason > 2) return refuse("CODE_NEWER", -1, -1, "");
  if (!is_machine_name(bytes + 37, length - 41)) return refuse("NOT_A_CODE", -1, -1, "malformed");
  code->is_virtual = bytes[1] >> 6 & 1;
  code->is_stand_in = bytes[1] >> 7;
  code->tool_id = (uint16_t)uint_at(bytes + 2, 2);
  code->major = bytes[4];
  code->minor = bytes[5];
  code->patch = (uint16_t)uint_at(bytes + 6, 2);
  memcpy(code->fingerprint, bytes + 8, nonce_at - 8);
  memcpy(code->nonce, bytes + nonce_at, 32 - nonce_at);
  code->created_at = uint_at(bytes + 32, 4);
  size_t size = 0;
  for (size_t at = 37; at < length - 4;) {
    uint32_t point;
    int valid;
    size_t used = next_point(bytes, length - 4, at, &point, &valid);
    if (!is_unseen(point)) memcpy(code->machine_name + size, bytes + at, used);
    if (!is_unseen(point)) size += used;
    at += used;
  }
  code->machine_name[size] = '\0';
  return none;
}

basics_refusal basics_read_verification_code(const char *text, size_t length, void *work, basics_verification_code *result) {
  basics_keys keys = {NULL, 0};
  code_form form = {'V', 0x11, 66, keys, result, accept_verification};
  return read_text(text, length, (char *)work, &form);
}

static basics_refusal accept_return(const uint8_t *bytes, size_t length, basics_keys keys, void *result) {
  basics_return *claims = (basics_return *)result;
  uint8_t sum[32];
  (void)keys;
  hash(sum, "basics-rc-v1\n", bytes, length - 4);
  if (memcmp(sum, bytes + length - 4, 4) != 0) return refuse("CODE_TYPO", -1, -1, "");
  claims->tool_id = (uint16_t)uint_at(bytes + 1, 2);
  memcpy(claims->licence_id.bytes, bytes + 3, 8);
  claims->returned_at = uint_at(bytes + 11, 4);
  return none;
}

basics_refusal basics_read_return_code(const char *text, size_t length, void *work, basics_return *result) {
  basics_keys keys = {NULL, 0};
  code_form form = {'R', 0x31, 31, keys, result, accept_return};
  return read_text(text, length, (char *)work, &form);
}

void basics_make_return_code(const basics_return *claims, char code[BASICS_RETURN_SIZE]) {
  uint8_t bytes[19], sum[32];
  bytes[0] = 0x31;
  put_uint(bytes + 1, claims->tool_id, 2);
  memcpy(bytes + 3, claims->licence_id.bytes, 8);
  put_uint(bytes + 11, claims->returned_at, 4);
  hash(sum, "basics-rc-v1\n", bytes, 15);
  memcpy(bytes + 15, sum, 4);
  to_text("BR", bytes, 19, code);
}

int basics_print_checked_lines(const char *code, char lines[BASICS_LINES_SIZE]) {
  uint8_t values[LINE_LENGTH], check[2];
  size_t size = 0, count = 0, line = 0;
  if (strlen(code) > 226 || code[0] == '\0') return 0; /* the length of a licence code */
  for (const char *at = code; *at != '\0'; at++) {
    lines[size++] = *at;
    if (line == 0 && *at == '-') line = 1;
    else if (*at != '-') {
      int value = value_of(*at);
      if (value < 0) return 0;
      if (line > 0) values[count++] = (uint8_t)value;
    }
    if (line == 0 && at[1] == '\0') return 0;
    if (count < LINE_LENGTH && at[1] != '\0') continue;
    line_check(line++, values, count, check);
    count = 0;
    lines[size++] = '-';
    lines[size++] = 'U';
    lines[size++] = alphabet[check[0]];
    lines[size++] = alphabet[check[1]];
    if (at[1] != '\0' && at[1] != '-') return 0;
    if (at[1] != '\0') lines[size++] = *++at;
    lines[size++] = '\n';
  }
  lines[size] = '\0';
  return 1;
}

int basics_make_code(const basics_verification_code *claims, const basics_facts *facts, const uint8_t *licensed,
                     char code[BASICS_CODE_SIZE]) {
  uint8_t bytes[77], sum[32];
  size_t name = strlen(claims->machine_name);
  if (claims->reason > 2 || !is_machine_name((const uint8_t *)claims->machine_name, name) || basics_known_facts(facts) < 2) return 0;
  bytes[0] = 0x11;
  put_uint(bytes + 2, claims->tool_id, 2);
  bytes[4] = claims->major;
  bytes[5] = claims->minor;
  put_uint(bytes + 6, claims->patch, 2);
  basics_fingerprint(facts, licensed, bytes + 8);
  int flags = (claims->is_virtual ? 0x40 : 0) | (claims->is_stand_in ? 0x80 : 0);
  unsigned scheme = flags != 0 || basics_fingerprint_length(bytes + 8) > 16 ? 2 : 1;
  bytes[1] = (uint8_t)(claims->reason << 4 | flags | (int)scheme);
  memcpy(bytes + 8 + scheme_length(scheme), claims->nonce, 24 - scheme_length(scheme));
  put_uint(bytes + 32, claims->created_at, 4);
  bytes[36] = (uint8_t)name;
  memcpy(bytes + 37, claims->machine_name, name);
  hash(sum, "basics-vc-v1\n", bytes, 37 + name);
  memcpy(bytes + 37 + name, sum, 4);
  to_text("BV", bytes, 41 + name, code);
  return 1;
}

/* ---- Fingerprints ---- */

static int is_trimmed(char c) { return c == '\0' || c == ' ' || (c >= '\t' && c <= '\r'); }

static int consists_of(const char *text, size_t length, const char *characters) {
  for (size_t at = 0; at < length; at++) {
    if (text[at] == '\0' || strchr(characters, text[at]) == NULL) return 0;
  }
  return 1;
}

/* Returns whether a text is one of these names, in upper or lower case. The last name is NULL. */
static int is_one_of(const char *text, size_t length, const char *const *names) {
  for (; *names != NULL; names++) {
    size_t at = 0;
    while (at < length && (*names)[at] != '\0' && to_lower((unsigned char)text[at]) == (*names)[at]) at++;
    if (at == length && (*names)[at] == '\0') return 1;
  }
  return 0;
}

/* Returns whether a value identifies no PC. */
static int is_placeholder(size_t component, const char *text, size_t length) {
  static const char *const names[] = {"none", "n/a", "unknown", "invalid", "uninitialized", "default string", "not specified",
                                      "not applicable", "not available", "to be filled by o.e.m.", "system serial number",
                                      "123456789", "0123456789", NULL};
  /* UUIDs that manufacturers left in the firmware of many PCs, so that they identify no PC. */
  static const char *const shared_uuids[] = {
      "03000200-0400-0500-0006-000700080009", "00020003-0004-0005-0006-000700080009", "00010203-0405-0607-0809-0a0b0c0d0e0f",
      "12345678-1234-5678-90ab-cddeefaabbcc", "4c4c4544-0000-2010-8020-80c04f202020", "11111111-1111-1111-1111-111111111111",
      "deadbeef-dead-beef-dead-beefdeadbeef", "fefefefe-fefe-fefe-fefe-fefefefefefe", NULL};
  if (consists_of(text, length, "0 :.-") || consists_of(text, length, "fF :.-")) return 1;
  return is_one_of(text, length, names) || (component == 4 && is_one_of(text, length, shared_uuids));
}

static void hash_fact(size_t component, const char *text, size_t length, int in_lower_case, uint8_t out[32]) {
  static const char *const labels[] = {"machine-id:", "board-id:", "system-disk:", "network-card:", "smbios-uuid:"};
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  crypto_hash_sha256_update(&state, (const uint8_t *)"basics-fp-v1\n", 13);
  crypto_hash_sha256_update(&state, (const uint8_t *)labels[component], strlen(labels[component]));
  for (size_t at = 0; at < length; at++) {
    uint8_t byte = (uint8_t)(in_lower_case ? to_lower((unsigned char)text[at]) : (unsigned char)text[at]);
    crypto_hash_sha256_update(&state, &byte, 1);
  }
  crypto_hash_sha256_final(&state, out);
}

void basics_fingerprint(const basics_facts *facts, const uint8_t *licensed, uint8_t result[BASICS_FINGERPRINT_SIZE]) {
  memset(result, 0, BASICS_FINGERPRINT_SIZE);
  for (size_t component = 0; component < BASICS_FACTS; component++) {
    uint8_t *part = result + 4 * component;
    int has_first = 0;
    for (size_t value = 0; value < facts->count[component]; value++) {
      const char *text = facts->values[component][value].bytes;
      size_t length = facts->values[component][value].length;
      while (length > 0 && is_trimmed(text[length - 1])) length--;
      for (; length > 0 && is_trimmed(text[0]); length--) text++;
      for (int in_lower_case = is_placeholder(component, text, length) ? -1 : 1; in_lower_case >= 0; in_lower_case--) {
        uint8_t sum[32];
        hash_fact(component, text, length, in_lower_case, sum);
        if (!has_first || (licensed != NULL && memcmp(sum, licensed + 4 * component, 4) == 0)) memcpy(part, sum, 4);
        has_first = 1;
      }
    }
  }
}

int basics_known_facts(const basics_facts *facts) {
  static const uint8_t absent[4] = {0};
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  int known = 0;
  basics_fingerprint(facts, NULL, fingerprint);
  for (size_t at = 0; at < BASICS_FINGERPRINT_SIZE; at += 4) known += memcmp(fingerprint + at, absent, 4) != 0;
  return known;
}

size_t basics_fingerprint_length(const uint8_t fingerprint[BASICS_FINGERPRINT_SIZE]) {
  static const uint8_t absent[4] = {0};
  return memcmp(fingerprint + 16, absent, 4) == 0 ? 16 : BASICS_FINGERPRINT_SIZE;
}

const char *basics_relation(const uint8_t left[BASICS_FINGERPRINT_SIZE], const uint8_t right[BASICS_FINGERPRINT_SIZE]) {
  static const uint8_t absent[4] = {0};
  int shared = 0, equal = 0;
  for (size_t at = 0; at < BASICS_FINGERPRINT_SIZE; at += 4) {
    if (memcmp(left + at, absent, 4) == 0 || memcmp(right + at, absent, 4) == 0) continue;
    shared++;
    equal += memcmp(left + at, right + at, 4) == 0;
  }
  if (equal < 2 || equal * 2 <= shared) return "different";
  return memcmp(left, right, 16) == 0 && equal == shared ? "same" : "changed";
}

/* ---- Licence codes ---- */

static const uint8_t *key_with_id(basics_keys keys, const uint8_t *id, size_t length, size_t *at, uint8_t sum[32]) {
  for (; *at < keys.count; (*at)++) {
    const uint8_t *key = keys.bytes + 32 * *at;
    hash(sum, "", key, 32);
    if (memcmp(sum, id, length) == 0) return key;
  }
  return NULL;
}

static basics_refusal accept_licence(const uint8_t *bytes, size_t length, basics_keys keys, void *result) {
  basics_licence *licence = (basics_licence *)result;
  uint8_t sum[32], message[23 + 53];
  (void)length;
  hash(sum, "basics-lc-sum-v1\n", bytes, 117);
  if (memcmp(sum, bytes + 117, 3) != 0) return refuse("CODE_TYPO", -1, -1, "");
  memcpy(message, "basics-licence-code-v1\n", 23);
  memcpy(message + 23, bytes, 53);
  size_t at = 0;
  const uint8_t *key = key_with_id(keys, bytes + 1, 4, &at, sum);
  if (key == NULL) return refuse("UNKNOWN_KEY", -1, -1, "");
  while (key != NULL && !basics_verify(key, 32, message, sizeof message, bytes + 53, 64)) {
    at++;
    key = key_with_id(keys, bytes + 1, 4, &at, sum);
  }
  if (key == NULL) return refuse("NOT_GENUINE", -1, -1, "");
  memcpy(licence->id.bytes, bytes + 5, 8);
  memcpy(licence->key_id.bytes, sum, 8);
  licence->tool_id = (uint16_t)uint_at(bytes + 13, 2);
  licence->max_major = bytes[15];
  licence->brand = bytes[16] >> 4 & 7;
  licence->trial = bytes[16] >> 7;
  licence->entitlements = uint_at(bytes + 17, 4);
  licence->issued_at = licence->not_before = uint_at(bytes + 21, 4);
  licence->expires_at = uint_at(bytes + 25, 4);
  licence->grace_days = 14;
  memcpy(licence->fingerprint, bytes + 29, scheme_length(bytes[16] & 15));
  if (scheme_length(bytes[16] & 15) == 0) return refuse("CODE_NEWER", -1, -1, "");
  if (licence->expires_at <= licence->issued_at) return refuse("NOT_A_CODE", -1, -1, "malformed");
  return none;
}

/* ---- JSON ---- */

/* Reads the next character of a JSON string, whose quotation mark was read before. Returns 0 at the end of the string, -1 if this is not a JSON string. */
static long json_character(const char **at, const char *end) {
  if (*at >= end || (unsigned char)**at < 0x20) return -1;
  if (**at == '"') return 0;
  if (**at != '\\') {
    uint32_t point;
    int valid;
    *at += next_point((const uint8_t *)*at, (size_t)(end - *at), 0, &point, &valid);
    return valid ? (long)point : -1;
  }
  if (end - *at < 2) return -1;
  static const char names[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
  const char *simple = (*at)[1] == '\0' ? NULL : strchr(names, (*at)[1]);
  if (simple != NULL) {
    *at += 2;
    return characters[simple - names];
  }
  uint8_t pair[2];
  if ((*at)[1] != 'u' || end - *at < 6 || !hex_bytes(*at + 2, 2, pair)) return -1;
  long point = pair[0] * 256 + pair[1];
  *at += 6;
  if (point < 0xd800 || point > 0xdfff) return point == 0 ? 0x110000 : point; /* 0 is the end of a string */
  if (point > 0xdbff || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u' || !hex_bytes(*at + 2, 2, pair)) return -1;
  long low = pair[0] * 256 + pair[1];
  *at += 6;
  return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + (point - 0xd800) * 1024 + (low - 0xdc00) : -1;
}

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
  return at;
}

static const char *skip_string(const char *at, const char *end) {
  long character = -1;
  if (at >= end || *at != '"') return NULL;
  at++;
  while ((character = json_character(&at, end)) > 0) continue;
  return character == 0 ? at + 1 : NULL;
}

static int same_strings(const char *left, const char *right, const char *end) {
  long character;
  left++;
  right++;
  do {
    character = json_character(&left, end);
    if (character != json_character(&right, end)) return 0;
  } while (character > 0);
  return 1;
}

static const char *skip_number(const char *at, const char *end) {
  if (at < end && *at == '-') at++;
  if (at >= end || !is_digit(*at)) return NULL;
  if (*at == '0') at++;
  else while (at < end && is_digit(*at)) at++;
  if (at < end && *at == '.') {
    if (++at >= end || !is_digit(*at)) return NULL;
    while (at < end && is_digit(*at)) at++;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    if (at >= end || !is_digit(*at)) return NULL;
    while (at < end && is_digit(*at)) at++;
  }
  return at;
}

/* Returns the position after a JSON value; NULL if the value is not JSON, repeats a key, or is nested deeper than `depth` levels. */
static const char *skip_value(const char *at, const char *end, int depth) {
  if (at >= end) return NULL;
  if (*at == '"') return skip_string(at, end);
  if (end - at >= 4 && (memcmp(at, "true", 4) == 0 || memcmp(at, "null", 4) == 0)) return at + 4;
  if (end - at >= 5 && memcmp(at, "false", 5) == 0) return at + 5;
  if (*at != '{' && *at != '[') return skip_number(at, end);
  char closing = *at == '{' ? '}' : ']';
  const char *first = skip_space(at + 1, end);
  if (depth == 0) return NULL;
  if (first < end && *first == closing) return first + 1;
  for (at = first;; at = skip_space(at + 1, end)) {
    if (closing == '}') {
      const char *key = at;
      at = skip_string(key, end);
      if (at == NULL) return NULL;
      for (const char *other = first; other < key; other = skip_space(other + 1, end)) {
        if (same_strings(other, key, end)) return NULL;
        other = skip_space(skip_string(other, end), end); /* at the colon */
        other = skip_space(skip_value(skip_space(other + 1, end), end, MAX_DEPTH), end); /* at the comma */
      }
      at = skip_space(at, end);
      if (at >= end || *at != ':') return NULL;
      at = skip_space(at + 1, end);
    }
    at = skip_value(at, end, depth - 1);
    if (at == NULL) return NULL;
    at = skip_space(at, end);
    if (at >= end || (*at != ',' && *at != closing)) return NULL;
    if (*at == closing) return at + 1;
  }
}

/* Returns the value of a field in an object that skip_value has accepted; empty if the field is missing. */
static basics_text member(basics_text object, const char *name) {
  basics_text missing = {NULL, 0};
  if (object.length < 2 || object.bytes[0] != '{') return missing;
  const char *end = object.bytes + object.length;
  for (const char *at = skip_space(object.bytes + 1, end); at < end && *at == '"';) {
    const char *key = at + 1, *wanted = name;
    long character;
    while ((character = json_character(&key, end)) > 0 && character == (unsigned char)*wanted) wanted++;
    int is_same = character == 0 && *wanted == '\0';
    at = skip_space(skip_space(skip_string(at, end), end) + 1, end);
    const char *behind = skip_value(at, end, MAX_DEPTH);
    basics_text value = {at, (size_t)(behind - at)};
    if (is_same) return value;
    at = skip_space(skip_space(behind, end) + 1, end);
  }
  return missing;
}

static int starts_with(basics_text value, char c) { return value.length > 0 && value.bytes[0] == c; }

/* Reads a JSON number as a double. `is_whole` is 0 if the value is not a number, has a fraction, or is not from 0 to `most`. */
static double number_of(basics_text value, double most, int *is_whole) {
  double number = 0;
  size_t at = 0;
  *is_whole = value.length > 0 && (is_digit(value.bytes[0]) || value.bytes[0] == '-');
  if (!*is_whole) return 0;
  int is_negative = value.bytes[at] == '-', is_fraction = 0, is_down = 0, written = 0;
  long exponent = 0;
  for (at += (size_t)is_negative; at < value.length && (is_digit(value.bytes[at]) || value.bytes[at] == '.'); at++) {
    if (value.bytes[at] == '.') {
      is_fraction = 1;
    } else if (number < 1e25) { /* a double has no room for more digits, so the others only move the point */
      number = number * 10 + (value.bytes[at] - '0');
      exponent -= is_fraction;
    } else {
      exponent += !is_fraction;
    }
  }
  if (at < value.length) {
    at++;
    is_down = value.bytes[at] == '-';
    if (!is_digit(value.bytes[at])) at++;
    for (; at < value.length; at++) written = written < 10000 ? written * 10 + (value.bytes[at] - '0') : written;
  }
  exponent += is_down ? -written : written;
  double scale = 1;
  for (long left = exponent < 0 ? -exponent : exponent; left > 0 && number != 0; left--) {
    scale *= 10;
    if (scale < 1e300 && left > 1) continue;
    number = exponent < 0 ? number / scale : number * scale; /* A number that is too small for a double becomes 0. */
    if (number > most && exponent > 0) break;
    scale = 1;
  }
  *is_whole = number <= most && (!is_negative || number == 0) && number == (double)(uint64_t)number;
  return *is_whole ? number : 0;
}

static uint64_t whole(basics_text object, const char *name, double most, int *is_good) {
  int is_whole;
  double number = number_of(member(object, name), most, &is_whole);
  *is_good &= is_whole;
  return (uint64_t)number;
}

static int flag(basics_text object, const char *name, int *is_good) {
  basics_text value = member(object, name);
  *is_good &= value.length == 0 || value.bytes[0] == 't' || value.bytes[0] == 'f';
  return starts_with(value, 't');
}

size_t basics_unescape(basics_text json, char *result, size_t size) {
  static const char empty[] = "\"\"";
  const char *at = json.length > 1 ? json.bytes + 1 : empty + 1, *end = json.length > 1 ? json.bytes + json.length : empty + 2;
  size_t length = 0;
  long point;
  while ((point = json_character(&at, end)) > 0) {
    uint8_t bytes[4];
    size_t count = point < 0x80 || point == 0x110000 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (count == 1) bytes[0] = (uint8_t)(point & 0x7f);
    for (size_t next = count; count > 1 && next-- > 0; point >>= 6) bytes[next] = (uint8_t)(0x80 | (point & 0x3f));
    if (count == 2) bytes[0] = (uint8_t)(0xc0 | (bytes[0] & 0x1f));
    if (count == 3) bytes[0] = (uint8_t)(0xe0 | (bytes[0] & 0x0f));
    if (count == 4) bytes[0] = (uint8_t)(0xf0 | (bytes[0] & 0x07));
    for (size_t next = 0; next < count; next++, length++) {
      if (length + 1 < size) result[length] = (char)bytes[next];
    }
  }
  if (size > 0) result[length < size ? length : size - 1] = '\0';
  return length;
}

/* Reads `bytes` from a string of lower-case hexadecimal digits. */
static int hex_of(basics_text value, size_t count, uint8_t *bytes) {
  char digits[65];
  if (!starts_with(value, '"') || basics_unescape(value, digits, sizeof digits) != 2 * count) return 0;
  return is_lower_hex(digits, 2 * count) && hex_bytes(digits, count, bytes);
}

/* Returns the element at a position of an array that skip_value has accepted; empty after the last element. */
static basics_text element(basics_text array, size_t position) {
  basics_text missing = {NULL, 0};
  if (!starts_with(array, '[')) return missing;
  const char *end = array.bytes + array.length;
  const char *at = skip_space(array.bytes + 1, end);
  while (at < end && *at != ']') {
    const char *behind = skip_value(at, end, MAX_DEPTH);
    basics_text value = {at, (size_t)(behind - at)};
    if (position-- == 0) return value;
    at = skip_space(behind, end);
    if (*at == ',') at = skip_space(at + 1, end);
  }
  return missing;
}

basics_text basics_json_field(basics_text json, const char *name) {
  basics_text object = {NULL, 0};
  if (json.bytes == NULL) return object;
  const char *end = json.bytes + json.length;
  const char *first = skip_space(json.bytes, end), *behind = skip_value(first, end, MAX_DEPTH);
  if (behind == NULL || skip_space(behind, end) != end) return object;
  object.bytes = first;
  object.length = (size_t)(behind - first);
  return member(object, name);
}

basics_text basics_json_item(basics_text array, size_t at) { return element(array, at); }

int basics_id_at(basics_text array, size_t at, basics_id *result) { return hex_of(element(array, at), 8, result->bytes); }

/* Returns whether all elements are ids, which are strings of 16 hexadecimal digits; optionally also whether they are in ascending order. */
static int are_texts(basics_text array, int are_ids, int are_sorted) {
  basics_id before = {{0}}, id = {{0}};
  if (!starts_with(array, '[')) return 0;
  for (size_t at = 0;; at++, before = id) {
    basics_text value = element(array, at);
    if (value.length == 0) return 1;
    if (!starts_with(value, '"') || (are_ids && !hex_of(value, 8, id.bytes))) return 0;
    if (are_sorted && at > 0 && memcmp(id.bytes, before.bytes, 8) <= 0) return 0;
  }
}

/* ---- Signed files ---- */

/* Decodes canonical base64 in the same buffer. Returns -1 for anything else. */
static long decode_base64(char *text, size_t length) {
  size_t size = 0, padding = 0;
  uint32_t buffer = 0;
  if (length % 4 != 0) return -1;
  for (size_t at = 0; at < length; at++) {
    int c = (unsigned char)text[at];
    int value = c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : is_digit(c) ? c - '0' + 52 : c == '+' ? 62 : c == '/' ? 63 : -1;
    if (c == '=' && at + 2 >= length) {
      padding++;
      value = 0;
    } else if (padding > 0 || value < 0) {
      return -1;
    }
    buffer = buffer << 6 | (uint32_t)value;
    if (at % 4 != 3) continue;
    if ((padding == 1 && (buffer & 0xff) != 0) || (padding == 2 && (buffer & 0xffff) != 0)) return -1;
    for (size_t byte = 0; byte < 3 - padding; byte++) text[size++] = (char)(buffer >> (16 - 8 * byte));
    buffer = 0;
  }
  return (long)size;
}

static int is_line(const char *line, size_t length, const char *label, const char **value, size_t *size) {
  size_t start = strlen(label);
  if (length <= start || memcmp(line, label, start) != 0) return 0;
  *value = line + start;
  *size = length - start;
  for (size_t at = start; at < length; at++) {
    if (!is_alpha((unsigned char)line[at]) && !is_digit((unsigned char)line[at]) && strchr("+/=", line[at]) == NULL) return 0;
    if (line[at] == '\0') return 0;
  }
  return 1;
}

/* Returns the JSON object of a signed file, after its signature was verified with a trusted key and skip_value has accepted the object. */
static basics_refusal read_signed(const char *text, size_t length, const char *title, const char *other, basics_keys keys,
                                  char *work, basics_text *json, basics_id *key_id) {
  size_t size = 0, whole_length = length, count = 1, title_length = strlen(title), start[6] = {0};
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }
  for (size_t at = 0; at < length; at++) {
    if (text[at] == '\r') continue;
    work[size++] = text[at];
    if (text[at] == '\n' && count++ < 5) start[count - 1] = size;
  }
  size_t first = count > 1 ? start[1] - 1 : size;
  if (first < title_length + 2 || memcmp(work, title, title_length) != 0 || memcmp(work + title_length, " v", 2) != 0) {
    return refuse(other, -1, -1, "");
  }
  const char *version = work + title_length + 2;
  size_t digits = first - title_length - 2;
  if (digits < 1 || digits > 4 || version[0] == '0') return refuse("FILE_DAMAGED", -1, -1, "");
  for (size_t at = 0; at < digits; at++) {
    if (!is_digit(version[at])) return refuse("FILE_DAMAGED", -1, -1, "");
  }
  if (digits != 1 || version[0] != '1') return refuse("FILE_NEWER", -1, -1, "");
  if (whole_length > MAX_FILE) return refuse("FILE_DAMAGED", -1, -1, "too-long");
  if (count < 4) return refuse("FILE_INCOMPLETE", (int)count, 4, "");
  if (count > 5 || (count == 5 && start[4] != size)) return refuse("FILE_DAMAGED", (int)count, 4, "too-long");
  const char *key, *payload, *signature_text;
  size_t key_length, payload_length, signature_length;
  size_t fourth = (count == 5 ? start[4] - 1 : size) - start[3];
  int is_good = is_line(work + start[1], start[2] - 1 - start[1], "key: ", &key, &key_length);
  is_good &= is_line(work + start[2], start[3] - 1 - start[2], "payload: ", &payload, &payload_length);
  is_good &= is_line(work + start[3], fourth, "signature: ", &signature_text, &signature_length);
  if (!is_good || key_length != 16 || !is_lower_hex(key, 16) || signature_length != 88) return refuse("FILE_DAMAGED", -1, -1, "");
  char signature[88];
  memcpy(signature, signature_text, 88);
  if (decode_base64(signature, 88) != 64) return refuse("FILE_DAMAGED", -1, -1, "");
  hex_bytes(key, 8, key_id->bytes);
  uint8_t sum[32];
  size_t at = 0;
  const uint8_t *public_key = key_with_id(keys, key_id->bytes, 8, &at, sum);
  if (public_key == NULL) return refuse("UNKNOWN_KEY", -1, -1, "");
  while (public_key != NULL &&
         !basics_verify(public_key, 32, (const uint8_t *)work, start[3], (const uint8_t *)signature, 64)) {
    at++;
    public_key = key_with_id(keys, key_id->bytes, 8, &at, sum);
  }
  if (public_key == NULL) return refuse("NOT_GENUINE", -1, -1, "");
  char *body = work + (payload - work);
  long decoded = decode_base64(body, payload_length);
  if (decoded < 0) return refuse("FILE_DAMAGED", -1, -1, "malformed");
  const char *end = body + decoded, *object = skip_space(body, end), *behind = skip_value(object, end, MAX_DEPTH);
  if (behind == NULL || skip_space(behind, end) != end || *object != '{') return refuse("FILE_DAMAGED", -1, -1, "malformed");
  json->bytes = object;
  json->length = (size_t)(behind - object);
  int is_whole;
  double v = number_of(member(*json, "v"), 9007199254740991.0, &is_whole);
  if (is_whole && v > 1) return refuse("FILE_NEWER", -1, -1, "");
  return is_whole && v == 1 ? none : refuse("FILE_DAMAGED", -1, -1, "malformed");
}

static basics_refusal read_file(const char *text, size_t length, basics_keys keys, char *work, basics_licence *result) {
  basics_text json;
  uint8_t request[32];
  char name[BASICS_NAME_SIZE + 1];
  basics_refusal refusal = read_signed(text, length, "BASICS LICENCE FILE", "NOT_A_LICENCE_FILE", keys, work, &json, &result->key_id);
  if (is_refused(refusal)) return refusal;
  basics_text tool = member(json, "tool"), machine = member(json, "machine"), ent = member(json, "ent");
  int is_good = starts_with(tool, '{') && starts_with(machine, '{') && starts_with(ent, '{');
  result->is_file = 1;
  result->brand = -1;
  result->json = json;
  is_good &= hex_of(member(json, "lid"), 8, result->id.bytes);
  result->user = member(json, "user");
  result->brand_name = member(json, "brand");
  result->tool_name = member(tool, "name");
  result->machine_name = member(machine, "name");
  is_good &= starts_with(result->user, '"') && starts_with(result->brand_name, '"');
  is_good &= starts_with(result->tool_name, '"') && starts_with(result->machine_name, '"');
  result->tool_id = (uint16_t)whole(tool, "id", 0xffff, &is_good);
  result->max_major = (uint8_t)whole(tool, "maxMajor", 255, &is_good);
  is_good &= hex_of(member(machine, "fp"), 16, result->fingerprint);
  unsigned scheme = (unsigned)whole(machine, "scheme", 15, &is_good);
  if (scheme == 2) is_good &= hex_of(member(machine, "uuid"), 4, result->fingerprint + 16);
  is_good &= hex_of(member(json, "vc"), 32, request);
  result->entitlements = (uint32_t)whole(ent, "bits", 0xffffffffu, &is_good);
  result->entitlement_names = member(ent, "names");
  is_good &= are_texts(result->entitlement_names, 0, 0);
  result->preferences = member(json, "prefs");
  is_good &= starts_with(result->preferences, '{');
  result->issued_at = (uint32_t)whole(json, "iat", BASICS_NEVER, &is_good);
  result->not_before = (uint32_t)whole(json, "nbf", BASICS_NEVER, &is_good);
  result->expires_at = (uint32_t)whole(json, "exp", BASICS_NEVER, &is_good);
  result->grace_days = (uint32_t)whole(json, "graceDays", 3660, &is_good);
  whole(json, "seq", 9007199254740991.0, &is_good);
  result->trial = flag(json, "trial", &is_good);
  result->bridge = flag(json, "bridge", &is_good);
  result->deny = member(json, "deny");
  is_good &= result->deny.length == 0 || are_texts(result->deny, 1, 0);
  if (!is_good) return refuse("FILE_DAMAGED", -1, -1, "malformed");
  if (scheme_length(scheme) == 0) return refuse("FILE_NEWER", -1, -1, "");
  size_t name_length = basics_unescape(result->machine_name, name, sizeof name);
  is_good = name_length <= 32 && is_machine_name((const uint8_t *)name, name_length);
  is_good &= result->expires_at > result->issued_at && result->expires_at > result->not_before;
  return is_good ? none : refuse("FILE_DAMAGED", -1, -1, "malformed");
}

/* Returns whether a text begins with the title of a licence file, in upper or lower case, after white space, byte-order marks and `>`. */
static int looks_like_file(const char *text, size_t length) {
  static const char title[] = "basics licence file";
  size_t at = 0;
  while (at < length) {
    uint32_t point;
    int valid;
    size_t used = next_point((const uint8_t *)text, length, at, &point, &valid);
    if (point != 0xfeff && point != '>' && symbol_of(point) != ' ') break;
    at += used;
  }
  if (length - at < sizeof title - 1) return 0;
  for (size_t next = 0; next < sizeof title - 1; next++) {
    if (to_lower((unsigned char)text[at + next]) != title[next]) return 0;
  }
  return 1;
}

static void clear_licence(basics_licence *licence) {
  memset(licence, 0, sizeof *licence);
  licence->refusal = none;
  licence->record_stored = 1;
  licence->days_left = BASICS_NO_END;
}

basics_refusal basics_read_licence(const char *text, size_t length, basics_keys keys, void *work, basics_licence *result) {
  code_form form = {'L', 0x21, 192, keys, result, accept_licence};
  clear_licence(result);
  basics_refusal refusal = looks_like_file(text, length) ? read_file(text, length, keys, (char *)work, result) : read_text(text, length, (char *)work, &form);
  if (is_refused(refusal)) clear_licence(result);
  result->refusal = refusal;
  return refusal;
}

static int is_text(basics_text json, const char *text) {
  if (!starts_with(json, '"')) return 0;
  const char *at = json.bytes + 1, *end = json.bytes + json.length, *wanted = text, *last = text + strlen(text);
  for (long point; (point = json_character(&at, end)) > 0;) {
    uint32_t expected;
    int is_valid;
    if (wanted == last) return 0;
    wanted += next_point((const uint8_t *)wanted, (size_t)(last - wanted), 0, &expected, &is_valid);
    if (!is_valid || (uint32_t)point != expected) return 0;
  }
  return wanted == last;
}

/* Returns the object in an array whose field has this number, or this text if `text` is not NULL; empty if there is none. */
static basics_text object_with(basics_text array, const char *name, uint16_t number, const char *text) {
  if (starts_with(array, '[')) {
    for (size_t at = 0;; at++) {
      basics_text object = element(array, at), value = member(object, name);
      int is_whole;
      if (object.length == 0) return object;
      if (text == NULL ? number_of(value, 65535, &is_whole) == number && is_whole : is_text(value, text)) return object;
    }
  }
  array.length = 0;
  return array;
}

int basics_add_on_bit(const char *tools, size_t length, uint16_t tool_id, const char *add_on) {
  const char *end = tools + length, *object = skip_space(tools, end), *behind = skip_value(object, end, MAX_DEPTH);
  if (behind == NULL || skip_space(behind, end) != end || *object != '{') return -1;
  basics_text json = {object, (size_t)(behind - object)}, tool = object_with(member(json, "tools"), "number", tool_id, NULL);
  int is_good = 1;
  uint64_t bit = whole(object_with(member(tool, "addOns"), "id", 0, add_on), "bit", 31, &is_good);
  return is_good ? (int)bit : -1;
}

int basics_has_add_on(const basics_licence *licence, const char *add_on, const char *tools, size_t length) {
  basics_text name;
  for (size_t at = 0; (name = element(licence->entitlement_names, at)).length > 0; at++) {
    if (is_text(name, add_on)) return 1;
  }
  int bit = basics_add_on_bit(tools, length, licence->tool_id, add_on);
  return bit >= 0 && (licence->entitlements >> bit & 1) == 1;
}

basics_refusal basics_read_list(const char *text, size_t length, basics_keys keys, void *work, basics_list *result) {
  basics_text json;
  int is_good = 1;
  basics_refusal refusal = read_signed(text, length, "BASICS REVOCATIONS", "NOT_A_REVOCATION_LIST", keys, (char *)work, &json, &result->key_id);
  if (is_refused(refusal)) return refusal;
  result->tool_id = (uint16_t)whole(json, "tool", 0xffff, &is_good);
  result->seq = whole(json, "seq", 9007199254740991.0, &is_good);
  result->issued_at = (uint32_t)whole(json, "iat", BASICS_NEVER, &is_good);
  result->next_at = (uint32_t)whole(json, "next", BASICS_NEVER, &is_good);
  result->keys = member(json, "keys");
  is_good &= result->next_at >= result->issued_at && are_texts(result->keys, 1, 1);
  basics_text ids = member(json, "ids");
  if (!is_good || !starts_with(ids, '"')) return refuse("FILE_DAMAGED", -1, -1, "malformed");
  /* The bytes of the ids overwrite their JSON string, because they are shorter. Later only `keys` is read from the JSON. */
  char *packed = (char *)work + (ids.bytes - (const char *)work);
  const char *end = ids.bytes + ids.length, *at = ids.bytes + 1;
  size_t plain = 0;
  for (long point; (point = json_character(&at, end)) > 0; plain++) packed[plain] = point < 0x80 ? (char)point : '?';
  long decoded = decode_base64(packed, plain);
  if (decoded < 0 || decoded % 8 != 0) return refuse("FILE_DAMAGED", -1, -1, "malformed");
  result->ids = (const uint8_t *)packed;
  result->id_count = (size_t)decoded / 8;
  for (size_t id = 1; id < result->id_count; id++) {
    if (memcmp(result->ids + 8 * id - 8, result->ids + 8 * id, 8) >= 0) return refuse("FILE_DAMAGED", -1, -1, "malformed");
  }
  return none;
}

int basics_list_names_licence(const basics_list *list, const basics_id *id) {
  for (size_t at = 0; at < list->id_count; at++) {
    if (memcmp(list->ids + 8 * at, id->bytes, 8) == 0) return 1;
  }
  return 0;
}

int basics_list_names_key(const basics_list *list, const basics_id *id) {
  basics_id key;
  for (size_t at = 0; basics_id_at(list->keys, at, &key); at++) {
    if (memcmp(key.bytes, id->bytes, 8) == 0) return 1;
  }
  return 0;
}

/* ---- Checking ---- */

static int names(const basics_id *ids, size_t count, const basics_id *id) {
  for (size_t at = 0; at < count; at++) {
    if (memcmp(ids[at].bytes, id->bytes, 8) == 0) return 1;
  }
  return 0;
}

const char *basics_check(const basics_licence *licence, const basics_circumstances *at) {
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  if (licence->tool_id != at->tool_id) return "OTHER_TOOL";
  basics_fingerprint(at->facts, licence->fingerprint, fingerprint);
  if (strcmp(basics_relation(licence->fingerprint, fingerprint), "different") == 0) return "OTHER_MACHINE";
  if (licence->max_major != BASICS_ANY_MAJOR && at->tool_major > licence->max_major) return "TOOL_TOO_NEW";
  if (names(at->denied, at->denied_count, &licence->id)) return "DENIED";
  if (names(at->revoked, at->revoked_count, &licence->id)) return "REVOKED";
  if (at->high_water_mark - at->now > TOLERANCE) return "CLOCK_TURNED_BACK";
  if ((int64_t)licence->not_before - at->now > TOLERANCE) return "NOT_YET_VALID";
  int64_t latest = at->now > at->high_water_mark ? at->now : at->high_water_mark;
  if (licence->expires_at == BASICS_NEVER || latest < (int64_t)licence->expires_at) return "VALID";
  return latest < (int64_t)licence->expires_at + (int64_t)licence->grace_days * DAY ? "IN_GRACE" : "EXPIRED";
}

/* The number of the last day since 1970. The added day keeps the division away from negative numbers, which C rounds up. */
static int64_t last_day(uint32_t expires_at) { return ((int64_t)expires_at + DAY - DAY / 2 - 1) / DAY - 1; }

int64_t basics_days_left(uint32_t expires_at, int64_t latest) {
  return expires_at == BASICS_NEVER ? BASICS_NO_END : last_day(expires_at) - latest / DAY;
}

int64_t basics_next_change(const basics_licence *licence, int32_t days, int64_t now) {
  int64_t expires_at = licence->expires_at, times[3];
  if (expires_at == 0 || expires_at == BASICS_NEVER) return BASICS_NO_END;
  times[0] = (last_day(licence->expires_at) - days) * DAY;
  times[1] = expires_at;
  times[2] = expires_at + (int64_t)licence->grace_days * DAY;
  for (size_t at = 0; at < 3; at++) {
    if (times[at] > now) return times[at];
  }
  return BASICS_NO_END;
}

int basics_allows(const char *code) { return strcmp(code, "VALID") == 0 || strcmp(code, "IN_GRACE") == 0; }

/* ---- The record of a tool ---- */

typedef struct {
  basics_id licences[2];
  size_t licence_count;
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  int64_t high_water_mark, newest_issued_at;
  basics_id denied[BASICS_MAX_DENIED];
  size_t denied_count;
} tool_record;

static char *put_hex(char *out, const uint8_t *bytes, size_t count) {
  for (size_t at = 0; at < count; at++) {
    *out++ = "0123456789abcdef"[bytes[at] >> 4];
    *out++ = "0123456789abcdef"[bytes[at] & 15];
  }
  return out;
}

static char *put_text(char *out, const char *text) {
  size_t length = strlen(text);
  memcpy(out, text, length);
  return out + length;
}

static char *put_ids(char *out, const basics_id *ids, size_t count, const char *quote) {
  for (size_t at = 0; at < count; at++) {
    out = put_text(put_hex(put_text(put_text(out, at == 0 ? "" : ","), quote), ids[at].bytes, 8), quote);
  }
  return out;
}

static size_t write_record(const tool_record *record, char text[BASICS_RECORD_SIZE]) {
  char key_text[128], *out = put_text(text, "{\"licences\":[");
  uint8_t key[32], digest[32];
  out = put_text(put_ids(out, record->licences, record->licence_count, "\""), "],\"fingerprint\":\"");
  out = put_hex(out, record->fingerprint, basics_fingerprint_length(record->fingerprint));
  out += sprintf(out, "\",\"highWaterMark\":%lld,\"newestIssuedAt\":%lld,\"denied\":[", (long long)record->high_water_mark,
                 (long long)record->newest_issued_at);
  out = put_text(put_ids(out, record->denied, record->denied_count, "\""), "]}");
  char *end = put_text(put_hex(key_text, record->fingerprint, basics_fingerprint_length(record->fingerprint)), "\n");
  end = put_ids(end, record->licences, record->licence_count, "");
  hash(key, "basics-clock-record-v1\n", (const uint8_t *)key_text, (size_t)(end - key_text));
  crypto_auth_hmacsha256(digest, (const uint8_t *)text, (size_t)(out - text), key);
  out = put_text(put_hex(put_text(out - 1, ",\"digest\":\""), digest, 32), "\"}\n");
  return (size_t)(out - text);
}

static size_t read_ids(basics_text array, basics_id *ids, size_t most) {
  size_t count = 0;
  while (count < most && basics_id_at(array, count, &ids[count])) count++;
  return count;
}

static int read_record(const char *text, size_t length, tool_record *record) {
  char again[BASICS_RECORD_SIZE];
  const char *end = text + length, *behind = skip_value(text, end, MAX_DEPTH);
  int is_good = behind != NULL;
  if (!is_good) return 0;
  basics_text json = {text, (size_t)(behind - text)};
  record->licence_count = read_ids(member(json, "licences"), record->licences, 2);
  record->denied_count = read_ids(member(json, "denied"), record->denied, BASICS_MAX_DENIED);
  record->high_water_mark = (int64_t)whole(json, "highWaterMark", 9007199254740991.0, &is_good);
  record->newest_issued_at = (int64_t)whole(json, "newestIssuedAt", 9007199254740991.0, &is_good);
  basics_text fingerprint = member(json, "fingerprint");
  memset(record->fingerprint, 0, BASICS_FINGERPRINT_SIZE);
  is_good &= hex_of(fingerprint, 16, record->fingerprint) || hex_of(fingerprint, BASICS_FINGERPRINT_SIZE, record->fingerprint);
  if (!is_good) return 0;
  return write_record(record, again) == length && memcmp(again, text, length) == 0;
}

static char *part(const basics_tool *tool, size_t at) { return tool->work + at * tool->part_size; }

/* Loads the licence and returns its length, 0 if it cannot be read; -1 if it does not exist. If it is too long, the buffer has its first `part_size` - 1 bytes. */
static int64_t load_licence(const basics_tool *tool, char *buffer) {
  int64_t length = tool->files.load(tool->files.context, "licence", buffer, tool->part_size - 1);
  return length < -1 ? 0 : length;
}

/* Writes the name of the first or second copy of a file. */
static const basics_files *copy_of(const basics_tool *tool, int is_second, const char *name, char path[32]) {
  size_t stem = strcspn(name, ".");
  if (is_second) sprintf(path, "%.*s-%u%s", (int)stem, name, tool->id, name + stem);
  else strcpy(path, name);
  return is_second ? &tool->second : &tool->files;
}

/* Loads the first or second copy of a file and returns its length; -1 if there is no such copy, or if it cannot be read or is longer than `size`. */
static int64_t load_copy(const basics_tool *tool, int is_second, const char *name, char *buffer, size_t size) {
  char path[32];
  const basics_files *files = copy_of(tool, is_second, name, path);
  int64_t length = files->load == NULL ? -1 : files->load(files->context, path, buffer, size);
  return length <= (int64_t)size ? length : -1;
}

/* Writes each copy that has another text. Returns 0 if no copy has the text then. Uses the part 2 of the work buffer. */
static int store_twice(const basics_tool *tool, const char *name, const char *text, size_t length) {
  int is_stored = 0;
  for (int is_second = 0; is_second < 2; is_second++) {
    char path[32];
    const basics_files *files = copy_of(tool, is_second, name, path);
    int64_t stored = load_copy(tool, is_second, name, part(tool, 2), tool->part_size - 1);
    int is_same = stored == (int64_t)length && memcmp(part(tool, 2), text, length) == 0;
    if (is_same || (files->store != NULL && files->store(files->context, path, text, length))) is_stored = 1;
  }
  return is_stored;
}

static int load_list_copy(const basics_tool *tool, int is_second, basics_list *list) {
  int64_t length = load_copy(tool, is_second, "revocations", part(tool, 3), tool->part_size - 1);
  if (length < 0 || is_refused(basics_read_list(part(tool, 3), (size_t)length, tool->keys, part(tool, 4), list))) return 0;
  return list->tool_id == tool->id;
}

/* Reads the stored revocation list with the highest number into the parts 3 and 4 of the work buffer. */
static int load_list(const basics_tool *tool, basics_list *list) {
  int has_second = load_list_copy(tool, 1, list);
  uint64_t seq = has_second ? list->seq : 0;
  if (load_list_copy(tool, 0, list) && list->seq >= seq) return 1;
  return has_second && load_list_copy(tool, 1, list);
}

static const char *read_for(const basics_tool *tool, const char *text, size_t length, char *work, const basics_list *list,
                            basics_licence *licence) {
  if (length + 1 > tool->part_size) return "FILE_TOO_LONG";
  basics_refusal refusal = basics_read_licence(text, length, tool->keys, work, licence);
  if (is_code(refusal, "UNKNOWN_KEY") && tool->keys.count == 0) return "NO_KEYS";
  if (is_refused(refusal)) return refusal.code;
  if (list == NULL || !basics_list_names_key(list, &licence->key_id)) return "";
  clear_licence(licence); /* somebody else may have signed it */
  return "KEY_REVOKED";
}

static int is_for_this_pc(const basics_tool *tool, const uint8_t licensed[BASICS_FINGERPRINT_SIZE]) {
  uint8_t fingerprint[BASICS_FINGERPRINT_SIZE];
  basics_fingerprint(tool->facts, licensed, fingerprint);
  return strcmp(basics_relation(licensed, fingerprint), "different") != 0;
}

static void deny_id(tool_record *record, const basics_id *id) {
  if (names(record->denied, record->denied_count, id)) return;
  if (record->denied_count == BASICS_MAX_DENIED) {
    memmove(record->denied, record->denied + 1, (BASICS_MAX_DENIED - 1) * sizeof *record->denied);
    record->denied_count--;
  }
  record->denied[record->denied_count++] = *id;
}

static int load_record_copy(const basics_tool *tool, int is_second, tool_record *record) {
  int64_t length = load_copy(tool, is_second, "memory.json", part(tool, 1), tool->part_size - 1);
  return length >= 0 && read_record(part(tool, 1), (size_t)length, record) && is_for_this_pc(tool, record->fingerprint);
}

/* Reads the later one of the stored records of this PC, with the denied ids of both. Returns 0 if each is missing, damaged, or belongs to another PC. */
static int load_record(const basics_tool *tool, tool_record *later) {
  tool_record second, swapped;
  int has_first = load_record_copy(tool, 0, later), has_second = load_record_copy(tool, 1, &second);
  if (!has_second) return has_first;
  if (!has_first) {
    *later = second;
    return 1;
  }
  int is_later = second.newest_issued_at != later->newest_issued_at ? second.newest_issued_at > later->newest_issued_at
                                                                    : second.high_water_mark > later->high_water_mark;
  if (is_later) {
    swapped = *later;
    *later = second;
    second = swapped;
  }
  for (size_t at = 0; at < second.denied_count; at++) deny_id(later, &second.denied[at]);
  return 1;
}

/* Continues a record after a licence was installed. The previous licence stays, because a power failure can prevent the installation. */
static void continue_record(tool_record *record, const basics_licence *licence, int64_t high_water_mark) {
  basics_id id;
  if (record->licence_count == 0 || !names(record->licences, 1, &licence->id)) {
    record->licences[1] = record->licences[0];
    record->licences[0] = licence->id;
    record->licence_count = record->licence_count == 0 ? 1 : 2;
  }
  memcpy(record->fingerprint, licence->fingerprint, BASICS_FINGERPRINT_SIZE);
  record->high_water_mark = high_water_mark;
  if (licence->issued_at > record->newest_issued_at) record->newest_issued_at = licence->issued_at;
  for (size_t at = 0; basics_id_at(licence->deny, at, &id); at++) deny_id(record, &id);
}

/* Finds the record of this PC. Returns whether a licence is installed but has no record. */
static int record_for(const basics_tool *tool, const basics_licence *licence, const basics_list *list, int64_t now, tool_record *record) {
  basics_licence installed;
  int has_record = load_record(tool, record);
  int64_t length = load_licence(tool, part(tool, 1));
  int is_installed = length >= 0 && read_for(tool, part(tool, 1), (size_t)length, part(tool, 2), list, &installed)[0] == '\0';
  if (has_record) {
    if (!is_installed || names(record->licences, record->licence_count, &installed.id)) return 0;
    /* If two programs wrote at the same time, the record continues as if the licence was installed at its date of issue. */
    int64_t mark = record->high_water_mark > (int64_t)installed.issued_at ? record->high_water_mark : (int64_t)installed.issued_at;
    if (is_for_this_pc(tool, installed.fingerprint)) continue_record(record, &installed, mark);
    return 0;
  }
  int is_recent = now - (int64_t)licence->issued_at <= 30 * DAY;
  memset(record, 0, sizeof *record);
  record->newest_issued_at = is_recent ? 0 : licence->issued_at;
  record->licences[0] = licence->id;
  record->licence_count = 1;
  memcpy(record->fingerprint, licence->fingerprint, BASICS_FINGERPRINT_SIZE);
  return is_installed && licence->issued_at <= installed.issued_at && !is_recent;
}

static int has_line(const char *text, size_t size, const char *line, size_t length) {
  for (const char *at = text, *end = text + size; at < end;) {
    const char *behind = (const char *)memchr(at, '\n', (size_t)(end - at));
    if (behind == NULL) behind = end;
    if ((size_t)(behind - at) == length && memcmp(at, line, length) == 0) return 1;
    at = behind + 1;
  }
  return 0;
}

/* Loads the lines of both copies of the file "returned" into the part 1 of the work buffer, each line once, and returns their size. Uses the part 2. */
static size_t load_returned(const basics_tool *tool) {
  char *text = part(tool, 1), *line = part(tool, 2);
  int64_t first = load_copy(tool, 0, "returned", text, tool->part_size - 1);
  size_t size = first < 0 ? 0 : (size_t)first;
  int64_t second = load_copy(tool, 1, "returned", line, tool->part_size - 1);
  for (const char *end = line + (second < 0 ? 0 : second); line < end;) {
    char *behind = (char *)memchr(line, '\n', (size_t)(end - line));
    size_t length = behind == NULL ? (size_t)(end - line) : (size_t)(behind - line);
    if (!has_line(text, size, line, length) && size + length + 2 < tool->part_size) {
      if (size > 0 && text[size - 1] != '\n') text[size++] = '\n';
      memcpy(text + size, line, length);
      size += length;
      text[size++] = '\n';
    }
    line += length + 1;
  }
  return size;
}

/*
 * The return codes of this PC are the lines of the file "returned". A damaged line is ignored. Writes the last code, or the code of a licence,
 * and returns whether there is such a code. Uses the parts 1 and 2 of the work buffer: the file stays in part 1, and `length` is its length.
 */
static int find_returned(const basics_tool *tool, const basics_id *id, char code[BASICS_RETURN_SIZE], size_t *length) {
  int is_found = 0;
  *length = load_returned(tool);
  for (const char *line = part(tool, 1), *end = line + *length; line < end;) {
    const char *behind = (const char *)memchr(line, '\n', (size_t)(end - line));
    basics_return claims;
    if (behind == NULL) behind = end;
    int is_read = !is_refused(basics_read_return_code(line, (size_t)(behind - line), part(tool, 2), &claims));
    if (is_read && (id == NULL || names(id, 1, &claims.licence_id))) {
      basics_make_return_code(&claims, code);
      is_found = 1;
      if (id != NULL) return 1;
    }
    line = behind + 1;
  }
  return is_found;
}

static const char *judge_licence(const basics_tool *tool, basics_licence *licence, const basics_list *list,
                                 const tool_record *record, int64_t mark, int64_t now) {
  basics_circumstances at = {now, tool->facts, tool->id, tool->major, mark, record->denied, record->denied_count, NULL, 0};
  if (list != NULL) {
    if ((int64_t)list->issued_at > mark) at.high_water_mark = list->issued_at;
    at.revoked = (const basics_id *)list->ids;
    at.revoked_count = list->id_count;
  }
  licence->days_left = basics_days_left(licence->expires_at, at.high_water_mark > now ? at.high_water_mark : now);
  char code[BASICS_RETURN_SIZE];
  size_t length;
  if (is_for_this_pc(tool, licence->fingerprint) && find_returned(tool, &licence->id, code, &length)) return "RETURNED";
  return basics_check(licence, &at);
}

static int store_record(const basics_tool *tool, const tool_record *record) {
  char text[BASICS_RECORD_SIZE];
  return store_twice(tool, "memory.json", text, write_record(record, text));
}

/* Reads the installed licence from the part 1 into the part 0 of the work buffer. Returns "" or the code that says why there is none. */
static const char *load_installed(const basics_tool *tool, const basics_list *list, basics_licence *licence) {
  clear_licence(licence);
  int64_t length = load_licence(tool, part(tool, 1));
  if (length < 0) return "NO_LICENCE";
  const char *code = read_for(tool, part(tool, 1), (size_t)length, part(tool, 0), list, licence);
  return strcmp(licence->refusal.detail, "empty") == 0 ? "LICENCE_NOT_READABLE" : code;
}

const char *basics_install(const basics_tool *tool, const char *text, size_t length, int64_t now, basics_licence *licence) {
  basics_list taken, *list = load_list(tool, &taken) ? &taken : NULL;
  tool_record record, former;
  clear_licence(licence);
  const char *refusal = read_for(tool, text, length, part(tool, 0), list, licence);
  if (refusal[0] != '\0') return refusal;
  int has_former = load_record(tool, &former), is_lost = record_for(tool, licence, list, now, &record);
  int64_t issued_at = licence->issued_at, mark = record.high_water_mark, limit = issued_at > now ? issued_at : now;
  if (issued_at > record.newest_issued_at && limit < mark) mark = limit;
  const char *code = judge_licence(tool, licence, list, &record, mark, now);
  if (!basics_allows(code)) return code;
  if (is_lost) return "CLOCK_RECORD_LOST";
  continue_record(&record, licence, mark > now ? mark : now);
  if (!store_record(tool, &record)) return "FILE_NOT_WRITABLE";
  if (tool->files.store(tool->files.context, "licence", text, length)) return code;
  if (has_former) store_record(tool, &former); /* otherwise the new record would deny the licence that is still installed */
  return "FILE_NOT_WRITABLE";
}

const char *basics_status(const basics_tool *tool, int64_t now, basics_licence *licence) {
  basics_list taken, *list = load_list(tool, &taken) ? &taken : NULL;
  tool_record record;
  const char *refusal = load_installed(tool, list, licence);
  if (refusal[0] != '\0') return refusal;
  int is_lost = record_for(tool, licence, list, now, &record);
  const char *code = judge_licence(tool, licence, list, &record, record.high_water_mark, now);
  if (is_lost) return basics_allows(code) ? "CLOCK_RECORD_LOST" : code;
  int64_t stored_at = record.high_water_mark > (int64_t)licence->issued_at ? record.high_water_mark : (int64_t)licence->issued_at;
  if (now - record.high_water_mark >= 600) record.high_water_mark = now;
  licence->record_stored = store_record(tool, &record);
  return !licence->record_stored && basics_allows(code) && now - stored_at > DAYS_WITHOUT_RECORD * DAY ? "FILE_NOT_WRITABLE" : code;
}

const char *basics_return_licence(const basics_tool *tool, int64_t now, char code[BASICS_RETURN_SIZE]) {
  basics_list taken, *list = load_list(tool, &taken) ? &taken : NULL;
  basics_licence licence;
  tool_record record;
  size_t size;
  const char *refusal = load_installed(tool, list, &licence);
  if (strcmp(refusal, "NO_LICENCE") == 0 && find_returned(tool, NULL, code, &size)) return "RETURNED";
  if (refusal[0] != '\0') return refusal;
  record_for(tool, &licence, list, now, &record);
  if (strcmp(judge_licence(tool, &licence, list, &record, record.high_water_mark, now), "OTHER_MACHINE") == 0) return "OTHER_MACHINE";
  if (!find_returned(tool, &licence.id, code, &size)) {
    basics_return claims = {tool->id, licence.id, (uint32_t)now};
    char *text = part(tool, 1);
    basics_make_return_code(&claims, code);
    if (size + BASICS_RETURN_SIZE + 1 > tool->part_size) return "FILE_TOO_LONG";
    if (size > 0 && text[size - 1] != '\n') text[size++] = '\n';
    memcpy(text + size, code, BASICS_RETURN_SIZE - 1);
    size += BASICS_RETURN_SIZE - 1;
    text[size++] = '\n';
    if (!store_twice(tool, "returned", text, size)) return "FILE_NOT_WRITABLE";
  }
  /* From here on, the PC refuses the licence, so the customer needs the code, whatever else fails. */
  int is_older = 0;
  for (size_t at = 0; at < record.licence_count; at++) {
    is_older |= memcmp(record.licences[at].bytes, licence.id.bytes, 8) == 0;
    if (is_older) deny_id(&record, &record.licences[at]);
  }
  store_record(tool, &record);
  if (tool->files.erase != NULL) tool->files.erase(tool->files.context, "licence");
  return "RETURNED";
}

const char *basics_take_revocations(const basics_tool *tool, const char *text, size_t length) {
  basics_list before, list;
  int has_list = load_list(tool, &before);
  if (length + 1 > tool->part_size) return "FILE_TOO_LONG";
  basics_refusal refusal = basics_read_list(text, length, tool->keys, part(tool, 0), &list);
  if (is_refused(refusal)) return refusal.code;
  if (list.tool_id != tool->id) return "OTHER_TOOL";
  if (basics_list_names_key(&list, &list.key_id) || (has_list && basics_list_names_key(&before, &list.key_id))) return "KEY_REVOKED";
  if (has_list && list.seq < before.seq) return "LIST_OLDER";
  return store_twice(tool, "revocations", text, length) ? "LIST_TAKEN" : "FILE_NOT_WRITABLE";
}

int basics_request_code(const basics_tool *tool, basics_verification_code *claims, int64_t now, char code[BASICS_CODE_SIZE]) {
  static const char *const without_licence[] = {"NO_LICENCE", "LICENCE_NOT_READABLE", "NO_KEYS", "RETURNED"};
  basics_licence licence;
  const char *status = basics_status(tool, now, &licence);
  claims->reason = strcmp(status, "OTHER_MACHINE") == 0 ? 2 : 1;
  for (size_t at = 0; at < sizeof without_licence / sizeof *without_licence; at++) {
    if (strcmp(status, without_licence[at]) == 0) claims->reason = 0;
  }
  claims->tool_id = tool->id;
  claims->major = tool->major;
  claims->created_at = (uint32_t)now;
  randombytes_buf(claims->nonce, sizeof claims->nonce);
  return basics_make_code(claims, tool->facts, licence.expires_at == 0 ? NULL : licence.fingerprint, code);
}
