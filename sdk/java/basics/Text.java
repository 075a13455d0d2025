// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds codes in texts: the five steps of the format document. */
final class Text {
  private Text() {}

  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** The character classes of the format document. A character belongs to the first class that contains it. */
  private static final String[][] CLASSES = {
    {" ", "9-D 20 A0 1680 2000-200A 2028-2029 202F 205F 3000"},
    {"", "0-1F 7F-9F AD 300-36F 61C 180B-180F 1AB0-1AFF 1DC0-1DFF 200B-200F 202A-202E 2060-206F 20D0-20FF FE00-FE0F "
        + "FE20-FE2F FEFF FFF9-FFFB E0000-E0FFF"},
    {"-", "2D 2D7 58A 5BE 1400 1806 2010-2015 2043 2212 2500-2501 2E17 2E1A 2E3A-2E3B 2E40 301C 3030 30A0 30FC "
        + "FE31-FE32 FE58 FE63 FF70"},
    {">", "22 27 2A 3E 5C 5F-60 7C 7E AB B4 BB 2018-201F 2032-2033 2039-203A"},
    {".", "21-2F 3A-40 5B-60 7B-7E A1-BF D7 F7 2016-205E 20A0-20CF 2190-2BFF 2E00-2E7F 3001-3020 E000-F8FF FE10-FE6F "
        + "FF5F-FF65 FFFC 1F000-1FAFF"},
  };

  private record Range(String symbol, int first, int last) {}

  private static final List<Range> RANGES = new ArrayList<>();
  private static final Map<String, String> ENTITIES = new HashMap<>();
  private static final Set<String> TAGS = Set.of("a b blockquote br code div em font i li p pre q s span strong td tr tt u wbr".split(" "));

  static {
    for (String[] each : CLASSES) {
      for (String range : each[1].split(" ")) {
        String[] ends = range.split("-");
        RANGES.add(new Range(each[0], Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16)));
      }
    }
    String[][] names = {
      {" ", "nbsp ensp emsp thinsp"},
      {"", "shy zwnj zwj"},
      {"-", "ndash mdash hyphen dash minus"},
      {">", "quot apos lsquo rsquo ldquo rdquo laquo raquo gt"},
    };
    for (String[] each : names) {
      for (String name : each[1].split(" ")) ENTITIES.put(name, each[0]);
    }
  }

  static String symbolOf(int point) {
    int narrow = point >= 0xff01 && point <= 0xff5e ? point - 0xfee0 : point;
    if (narrow == 0x131) return "I";
    if (narrow >= '0' && narrow <= '9' || narrow >= 'A' && narrow <= 'Z') return Character.toString(narrow);
    if (narrow >= 'a' && narrow <= 'z') return Character.toString(narrow - 32);
    for (Range range : RANGES) {
      if (narrow >= range.first && narrow <= range.last) return range.symbol;
    }
    return "?";
  }

  /** Converts only the letters A to Z to lower case. */
  static String lower(String text) {
    StringBuilder result = new StringBuilder(text);
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) >= 'A' && text.charAt(at) <= 'Z') result.setCharAt(at, (char) (text.charAt(at) + 32));
    }
    return result.toString();
  }

  private static final Pattern TRANSFER = Pattern.compile("=[ \\t]*\\r?\\n|(?:=[0-9A-F]{2})+|(?:%[0-9A-Fa-f]{2})+");
  private static final Pattern TAG = Pattern.compile("</?([A-Za-z]++)(?![0-9_])[^<>]*>");
  private static final Pattern ENTITY =
      Pattern.compile("&(?:[aA][mM][pP];)*(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z]{2,8});");

  private static String decodeTransfer(String text) {
    return TRANSFER.matcher(text).replaceAll(found -> {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (String pair : found.group().split("[=%]")) {
        if (pair.length() == 2 && Basics.isHex(lower(pair))) bytes.write(Integer.parseInt(pair, 16));
      }
      return Matcher.quoteReplacement(decodeLenient(bytes.toByteArray()));
    });
  }

  /** Reads UTF-8. A byte that belongs to no character is read as a space. */
  private static String decodeLenient(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length; ) {
      String character = null;
      int length = 1;
      for (int count = 1; count <= 4 && at + count <= bytes.length && character == null; count++) {
        character = Basics.decodeUtf8(Arrays.copyOfRange(bytes, at, at + count));
        length = character == null ? 1 : count;
      }
      text.append(character == null ? " " : character);
      at += length;
    }
    return text.toString();
  }

  /** Does the steps 2 to 4 of the format document. In the result, one ASCII character stands for each class. */
  private static String restore(String text) {
    String decoded = decodeTransfer(text);
    StringBuilder plain = new StringBuilder();
    Matcher tag = TAG.matcher(decoded);
    Matcher entity = ENTITY.matcher(decoded);
    for (int at = 0; at < decoded.length(); ) {
      char first = decoded.charAt(at);
      int point = decoded.codePointAt(at);
      String symbol = null;
      int end = at + Character.charCount(point);
      if (first == '\\' && end < decoded.length() && "rnt".indexOf(decoded.charAt(end)) >= 0) {
        symbol = " ";
        end++;
      } else if (first == '<' && tag.region(at, decoded.length()).lookingAt() && TAGS.contains(lower(tag.group(1)))) {
        symbol = " ";
        end = tag.end();
      } else if (first == '&' && entity.region(at, decoded.length()).lookingAt()) {
        symbol = readEntity(entity.group(1));
        end = symbol == null ? end : entity.end();
      }
      plain.append(symbol == null ? symbolOf(point) : symbol);
      at = end;
    }
    return plain.toString();
  }

  private static String readEntity(String name) {
    if (name.charAt(0) != '#') return ENTITIES.get(lower(name));
    boolean isHex = name.charAt(1) == 'x' || name.charAt(1) == 'X';
    int point = Integer.parseInt(name.substring(isHex ? 2 : 1), isHex ? 16 : 10);
    return point <= 0x10ffff ? symbolOf(point) : null;
  }

  private static int valueOf(char character) {
    if (character == 'O') return 0;
    return character == 'I' || character == 'L' ? 1 : ALPHABET.indexOf(character);
  }

  private static boolean isLetter(String text, int at) {
    return at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '?');
  }

  private static final int LINE = 24;

  /** Computes the two check characters of a printed line, by a Reed-Solomon code over GF(32). */
  private static String lineCheck(int line, int[] values) {
    int high = 0;
    int low = 0;
    for (int at = -1; at < values.length; at++) {
      int factor = (at < 0 ? line & 31 : values[at]) ^ high;
      int twice = factor << 1 ^ ((factor & 16) == 0 ? 0 : 37);
      high = low ^ factor ^ twice;
      low = twice;
    }
    return "" + ALPHABET.charAt(high) + ALPHABET.charAt(low);
  }

  /** Returns the lines of a code. The last group of each line has its check characters. */
  static List<String> checkedLines(String text) {
    String[] groups = text.split("-");
    List<String> lines = new ArrayList<>();
    for (int at = 1; at < groups.length; at += 4) {
      int end = Math.min(at + 4, groups.length);
      List<String> line = List.of(groups).subList(at, end);
      String check = lineCheck(lines.size() + 1, String.join("", line).chars().map(each -> valueOf((char) each)).toArray());
      lines.add((at == 1 ? groups[0] + "-" : "") + String.join("-", line) + "-U" + check + (end < groups.length ? "-" : ""));
    }
    return lines;
  }

  /** The values of the characters that may belong to a code, and how many of them look like a part of the code. */
  private static final class Collected {
    final int[] values = new int[2048];
    final Set<Integer> mayEnd = new HashSet<>();
    int length;
    int count;
    /** `l`: a letter, `s`: a sign, 0: none. */
    char foreign;
    /** Lines with check characters: their count, the start of the current line, and the first line with wrong check characters (counted from 1; 0: none). */
    int lines;
    int lineStart;
    int wrongLine;

    private boolean hasCheck(String piece, int at, boolean startsWord) {
      int line = length - lineStart;
      boolean isLast = at + 3 == piece.length() && (lines > 0 || at == 0 && !startsWord);
      return piece.charAt(at) == 'U' && at + 3 <= piece.length() && line > 0 && line <= 30 && (line == LINE || isLast);
    }

    /** Returns the position of the first character that has no value; -1 after the check characters of a shorter line, which end the code. */
    int take(String piece, boolean startsWord) {
      for (int at = 0; at < piece.length(); at++) {
        int value = valueOf(piece.charAt(at));
        if (value >= 0) {
          values[length++] = value;
          continue;
        }
        if (!hasCheck(piece, at, startsWord)) return at;
        int[] line = Arrays.copyOfRange(values, lineStart, length);
        lineStart = length;
        String expected = lineCheck(++lines, line);
        boolean isRight = valueOf(piece.charAt(at + 1)) == valueOf(expected.charAt(0)) && valueOf(piece.charAt(at + 2)) == valueOf(expected.charAt(1));
        if (!isRight && wrongLine == 0) wrongLine = lines;
        if (line.length != LINE) return -1;
        at += 2;
      }
      return piece.length();
    }

    int[] values(int count) {
      return Arrays.copyOf(values, count);
    }
  }

  private static final Pattern PIECES = Pattern.compile("([ \\->]*)([0-9A-Z?]+|\\.)");

  private static Collected collect(String plain, int start) {
    Collected found = new Collected();
    boolean hasDashes = false;
    int proseAt = -1;
    Matcher pieces = PIECES.matcher(plain).region(start, Math.min(plain.length(), start + 2048));
    while (pieces.find()) {
      String gap = pieces.group(1);
      String piece = pieces.group(2);
      boolean startsWord = gap.contains(" ") && !gap.contains("-");
      if (gap.contains(" ")) found.mayEnd.add(found.length);
      hasDashes |= found.length > 0 && gap.contains("-");
      if (found.length > 0 && startsWord && piece.length() != 6 && proseAt < 0) proseAt = found.length;
      int before = found.length;
      int kept = found.take(piece, startsWord);
      if (kept < 0) break;
      if (kept == piece.length() && found.length < 256) continue;
      if (kept < piece.length() && (found.length > before || !startsWord)) {
        if (piece.charAt(kept) != '.') found.foreign = 'l';
        else if (isLetter(plain, pieces.end())) found.foreign = 's';
      }
      break;
    }
    found.count = hasDashes && proseAt >= 0 ? proseAt : found.length;
    return found;
  }

  private static byte[] toBytes(int[] values) {
    byte[] bytes = new byte[values.length * 5 / 8];
    int buffer = 0;
    int bits = 0;
    int at = 0;
    for (int value : values) {
      buffer = (buffer << 5 | value) & 0xffff;
      bits += 5;
      if (bits < 8) continue;
      bits -= 8;
      bytes[at++] = (byte) (buffer >> bits);
    }
    return bytes;
  }

  private static boolean restIsZero(int[] values) {
    int bits = values.length * 5 % 8;
    return bits == 0 || ((values[values.length - 1] | (values.length > 1 ? values[values.length - 2] << 5 : 0)) & (1 << bits) - 1) == 0;
  }

  static String toText(String prefix, byte[] bytes) {
    StringBuilder text = new StringBuilder(prefix);
    int characters = (bytes.length * 8 + 4) / 5;
    for (int at = 0; at < characters; at++) {
      int value = 0;
      for (int bit = at * 5; bit < at * 5 + 5; bit++) {
        value = value << 1 | (bit / 8 < bytes.length ? bytes[bit / 8] >> 7 - bit % 8 & 1 : 0);
      }
      text.append(at % 6 == 0 ? "-" : "").append(ALPHABET.charAt(value));
    }
    return text.toString();
  }

  /** The description of a type of code for the text reader. `expected` is the number of characters, 0 for an impossible start. `accept` returns null or a refusal. */
  record Form(String prefix, int firstByte, int least, ToIntFunction<byte[]> expected, Function<byte[], Basics.Refusal> accept) {}

  private static List<Integer> starts(String plain, String prefix) {
    Matcher found = Pattern.compile("(?<![0-9A-Z?])B *" + (prefix.equals("BL") ? "[LI1]" : prefix.substring(1))).matcher(plain);
    List<Integer> starts = new ArrayList<>();
    while (starts.size() < 200 && found.find()) starts.add(found.end());
    return starts;
  }

  /** Null after `accept` has accepted a code. */
  static Basics.Refusal read(String text, Form form) {
    if (text.codePointCount(0, text.length()) > 100_000) return Basics.Refusal.of("NOT_A_CODE", "too-long");
    String plain = restore(text);
    if (plain.replace(" ", "").isEmpty()) return Basics.Refusal.of("NOT_A_CODE", "empty");
    // A code without its prefix begins at the start of the text. It may contain a group that begins like the prefix.
    List<Integer> starts = starts(plain, form.prefix);
    starts.add(0);
    Basics.Refusal best = null;
    int bestCount = 0;
    for (int start : starts) {
      Collected found = collect(plain, start);
      Basics.Refusal refusal = nameLine(found, judge(found, form));
      if (refusal == null) return null;
      if (start > 0 && found.count > bestCount && isStart(plain, start, found, form)) {
        best = refusal;
        bestCount = found.count;
      }
    }
    return best != null ? best : Basics.Refusal.of("NOT_A_CODE", otherCode(plain, form.prefix));
  }

  private static boolean isStart(String plain, int start, Collected found, Form form) {
    String window = plain.substring(start, Math.min(plain.length(), start + 8));
    if (Pattern.compile(" *- *[0-9A-Z]").matcher(window).lookingAt()) return true;
    return found.count >= 6 && (found.values[0] << 3 | found.values[1] >> 2) == form.firstByte;
  }

  /** Check characters only locate an error. If the checksum of a code is correct, the code is accepted even with wrong check characters. */
  private static Basics.Refusal nameLine(Collected found, Basics.Refusal refusal) {
    boolean isDamaged = refusal != null && List.of("CODE_TYPO", "CODE_INCOMPLETE").contains(refusal.code());
    if (!isDamaged || found.wrongLine == 0) return refusal;
    return new Basics.Refusal("CODE_TYPO", refusal.found(), refusal.expected(), refusal.detail(), found.wrongLine);
  }

  private static Basics.Refusal judge(Collected found, Form form) {
    byte[] start = toBytes(found.values(found.length));
    int first = start.length > 0 ? start[0] & 255 : form.firstByte;
    if (first >> 4 == form.firstByte >> 4 && (first & 15) > (form.firstByte & 15)) {
      return Basics.Refusal.of(found.wrongLine > 0 || isMistyped(found, form) ? "CODE_TYPO" : "CODE_NEWER", "");
    }
    int expected = first == form.firstByte ? form.expected.applyAsInt(start) : 0;
    if (expected == 0) return found.count < form.least ? tooShort(found, form.least) : Basics.Refusal.of("CODE_TYPO", "");
    if (found.length < expected) return tooShort(found, expected);
    boolean isTorn = found.length > expected ? !found.mayEnd.contains(expected) : found.foreign == 'l';
    if (isTorn && found.count < expected) return tooShort(found, expected);
    if (isTorn) return new Basics.Refusal("CODE_TYPO", found.count, expected, "too-long", 0);
    Basics.Refusal refusal = acceptWhole(found.values(expected), form);
    boolean isTypo = refusal != null && refusal.code().equals("CODE_TYPO");
    return isTypo && found.count < expected ? tooShort(found, expected) : refusal;
  }

  private static Basics.Refusal acceptWhole(int[] values, Form form) {
    return restIsZero(values) ? form.accept.apply(toBytes(values)) : Basics.Refusal.of("CODE_TYPO", "");
  }

  /** Returns whether the version is a typing error: with the first byte of version 1, the checksum is correct. */
  private static boolean isMistyped(Collected found, Form form) {
    int[] values = found.values(found.length);
    values[0] = form.firstByte >> 3;
    values[1] = (form.firstByte & 7) << 2 | values[1] & 3;
    int expected = form.expected.applyAsInt(toBytes(values));
    if (expected == 0 || values.length < expected) return false;
    Basics.Refusal refusal = acceptWhole(Arrays.copyOf(values, expected), form);
    return refusal == null || !refusal.code().equals("CODE_TYPO");
  }

  private static Basics.Refusal tooShort(Collected found, int expected) {
    boolean isForeign = found.foreign != 0 && found.count == found.length;
    if (isForeign) return new Basics.Refusal("CODE_TYPO", found.count, expected, "foreign-character", 0);
    return new Basics.Refusal("CODE_INCOMPLETE", found.count, expected, "", 0);
  }

  private static String otherCode(String plain, String prefix) {
    if (plain.contains("BASICS LICENCE FILE")) return "licence-file";
    String other = prefix.equals("BV") ? "BL" : "BV";
    for (int start : starts(plain, other)) {
      if (collect(plain, start).count >= 12) return other.equals("BV") ? "verification-code" : "licence-code";
    }
    return "";
  }
}
