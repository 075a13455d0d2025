// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Licences of Basics Portal: make a verification code, read and check a licence. {@link Tool} installs one and asks for its status.
 *
 * <p>The format and the names of all codes: docs/licence-format.md and docs/conformance.md. Times are Unix seconds. Readers never throw
 * an exception because of the text that a user pastes: {@link Reading#refusal} says why a text was not read.
 */
public final class Basics {
  /** The version of this library. */
  public static final String VERSION = "3.4.0";

  private Basics() {}

  public static final long NEVER = 0xffffffffL;
  public static final int ANY_MAJOR = 255;
  static final long DAY = 86_400;
  static final long TOLERANCE = 48 * 3600;
  /** The names of the facts. */
  public static final List<String> COMPONENTS = List.of("machine-id", "board-id", "system-disk", "network-card", "smbios-uuid");
  public static final List<String> REASONS = List.of("new", "renew", "moved");

  /** A stable code, and where useful the characters found and expected (otherwise -1), a detail (otherwise empty), and the first printed line whose check characters are wrong (otherwise 0). */
  public record Refusal(String code, int found, int expected, String detail, int line) {
    static Refusal of(String code, String detail) {
      return new Refusal(code, -1, -1, detail, 0);
    }
  }

  /** The result of a reader: either the value or the refusal. The other one is null. */
  public record Reading<T>(T value, Refusal refusal) {
    public boolean isRead() {
      return refusal == null;
    }

    static <T> Reading<T> refused(String code, String detail) {
      return new Reading<>(null, Refusal.of(code, detail));
    }
  }

  public record Version(int major, int minor, int patch) {}

  /** What a tool reports about its PC in a verification code. It is not signed. */
  public record VerificationCode(
      String reason, int toolId, Version version, byte[] fingerprint, byte[] nonce, long createdAt, String machineName,
      boolean isVirtual, boolean isStandIn) {}

  /** A licence whose signature is valid. If it was read from a code, the texts are null, the lists are empty, and `brand` is the number of the brand as text. */
  public record Licence(
      String carrier,
      String licenceId,
      String keyId,
      int toolId,
      int maxMajor,
      String brand,
      boolean trial,
      boolean bridge,
      byte[] fingerprint,
      long entitlements,
      long issuedAt,
      long notBefore,
      long expiresAt,
      long graceDays,
      String toolName,
      String user,
      String machineName,
      List<String> entitlementNames,
      Map<String, Object> preferences,
      List<String> deny) {}

  /** The licences and keys that a portal has revoked for one tool. The ids are in ascending order. */
  public record RevocationList(
      int toolId, long seq, long issuedAt, long nextAt, List<String> ids, List<String> keys, String keyId) {}

  /** What a licence is checked against: the PC, the tool, the clock, and the stored record of the tool. A PC with several network cards or disks has several values of a fact. */
  public record Circumstances(
      long now,
      Map<String, List<String>> facts,
      int toolId,
      int toolMajor,
      long highWaterMark,
      List<String> denied,
      List<String> revoked) {}

  // Bytes.

  static boolean isHex(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Decodes UTF-8. Returns null if the bytes are not UTF-8. */
  static String decodeUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException cause) {
      return null;
    }
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException cause) {
      throw new IllegalStateException(cause); // Every JDK has SHA-256.
    }
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) whole.writeBytes(part);
    return whole.toByteArray();
  }

  private static byte[] labelled(String label, byte[] bytes, int length) {
    return Arrays.copyOf(sha256(concat(utf8(label), bytes)), length);
  }

  public static String keyId(byte[] key) {
    return hex(Arrays.copyOf(sha256(key), 8));
  }

  /** RFC 8410: the DER prefix of the 32 raw bytes of an Ed25519 key. */
  private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

  /** Returns whether a signature is valid; false for a key or signature of the wrong length. */
  public static boolean verify(byte[] key, byte[] message, byte[] signature) {
    if (key.length != 32 || signature.length != 64) return false;
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(concat(SPKI, key))));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException cause) {
      return false;
    }
  }

  // Fingerprints and names.

  private static final Set<String> PLACEHOLDERS =
      Set.of("none", "n/a", "unknown", "invalid", "uninitialized", "default string", "not specified", "not applicable",
          "not available", "to be filled by o.e.m.", "system serial number", "123456789", "0123456789");

  /** UUIDs that manufacturers left in the firmware of many PCs, so that they identify no PC. */
  private static final Set<String> SHARED_UUIDS =
      Set.of("03000200-0400-0500-0006-000700080009", "00020003-0004-0005-0006-000700080009", "00010203-0405-0607-0809-0a0b0c0d0e0f",
          "12345678-1234-5678-90ab-cddeefaabbcc", "4c4c4544-0000-2010-8020-80c04f202020", "11111111-1111-1111-1111-111111111111",
          "deadbeef-dead-beef-dead-beefdeadbeef", "fefefefe-fefe-fefe-fefe-fefefefefefe");

  private static List<byte[]> hashes(String component, String value) {
    String fact = value.replaceAll("^[\\x00\\t-\\r ]+|[\\x00\\t-\\r ]+$", "");
    String lower = Text.lower(fact);
    if (lower.matches("[0 :.-]*|[f :.-]*") || PLACEHOLDERS.contains(lower)) return List.of();
    if (component.equals("smbios-uuid") && SHARED_UUIDS.contains(lower)) return List.of();
    List<byte[]> hashes = new ArrayList<>();
    for (String form : List.of(lower, fact)) hashes.add(labelled("basics-fp-v1\n", utf8(component + ":" + form), 4));
    return hashes;
  }

  /** Returns the fingerprint of a PC: 16 bytes, or 20 if the PC has a UUID. If a fact has several values, the value that `licensed` contains is used, otherwise the first one. */
  public static byte[] fingerprint(Map<String, List<String>> facts, byte[] licensed) {
    byte[] fingerprint = new byte[20];
    for (int at = 0; at < 5; at++) {
      byte[] wanted = Arrays.copyOfRange(licensed, 4 * at, 4 * at + 4);
      boolean hasFirst = false;
      for (String value : facts.getOrDefault(COMPONENTS.get(at), List.of())) {
        for (byte[] hash : hashes(COMPONENTS.get(at), value)) {
          if (!hasFirst || Arrays.equals(hash, wanted)) System.arraycopy(hash, 0, fingerprint, 4 * at, 4);
          hasFirst = true;
        }
      }
    }
    return trim(fingerprint);
  }

  /** Returns the number of facts that have a value which identifies a PC. */
  static int countFacts(Map<String, List<String>> facts) {
    byte[] print = fingerprint(facts, new byte[20]);
    int found = 0;
    for (int at = 0; at < print.length; at += 4) {
      if (!Arrays.equals(print, at, at + 4, new byte[4], 0, 4)) found++;
    }
    return found;
  }

  /** Returns the fingerprint without its fifth part if that part is unknown. */
  static byte[] trim(byte[] fingerprint) {
    byte[] fifth = Arrays.copyOfRange(fingerprint, 16, 20);
    return Arrays.equals(fifth, new byte[4]) ? Arrays.copyOf(fingerprint, 16) : fingerprint;
  }

  /** Returns the number of bytes of a fingerprint in a code of this scheme; 0 for an unknown scheme. */
  private static int schemeLength(int scheme) {
    return scheme == 1 ? 16 : scheme == 2 ? 20 : 0;
  }

  /** Compares two fingerprints: `same`, `changed` (the same PC with new parts) or `different`. */
  public static String relation(byte[] left, byte[] right) {
    int shared = 0;
    int equal = 0;
    byte[] lefts = Arrays.copyOf(left, 20);
    byte[] rights = Arrays.copyOf(right, 20);
    for (int at = 0; at < 20; at += 4) {
      byte[] one = Arrays.copyOfRange(lefts, at, at + 4);
      byte[] other = Arrays.copyOfRange(rights, at, at + 4);
      if (Arrays.equals(one, new byte[4]) || Arrays.equals(other, new byte[4])) continue;
      shared++;
      if (Arrays.equals(one, other)) equal++;
    }
    if (equal < 2 || equal * 2 <= shared) return "different";
    return Arrays.equals(left, 0, 16, right, 0, 16) && equal == shared ? "same" : "changed";
  }

  private static final String UNSEEN = "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]";
  private static final Pattern ATTACHED = Pattern.compile(
      "[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200d\\u20d0-\\u20ff\\ufe00-\\ufe0f\\x{1f3fb}-\\x{1f3ff}]");

  /** Returns the name of a PC in the form for codes, at most 32 bytes. */
  public static String machineName(String name) {
    String clean = trim(Normalizer.normalize(name.replaceAll(UNSEEN, ""), Normalizer.Form.NFC));
    int[] points = clean.codePoints().toArray();
    int end = points.length;
    while (end > 0 && !isBorder(points, end)) end--;
    return trim(new String(points, 0, end));
  }

  private static boolean isBorder(int[] points, int at) {
    if (utf8(new String(points, 0, at)).length > 32) return false;
    return at == points.length || !ATTACHED.matcher(Character.toString(points[at])).matches() && points[at - 1] != 0x200d;
  }

  private static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && Text.symbolOf(text.charAt(start)).equals(" ")) start++;
    while (end > start && Text.symbolOf(text.charAt(end - 1)).equals(" ")) end--;
    return text.substring(start, end);
  }

  private static boolean isMachineName(byte[] bytes) {
    String name = decodeUtf8(bytes);
    return bytes.length <= 32 && name != null && name.chars().noneMatch(c -> c < 0x20 || c >= 0x7f && c <= 0x9f);
  }

  // Verification codes.

  /** Thrown for a PC with fewer than two usable facts, because no licence would be valid on it. The refusal has their number. */
  public static final class PcNotIdentified extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private final int found;

    PcNotIdentified(int found) {
      super("This PC has " + found + " of 2 facts that identify a PC.");
      this.found = found;
    }

    public Refusal refusal() {
      return new Refusal("PC_NOT_IDENTIFIED", found, 2, "", 0);
    }
  }

  /** Makes a verification code on one line. `licensed` is the fingerprint in the installed licence, for a renewal; otherwise zero bytes. Throws {@link PcNotIdentified}. */
  public static String makeCode(VerificationCode claims, Map<String, List<String>> facts, byte[] licensed) {
    byte[] name = utf8(machineName(claims.machineName));
    Version version = claims.version;
    ByteBuffer body = ByteBuffer.allocate(37 + name.length);
    byte[] print = fingerprint(facts, licensed);
    int found = countFacts(facts);
    if (found < 2) throw new PcNotIdentified(found);
    int flags = (claims.isVirtual ? 0x40 : 0) | (claims.isStandIn ? 0x80 : 0);
    int scheme = flags != 0 || print.length > 16 ? 2 : 1;
    int length = schemeLength(scheme);
    body.put((byte) 0x11).put((byte) (REASONS.indexOf(claims.reason) << 4 | flags | scheme)).putShort((short) claims.toolId);
    body.put((byte) version.major).put((byte) version.minor).putShort((short) version.patch);
    body.put(Arrays.copyOf(print, length)).put(claims.nonce, 0, 24 - length).putInt((int) claims.createdAt);
    body.put((byte) name.length).put(name);
    return Text.toText("BV", concat(body.array(), labelled("basics-vc-v1\n", body.array(), 4)));
  }

  static long now() {
    return System.currentTimeMillis() / 1000;
  }

  /** Returns a code in lines of four groups. Every line except the last ends with a dash. */
  public static String printCode(String text) {
    String[] groups = text.split("-");
    StringBuilder lines = new StringBuilder(groups[0]);
    for (int at = 1; at < groups.length; at++) lines.append(at > 1 && at % 4 == 1 ? "-\n" : "-").append(groups[at]);
    return lines.toString();
  }

  /** Returns the lines of a code for reading aloud or typing. The last group of each line has its check characters. */
  public static List<String> printCheckedLines(String text) {
    return Text.checkedLines(text);
  }

  public static Reading<VerificationCode> readVerificationCode(String text) {
    VerificationCode[] read = new VerificationCode[1];
    Refusal refusal = Text.read(text, new Text.Form("BV", 0x11, 66, Basics::expectedCharacters, bytes -> acceptVerification(bytes, read)));
    return new Reading<>(refusal == null ? read[0] : null, refusal);
  }

  private static int expectedCharacters(byte[] start) {
    int length = start.length > 36 ? start[36] & 255 : 0;
    return length <= 32 ? ((41 + length) * 8 + 4) / 5 : 0;
  }

  private static Refusal acceptVerification(byte[] bytes, VerificationCode[] read) {
    byte[] body = Arrays.copyOf(bytes, bytes.length - 4);
    if (!Arrays.equals(labelled("basics-vc-v1\n", body, 4), Arrays.copyOfRange(bytes, body.length, bytes.length))) {
      return Refusal.of("CODE_TYPO", "");
    }
    int scheme = bytes[1] & 15;
    int reason = (bytes[1] & 255) >> 4 & (scheme == 1 ? 15 : 3); // Scheme 1 has no flags.
    int nonceAt = 8 + schemeLength(scheme);
    if (nonceAt == 8 || reason > 2) return Refusal.of("CODE_NEWER", "");
    byte[] name = Arrays.copyOfRange(body, 37, body.length);
    if (!isMachineName(name)) return Refusal.of("NOT_A_CODE", "malformed");
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    read[0] = new VerificationCode(
        REASONS.get(reason),
        fields.getShort(2) & 0xffff,
        new Version(bytes[4] & 255, bytes[5] & 255, fields.getShort(6) & 0xffff),
        trim(Arrays.copyOf(Arrays.copyOfRange(bytes, 8, nonceAt), 20)),
        Arrays.copyOfRange(bytes, nonceAt, 32),
        fields.getInt(32) & 0xffffffffL,
        decodeUtf8(name).replaceAll(UNSEEN, ""),
        (bytes[1] & 0x40) != 0,
        (bytes[1] & 0x80) != 0);
    return null;
  }

  // Return codes.

  /** What a tool reports after it has removed a licence from its PC. It is not signed. `returnedAt` is the time of the clock of the PC. */
  public record ReturnCode(int toolId, String licenceId, long returnedAt) {}

  /** Makes a return code on one line. The same claims always give the same code. */
  public static String makeReturnCode(ReturnCode code) {
    ByteBuffer body = ByteBuffer.allocate(15).put((byte) 0x31).putShort((short) code.toolId);
    body.put(HexFormat.of().parseHex(code.licenceId)).putInt((int) code.returnedAt);
    return Text.toText("BR", concat(body.array(), labelled("basics-rc-v1\n", body.array(), 4)));
  }

  public static Reading<ReturnCode> readReturnCode(String text) {
    ReturnCode[] read = new ReturnCode[1];
    Refusal refusal = Text.read(text, new Text.Form("BR", 0x31, 31, start -> 31, bytes -> acceptReturn(bytes, read)));
    return new Reading<>(refusal == null ? read[0] : null, refusal);
  }

  private static Refusal acceptReturn(byte[] bytes, ReturnCode[] read) {
    if (!Arrays.equals(labelled("basics-rc-v1\n", Arrays.copyOf(bytes, 15), 4), Arrays.copyOfRange(bytes, 15, 19))) {
      return Refusal.of("CODE_TYPO", "");
    }
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    read[0] = new ReturnCode(fields.getShort(1) & 0xffff, hex(Arrays.copyOfRange(bytes, 3, 11)), fields.getInt(11) & 0xffffffffL);
    return null;
  }

  // Licences.

  private static final Pattern FILE =
      Pattern.compile("[\\t-\\r >\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*(?i:BASICS LICENCE FILE)");

  /** Reads a licence file or a licence code, and verifies its signature with the trusted raw public keys. */
  public static Reading<Licence> readLicence(String text, List<byte[]> keys) {
    if (FILE.matcher(text).lookingAt()) return readFile(text, keys);
    Licence[] read = new Licence[1];
    Refusal refusal = Text.read(text, new Text.Form("BL", 0x21, 192, start -> 192, bytes -> acceptLicence(bytes, keys, read)));
    return new Reading<>(refusal == null ? read[0] : null, refusal);
  }

  /** Finds the trusted key whose id begins with these bytes and that verifies the signature. */
  private static Reading<byte[]> signerOf(List<byte[]> keys, String id, byte[] message, byte[] signature) {
    String refusal = "UNKNOWN_KEY";
    for (byte[] key : keys) {
      if (!keyId(key).startsWith(id)) continue;
      if (verify(key, message, signature)) return new Reading<>(key, null);
      refusal = "NOT_GENUINE";
    }
    return Reading.refused(refusal, "");
  }

  private static Refusal acceptLicence(byte[] bytes, List<byte[]> keys, Licence[] read) {
    if (!Arrays.equals(labelled("basics-lc-sum-v1\n", Arrays.copyOf(bytes, 117), 3), Arrays.copyOfRange(bytes, 117, 120))) {
      return Refusal.of("CODE_TYPO", "");
    }
    byte[] message = concat(utf8("basics-licence-code-v1\n"), Arrays.copyOf(bytes, 53));
    Reading<byte[]> signer = signerOf(keys, hex(Arrays.copyOfRange(bytes, 1, 5)), message, Arrays.copyOfRange(bytes, 53, 117));
    if (!signer.isRead()) return signer.refusal;
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    long issuedAt = fields.getInt(21) & 0xffffffffL;
    long expiresAt = fields.getInt(25) & 0xffffffffL;
    if (schemeLength(bytes[16] & 15) == 0) return Refusal.of("CODE_NEWER", "");
    if (expiresAt <= issuedAt) return Refusal.of("NOT_A_CODE", "malformed");
    read[0] = new Licence(
        "code",
        hex(Arrays.copyOfRange(bytes, 5, 13)),
        keyId(signer.value),
        fields.getShort(13) & 0xffff,
        bytes[15] & 255,
        Integer.toString(bytes[16] >> 4 & 7),
        bytes[16] < 0,
        false,
        trim(Arrays.copyOf(Arrays.copyOfRange(bytes, 29, 29 + schemeLength(bytes[16] & 15)), 20)),
        fields.getInt(17) & 0xffffffffL,
        issuedAt,
        issuedAt,
        expiresAt,
        14,
        null,
        null,
        null,
        List.of(),
        Map.of(),
        List.of());
    return null;
  }

  // Signed files.

  private record Signed(Fields fields, String keyId) {}

  private static final Pattern KEY = Pattern.compile("key: ([0-9a-f]{16})");
  private static final Pattern PAYLOAD = Pattern.compile("payload: ([A-Za-z0-9+/=]+)");
  private static final Pattern SIGNATURE = Pattern.compile("signature: ([A-Za-z0-9+/=]+)");

  /** Decodes canonical base64. Returns null for anything else. */
  private static byte[] fromBase64(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
    } catch (IllegalArgumentException cause) {
      return null;
    }
  }

  private static Reading<Signed> readSigned(String text, String title, String other, List<byte[]> keys) {
    String[] lines = (text.startsWith("\ufeff") ? text.substring(1) : text).replace("\r", "").split("\n", -1);
    if (!lines[0].startsWith(title + " v")) return Reading.refused(other, "");
    String version = lines[0].substring(title.length() + 2);
    if (!version.matches("[1-9][0-9]{0,3}")) return Reading.refused("FILE_DAMAGED", "");
    if (!version.equals("1")) return Reading.refused("FILE_NEWER", "");
    if (text.length() > 1_000_000 && utf8(text).length > 4_000_000) return Reading.refused("FILE_DAMAGED", "too-long");
    if (lines.length < 4) return new Reading<>(null, new Refusal("FILE_INCOMPLETE", lines.length, 4, "", 0));
    if (lines.length > 5 || lines.length == 5 && !lines[4].isEmpty()) {
      return new Reading<>(null, new Refusal("FILE_DAMAGED", lines.length, 4, "too-long", 0));
    }
    Matcher key = KEY.matcher(lines[1]);
    Matcher payload = PAYLOAD.matcher(lines[2]);
    Matcher signed = SIGNATURE.matcher(lines[3]);
    if (!key.matches() || !payload.matches() || !signed.matches()) return Reading.refused("FILE_DAMAGED", "");
    byte[] signature = fromBase64(signed.group(1));
    if (signature == null || signature.length != 64) return Reading.refused("FILE_DAMAGED", "");
    byte[] message = utf8(lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n");
    Reading<byte[]> signer = signerOf(keys, key.group(1), message, signature);
    if (!signer.isRead()) return new Reading<>(null, signer.refusal);
    byte[] json = fromBase64(payload.group(1));
    String decoded = json == null ? null : decodeUtf8(json);
    try {
      if (decoded == null) throw new Json.Malformed();
      Fields fields = Fields.of(Json.parse(decoded));
      long v = fields.whole("v", 9007199254740991.0);
      if (v > 1) return Reading.refused("FILE_NEWER", "");
      if (v != 1) throw new Json.Malformed();
      return new Reading<>(new Signed(fields, key.group(1)), null);
    } catch (Json.Malformed cause) {
      return Reading.refused("FILE_DAMAGED", "malformed");
    }
  }

  private static Reading<Licence> readFile(String text, List<byte[]> keys) {
    Reading<Signed> signed = readSigned(text, "BASICS LICENCE FILE", "NOT_A_LICENCE_FILE", keys);
    if (!signed.isRead()) return new Reading<>(null, signed.refusal);
    try {
      Fields top = signed.value.fields;
      Fields tool = top.object("tool");
      Fields machine = top.object("machine");
      int scheme = (int) machine.whole("scheme", 15);
      Fields ent = top.object("ent");
      top.hex("vc", 64);
      top.whole("seq", 9007199254740991.0);
      Licence licence = new Licence(
          "file",
          top.hex("lid", 16),
          signed.value.keyId,
          (int) tool.whole("id", 0xffff),
          (int) tool.whole("maxMajor", ANY_MAJOR),
          top.text("brand"),
          top.flag("trial"),
          top.flag("bridge"),
          trim(HexFormat.of().parseHex(machine.hex("fp", 32) + (scheme == 2 ? machine.hex("uuid", 8) : "00000000"))),
          ent.whole("bits", NEVER),
          top.whole("iat", NEVER),
          top.whole("nbf", NEVER),
          top.whole("exp", NEVER),
          top.whole("graceDays", 3660),
          tool.text("name"),
          top.text("user"),
          machine.text("name"),
          ent.texts("names"),
          top.object("prefs").values(),
          top.has("deny") ? top.ids("deny") : List.of());
      if (schemeLength(scheme) == 0) return Reading.refused("FILE_NEWER", "");
      boolean isGood = isMachineName(utf8(licence.machineName));
      isGood &= licence.expiresAt > licence.issuedAt && licence.expiresAt > licence.notBefore;
      return isGood ? new Reading<>(licence, null) : Reading.refused("FILE_DAMAGED", "malformed");
    } catch (Json.Malformed cause) {
      return Reading.refused("FILE_DAMAGED", "malformed");
    }
  }

  /**
   * Returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in `tools`, the text of
   * `/.well-known/basics-tools`. A text without this tool or add-on names no bit, so a code does not include the add-on.
   */
  public static boolean hasAddOn(Licence licence, String addOn, String tools) {
    if (licence.entitlementNames.contains(addOn)) return true;
    try {
      for (Fields tool : Fields.of(Json.parse(tools)).objects("tools")) {
        if (!Double.valueOf(licence.toolId).equals(tool.values().get("number"))) continue;
        for (Fields each : tool.objects("addOns")) {
          if (addOn.equals(each.values().get("id"))) return (licence.entitlements >> each.whole("bit", 31) & 1) == 1;
        }
      }
    } catch (Json.Malformed cause) {
      return false;
    }
    return false;
  }

  public static Reading<RevocationList> readRevocationList(String text, List<byte[]> keys) {
    Reading<Signed> signed = readSigned(text, "BASICS REVOCATIONS", "NOT_A_REVOCATION_LIST", keys);
    if (!signed.isRead()) return new Reading<>(null, signed.refusal);
    try {
      Fields top = signed.value.fields;
      byte[] packed = fromBase64(top.text("ids"));
      if (packed == null || packed.length % 8 != 0) throw new Json.Malformed();
      List<String> ids = new ArrayList<>();
      for (int at = 0; at < packed.length; at += 8) ids.add(hex(Arrays.copyOfRange(packed, at, at + 8)));
      RevocationList list = new RevocationList(
          (int) top.whole("tool", 0xffff),
          top.whole("seq", 9007199254740991.0),
          top.whole("iat", NEVER),
          top.whole("next", NEVER),
          ids,
          top.ids("keys"),
          signed.value.keyId);
      if (list.nextAt < list.issuedAt || !isAscending(ids) || !isAscending(list.keys)) throw new Json.Malformed();
      return new Reading<>(list, null);
    } catch (Json.Malformed cause) {
      return Reading.refused("FILE_DAMAGED", "malformed");
    }
  }

  private static boolean isAscending(List<String> names) {
    for (int at = 1; at < names.size(); at++) {
      if (names.get(at).compareTo(names.get(at - 1)) <= 0) return false;
    }
    return true;
  }

  // Checking.

  /** Returns the code of the first reason why a licence is not valid on this PC at this time; `VALID` or `IN_GRACE` if the tool may run. */
  public static String check(Licence licence, Circumstances at) {
    if (licence.toolId != at.toolId) return "OTHER_TOOL";
    if (relation(licence.fingerprint, fingerprint(at.facts, licence.fingerprint)).equals("different")) return "OTHER_MACHINE";
    if (licence.maxMajor != ANY_MAJOR && at.toolMajor > licence.maxMajor) return "TOOL_TOO_NEW";
    if (at.denied.contains(licence.licenceId)) return "DENIED";
    if (at.revoked.contains(licence.licenceId)) return "REVOKED";
    if (at.highWaterMark - at.now > TOLERANCE) return "CLOCK_TURNED_BACK";
    if (licence.notBefore - at.now > TOLERANCE) return "NOT_YET_VALID";
    long latest = Math.max(at.now, at.highWaterMark);
    if (licence.expiresAt == NEVER || latest < licence.expiresAt) return "VALID";
    return latest < licence.expiresAt + licence.graceDays * DAY ? "IN_GRACE" : "EXPIRED";
  }

  /** Returns the calendar days in UTC from a time to the last day of a licence: 0 on the last day, null for a licence without end. */
  public static Long daysLeft(long expiresAt, long latest) {
    return expiresAt == NEVER ? null : Long.valueOf(lastDay(expiresAt) - Math.floorDiv(latest, DAY));
  }

  private static long lastDay(long expiresAt) {
    return Math.floorDiv(expiresAt - DAY / 2 - 1, DAY);
  }

  /**
   * Returns the first time after `now` at which the dates of a licence change something: the beginning of the day (in UTC) on which `days` days are left, the expiry, or the end of
   * the grace period. Null if none of them is after `now`, and for a licence without end.
   */
  public static Long nextChange(Licence licence, int days, long now) {
    if (licence.expiresAt == NEVER) return null;
    long warning = (lastDay(licence.expiresAt) - days) * DAY;
    for (long each : new long[] {warning, licence.expiresAt, licence.expiresAt + licence.graceDays * DAY}) {
      if (each > now) return each;
    }
    return null;
  }

  /** Returns whether the tool may run with this code. */
  public static boolean allows(String code) {
    return code.equals("VALID") || code.equals("IN_GRACE");
  }
}
