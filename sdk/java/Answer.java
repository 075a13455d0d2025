import basics.Basics;
import basics.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md. */
public final class Answer {
  private Answer() {}

  private static final HexFormat HEX = HexFormat.of();

  public static void main(String[] words) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t", -1);
      List<Object> answer = answer(fields[0], Arrays.copyOfRange(fields, 1, fields.length));
      out.println(answer.stream().map(String::valueOf).collect(Collectors.joining("\t")));
    }
    out.flush();
  }

  private static byte[] bytes(String field) {
    return HEX.parseHex(field);
  }

  private static String text(String field) {
    return new String(bytes(field), StandardCharsets.UTF_8);
  }

  private static List<String> list(String field) {
    return field.isEmpty() ? List.of() : List.of(field.split(",", -1));
  }

  private static List<byte[]> keys(String field) {
    return list(field).stream().map(Answer::bytes).toList();
  }

  private static Map<String, List<String>> facts(String[] fields, int first) {
    Map<String, List<String>> facts = new HashMap<>();
    for (int at = 0; at < 5; at++) facts.put(Basics.COMPONENTS.get(at), list(fields[first + at]).stream().map(Answer::text).toList());
    return facts;
  }

  private static int flag(boolean value) {
    return value ? 1 : 0;
  }

  private static List<Object> refused(Basics.Refusal refusal) {
    Object found = refusal.found() < 0 ? "" : refusal.found();
    Object expected = refusal.expected() < 0 ? "" : refusal.expected();
    Object line = refusal.line() == 0 ? "" : refusal.line();
    return List.of("refusal", refusal.code(), found, expected, refusal.detail(), line);
  }

  private static List<Object> answer(String kind, String[] fields) throws IOException {
    switch (kind) {
      case "verification-code": {
        var reading = Basics.readVerificationCode(text(fields[0]));
        if (!reading.isRead()) return refused(reading.refusal());
        var code = reading.value();
        var version = code.version();
        return List.of("ok", code.reason(), code.toolId(), version.major(), version.minor(), version.patch(), HEX.formatHex(code.fingerprint()),
            HEX.formatHex(code.nonce()), code.createdAt(), HEX.formatHex(code.machineName().getBytes(StandardCharsets.UTF_8)),
            flag(code.isVirtual()), flag(code.isStandIn()));
      }
      case "licence", "check": {
        var reading = Basics.readLicence(text(fields[0]), keys(fields[1]));
        if (!reading.isRead()) return refused(reading.refusal());
        var licence = reading.value();
        if (kind.equals("check")) {
          String code = Basics.check(licence, new Basics.Circumstances(Long.parseLong(fields[2]), facts(fields, 8), Integer.parseInt(fields[3]),
              Integer.parseInt(fields[4]), Long.parseLong(fields[5]), list(fields[6]), list(fields[7])));
          return List.of("ok", code, flag(Basics.allows(code)));
        }
        return List.of("ok", licence.licenceId(), licence.carrier(), flag(licence.trial()), flag(licence.bridge()), licence.toolId(),
            HEX.formatHex(licence.fingerprint()), licence.expiresAt());
      }
      case "revocation-list": {
        var reading = Basics.readRevocationList(text(fields[0]), keys(fields[1]));
        if (!reading.isRead()) return refused(reading.refusal());
        var list = reading.value();
        return List.of("ok", list.toolId(), list.seq(), String.join(",", list.ids()), String.join(",", list.keys()));
      }
      case "fingerprint":
        return List.of("ok", HEX.formatHex(Basics.fingerprint(facts(fields, 1), bytes(fields[0]))));
      case "machine-name":
        return List.of("ok", HEX.formatHex(Basics.machineName(text(fields[0])).getBytes(StandardCharsets.UTF_8)));
      case "make-code": {
        int[] numbers = Stream.of(Arrays.copyOfRange(fields, 1, 5)).mapToInt(Integer::parseInt).toArray();
        var version = new Basics.Version(numbers[1], numbers[2], numbers[3]);
        var claims = new Basics.VerificationCode(
            fields[0], numbers[0], version, new byte[16], bytes(fields[5]), Long.parseLong(fields[6]), text(fields[7]),
            fields[8].equals("1"), fields[9].equals("1"));
        return List.of("ok", Basics.makeCode(claims, facts(fields, 11), bytes(fields[10])));
      }
      case "checked-lines":
        return List.of("ok", String.join(",", Basics.printCheckedLines(fields[0])));
      case "return-code": {
        var reading = Basics.readReturnCode(text(fields[0]));
        if (!reading.isRead()) return refused(reading.refusal());
        return List.of("ok", reading.value().toolId(), reading.value().licenceId(), reading.value().returnedAt());
      }
      case "make-return-code":
        return List.of("ok", Basics.makeReturnCode(new Basics.ReturnCode(Integer.parseInt(fields[0]), fields[1], Long.parseLong(fields[2]))));
      case "relation":
        return List.of("ok", Basics.relation(bytes(fields[0]), bytes(fields[1])));
      case "ed25519":
        return List.of("ok", flag(Basics.verify(bytes(fields[0]), bytes(fields[1]), bytes(fields[2]))));
      default:
        return List.of("ok", String.join(",", steps(fields)));
    }
  }

  private static List<String> steps(String[] fields) throws IOException {
    Path folder = Files.createTempDirectory("basics-steps");
    Tool tool = new Tool(Integer.parseInt(fields[1]), Integer.parseInt(fields[2]), keys(fields[0]), folder, facts(fields, 3));
    List<String> codes = new ArrayList<>();
    for (int at = 8; at < fields.length; at += 3) {
      long now = Long.parseLong(fields[at + 1]);
      String text = text(fields[at + 2]);
      switch (fields[at]) {
        case "install" -> codes.add(tool.install(text, now).code());
        case "status" -> codes.add(tool.status(now).code());
        case "revocations" -> codes.add(tool.takeRevocations(text, now));
        case "return" -> {
          Tool.Returned returned = tool.returnLicence(now);
          codes.add(returned.code() == null ? returned.finding().code() : returned.code());
        }
        default -> {
          String lost = fields[at].substring("lose-".length());
          Files.delete(folder.resolve(lost.equals("record") ? "memory.json" : lost));
          codes.add("DONE");
        }
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(Answer::delete);
    }
    Files.delete(folder);
    return codes;
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
