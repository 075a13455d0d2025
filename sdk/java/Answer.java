// SPDX-License-Identifier: Apache-2.0
import basics.Basics;
import basics.Pc;
import basics.Texts;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md. */
public final class Answer {
  private Answer() {}

  /** Reads a recorded PC: what programs of Windows or macOS have printed, or the folders of Linux. */
  private static Pc readPc(Path root) {
    Function<List<String>, String> recorded = command -> {
      try {
        return Files.readString(root.resolve(Path.of(command.get(0)).getFileName()));
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      }
    };
    if (Files.exists(root.resolve("powershell.exe"))) return Pc.readWindows(recorded);
    return Files.exists(root.resolve("ioreg")) ? Pc.readMac(recorded) : Pc.readLinux(root);
  }

  private static final HexFormat HEX = HexFormat.of();

  public static void main(String[] words) throws Exception {
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

  private static List<Object> answer(String kind, String[] fields) throws Exception {
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
      case "licence", "check", "add-on": {
        var reading = Basics.readLicence(text(fields[0]), keys(fields[1]));
        if (!reading.isRead()) return refused(reading.refusal());
        var licence = reading.value();
        if (kind.equals("check")) {
          String code = Basics.check(licence, new Basics.Circumstances(Long.parseLong(fields[2]), facts(fields, 8), Integer.parseInt(fields[3]),
              Integer.parseInt(fields[4]), Long.parseLong(fields[5]), list(fields[6]), list(fields[7])));
          return List.of("ok", code, flag(Basics.allows(code)));
        }
        if (kind.equals("add-on")) return List.of("ok", flag(Basics.hasAddOn(licence, text(fields[3]), text(fields[2]))));
        return List.of("ok", licence.licenceId(), licence.carrier(), flag(licence.trial()), flag(licence.bridge()), licence.toolId(),
            HEX.formatHex(licence.fingerprint()), licence.expiresAt());
      }
      case "revocation-list": {
        var reading = Basics.readRevocationList(text(fields[0]), keys(fields[1]));
        if (!reading.isRead()) return refused(reading.refusal());
        var list = reading.value();
        return List.of("ok", list.toolId(), list.seq(), String.join(",", list.ids()), String.join(",", list.keys()));
      }
      case "pc": {
        Pc read = readPc(Path.of(text(fields[0])));
        Pc pc = fields[1].isEmpty() ? read : read.withStandIn(Path.of(text(fields[1])));
        byte[] print = Basics.fingerprint(pc.facts(), new byte[20]);
        return List.of("ok", HEX.formatHex(print), flag(!pc.virtualMachine().isEmpty()), flag(pc.isStandIn()));
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
        try {
          return List.of("ok", Basics.makeCode(claims, facts(fields, 11), bytes(fields[10])));
        } catch (Basics.PcNotIdentified cause) {
          return refused(cause.refusal());
        }
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
      case "text":
        Texts.Description text = Texts.describe(fields[0], text(fields[1]));
        return List.of("ok", HEX.formatHex(text.sentence().getBytes(StandardCharsets.UTF_8)), HEX.formatHex(text.nextStep().getBytes(StandardCharsets.UTF_8)));
      case "ed25519":
        return List.of("ok", flag(Basics.verify(bytes(fields[0]), bytes(fields[1]), bytes(fields[2]))));
      case "watch":
        return watch(fields);
      default:
        return List.of("ok", String.join(",", steps(fields)));
    }
  }

  /** Installs a licence, and waits for the first callback of `watch`, with the clock of the PC. */
  private static List<Object> watch(String[] fields) throws Exception {
    Path home = Files.createTempDirectory("basics-watch");
    Tool tool = new Tool(Integer.parseInt(fields[1]), Integer.parseInt(fields[2]), keys(fields[0]), home.resolve("state"), facts(fields, 3), home.resolve("second"));
    tool.install(text(fields[8]));
    var found = new CompletableFuture<Tool.Finding>();
    Thread thread = tool.watch(14, found::complete);
    Tool.Finding finding = found.get(30, TimeUnit.SECONDS);
    thread.interrupt();
    thread.join();
    deleteAll(home);
    return List.of("ok", finding.code(), finding.daysLeft());
  }

  private static void deleteAll(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(Answer::delete);
    }
  }

  private static List<String> steps(String[] fields) throws IOException {
    Path home = Files.createTempDirectory("basics-steps"), folder = Files.createDirectory(home.resolve("state")), second = Files.createDirectory(home.resolve("second"));
    Tool tool = new Tool(Integer.parseInt(fields[1]), Integer.parseInt(fields[2]), keys(fields[0]), folder, facts(fields, 3), second);
    List<String> codes = new ArrayList<>();
    for (int at = 8; at < fields.length; at += 3) codes.add(step(tool, fields[at], Long.parseLong(fields[at + 1]), text(fields[at + 2])));
    deleteAll(home);
    return codes;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String step(Tool tool, String step, long now, String text) throws IOException {
    String name = step.replaceFirst("^[a-z]*-?(second-)?", "").replace("record", "memory");
    String suffix = name.equals("memory") ? ".json" : "";
    Path path = tool.folder().resolve(name + suffix), second = tool.secondFolder().resolve(name + "-7" + suffix);
    if (step.startsWith("lose-")) {
      Files.delete(path);
      Files.deleteIfExists(second);
    } else if (step.startsWith("drop-")) Files.delete(step.startsWith("drop-second-") ? second : path);
    else if (step.startsWith("put-")) Files.writeString(path, text);
    else if (step.startsWith("folder-")) {
      Files.deleteIfExists(path);
      Files.createDirectory(path);
    } else if (step.startsWith("block-")) // A folder has the name of the temporary file, so the file cannot be written.
      for (Path each : List.of(path, second)) Files.createDirectory(Path.of(each + ".tmp"));
    else if (step.equals("unblock"))
      for (Path folder : List.of(tool.folder(), tool.secondFolder()))
        names(folder).stream().filter(each -> each.endsWith(".tmp")).forEach(each -> delete(folder.resolve(each)));
    else if (step.equals("files")) return String.join("+", names(tool.folder()));
    else return verb(tool, step, now, text);
    return "DONE";
  }

  private static String verb(Tool tool, String verb, long now, String text) {
    try {
      if (verb.equals("revocations")) return tool.takeRevocations(text);
      if (verb.equals("code")) {
        var code = Basics.readVerificationCode(tool.makeCode(now)).value();
        return code.reason() + "/" + HEX.formatHex(code.fingerprint());
      }
      if (verb.equals("days")) return Objects.toString(tool.status(now).daysLeft(), "none");
      if (verb.equals("next")) {
        Basics.Licence licence = tool.status(now).licence();
        return licence == null ? "none" : Objects.toString(Basics.nextChange(licence, Integer.parseInt(text), now), "none");
      }
      Tool.Returned returned = verb.equals("return") ? tool.returnLicence(now) : null;
      if (returned != null && returned.code() != null) return returned.code();
      Tool.Finding finding = returned != null ? returned.finding() : verb.equals("install") ? tool.install(text, now) : tool.status(now);
      return finding.code() + (finding.recordStored() ? "" : "/not-stored");
    } catch (IOException cause) {
      return "FILE_NOT_WRITABLE";
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
