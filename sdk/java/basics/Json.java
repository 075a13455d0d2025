// SPDX-License-Identifier: Apache-2.0
package basics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON (RFC 8259). A repeated key, half of a surrogate pair, or more than 32 levels are refused. The JDK has no JSON reader. */
final class Json {
  /** The text is not such JSON, or a field does not have the expected type. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Map, List, String, Double, Boolean or null. */
  static Object parse(String text) throws Malformed {
    Json json = new Json(text);
    Object value = json.value(32);
    if (json.peek() != -1) throw new Malformed();
    return value;
  }

  private int peek() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    return at < text.length() ? text.charAt(at) : -1;
  }

  private void take(char wanted) throws Malformed {
    if (peek() != wanted) throw new Malformed();
    at++;
  }

  private Object value(int depth) throws Malformed {
    int first = peek();
    if (first == '"') return string();
    if ((first == '{' || first == '[') && depth == 0) throw new Malformed();
    if (first == '{') return object(depth);
    if (first == '[') return array(depth);
    if (isWord("true")) return true;
    if (isWord("false")) return false;
    if (isWord("null")) return null;
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) throw new Malformed();
    at = number.end();
    return Double.valueOf(number.group());
  }

  private boolean isWord(String word) {
    boolean isWord = text.startsWith(word, at);
    at += isWord ? word.length() : 0;
    return isWord;
  }

  private Map<String, Object> object(int depth) throws Malformed {
    Map<String, Object> fields = new LinkedHashMap<>();
    take('{');
    while (peek() != '}') {
      if (!fields.isEmpty()) take(',');
      peek();
      String key = string();
      take(':');
      if (fields.containsKey(key)) throw new Malformed();
      fields.put(key, value(depth - 1));
    }
    take('}');
    return fields;
  }

  private List<Object> array(int depth) throws Malformed {
    List<Object> values = new ArrayList<>();
    take('[');
    while (peek() != ']') {
      if (!values.isEmpty()) take(',');
      values.add(value(depth - 1));
    }
    take(']');
    return values;
  }

  private String string() throws Malformed {
    StringBuilder result = new StringBuilder();
    take('"');
    for (; ; at++) {
      if (at >= text.length() || text.charAt(at) < 0x20) throw new Malformed();
      char character = text.charAt(at);
      if (character == '"') break;
      result.append(character == '\\' ? escape() : character);
    }
    at++;
    for (int next = 0; next < result.length(); next += Character.charCount(result.codePointAt(next))) {
      int point = result.codePointAt(next);
      if (point >= 0xd800 && point <= 0xdfff) throw new Malformed();
    }
    return result.toString();
  }

  /** Reads the character of an escape, up to the last character of the escape. */
  private char escape() throws Malformed {
    at++;
    if (at >= text.length()) throw new Malformed();
    int simple = "\"\\/bfnrt".indexOf(text.charAt(at));
    if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
    String digits = text.substring(Math.min(at + 1, text.length()), Math.min(at + 5, text.length()));
    if (text.charAt(at) != 'u' || !Basics.isHex(Text.lower(digits)) || digits.length() != 4) throw new Malformed();
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }
}
