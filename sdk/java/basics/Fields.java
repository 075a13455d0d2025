// SPDX-License-Identifier: Apache-2.0
package basics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the fields of a JSON object. Each method throws if the field does not have the expected type. */
record Fields(Map<String, Object> values) {
  @SuppressWarnings("unchecked") // Json makes no other maps.
  static Fields of(Object value) throws Json.Malformed {
    if (!(value instanceof Map)) throw new Json.Malformed();
    return new Fields((Map<String, Object>) value);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  Fields object(String name) throws Json.Malformed {
    return of(values.get(name));
  }

  /** Returns the objects in an array; other values in the array are left out. */
  List<Fields> objects(String name) throws Json.Malformed {
    if (!(values.get(name) instanceof List<?> list)) throw new Json.Malformed();
    List<Fields> objects = new ArrayList<>();
    for (Object each : list) {
      if (each instanceof Map) objects.add(of(each));
    }
    return objects;
  }

  String text(String name) throws Json.Malformed {
    if (values.get(name) instanceof String text) return text;
    throw new Json.Malformed();
  }

  boolean flag(String name) throws Json.Malformed {
    if (!has(name)) return false;
    if (values.get(name) instanceof Boolean flag) return flag;
    throw new Json.Malformed();
  }

  long whole(String name, double most) throws Json.Malformed {
    if (values.get(name) instanceof Double number && number >= 0 && number <= most && number == Math.rint(number)) {
      return number.longValue();
    }
    throw new Json.Malformed();
  }

  String hex(String name, int digits) throws Json.Malformed {
    String text = text(name);
    if (text.length() != digits || !Basics.isHex(text)) throw new Json.Malformed();
    return text;
  }

  List<String> texts(String name) throws Json.Malformed {
    if (!(values.get(name) instanceof List<?> list)) throw new Json.Malformed();
    List<String> texts = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String text)) throw new Json.Malformed();
      texts.add(text);
    }
    return texts;
  }

  List<String> ids(String name) throws Json.Malformed {
    List<String> ids = texts(name);
    for (String id : ids) {
      if (id.length() != 16 || !Basics.isHex(id)) throw new Json.Malformed();
    }
    return ids;
  }
}
