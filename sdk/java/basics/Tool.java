package basics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A tool. Its state is stored in a folder, in the files `licence`, `memory.json`, `revocations` and `returned`. Throws IOException if a file cannot be read, or if a licence, a
 * return or a revocation list cannot be stored; then nothing has changed. `status` also works if nothing can be written.
 */
public record Tool(int id, int major, List<byte[]> keys, Path folder, Map<String, List<String>> facts) {
  private static final long DAYS_WITHOUT_RECORD = 7;

  /**
   * The result of checking a licence. `licence` is null if its signature was not verified. `refusal` is null if the licence was read. `recordStored` is false if `status` could
   * not store the record of the tool; the tool may still run, at most 7 days after the last stored record.
   */
  public record Finding(String code, Basics.Licence licence, Basics.Refusal refusal, boolean recordStored) {
    Finding(String code, Basics.Licence licence, Basics.Refusal refusal) {
      this(code, licence, refusal, true);
    }

    public boolean isAllowed() {
      return Basics.allows(code);
    }
  }

  /** Installs a licence if the tool may run with it; otherwise nothing changes. */
  public Finding install(String text, long now) throws IOException {
    Finding reading = read(text);
    if (reading.licence == null) return reading;
    Basics.Licence licence = reading.licence;
    Recorded recorded = recordFor(licence, now);
    Memory memory = recorded.memory;
    long mark = memory.highWaterMark;
    if (licence.issuedAt() > memory.newestIssuedAt) mark = Math.min(mark, Math.max(licence.issuedAt(), now));
    Finding finding = judge(licence, memory, mark, now);
    if (!finding.isAllowed()) return finding;
    if (recorded.isLost) return new Finding("CLOCK_RECORD_LOST", licence, null);
    List<String> licences = new ArrayList<>(List.of(licence.licenceId()));
    memory.licences.stream().filter(each -> !each.equals(licence.licenceId())).limit(1).forEach(licences::add);
    LinkedHashSet<String> denied = new LinkedHashSet<>(memory.denied);
    denied.addAll(licence.deny());
    long newest = Math.max(memory.newestIssuedAt, licence.issuedAt());
    Memory written = new Memory(licences, Basics.hex(licence.fingerprint()), Math.max(mark, now), newest, List.copyOf(denied));
    String former = load("memory.json");
    write("memory.json", written.text());
    try {
      write("licence", text);
    } catch (IOException cause) {
      if (Memory.read(former) != null) write("memory.json", former); // Otherwise the new record would deny the licence that is still installed.
      throw cause;
    }
    return finding;
  }

  /** Checks the installed licence, and returns whether the tool may run. Stores the latest time in steps of ten minutes. */
  public Finding status(long now) throws IOException {
    String text = load("licence");
    if (text == null) return new Finding("NO_LICENCE", null, null);
    Finding reading = read(text);
    if (reading.licence == null) return reading;
    Recorded recorded = recordFor(reading.licence, now);
    Memory memory = recorded.memory;
    Finding finding = judge(reading.licence, memory, memory.highWaterMark, now);
    if (recorded.isLost) return finding.isAllowed() ? new Finding("CLOCK_RECORD_LOST", reading.licence, null) : finding;
    long mark = now - memory.highWaterMark >= 600 ? now : memory.highWaterMark;
    String written = new Memory(memory.licences, memory.fingerprint, mark, memory.newestIssuedAt, memory.denied).text();
    if (written.equals(load("memory.json"))) return finding;
    try {
      write("memory.json", written);
      return finding;
    } catch (IOException cause) {
      boolean isLate = now - Math.max(memory.highWaterMark, reading.licence.issuedAt()) > DAYS_WITHOUT_RECORD * Basics.DAY;
      return new Finding(finding.isAllowed() && isLate ? "FILE_NOT_WRITABLE" : finding.code, finding.licence, null, false);
    }
  }

  /** Stores a revocation list. Returns `LIST_TAKEN`, or the code of the reason why the list was refused. */
  public String takeRevocations(String text, long now) throws IOException {
    Basics.Reading<Basics.RevocationList> reading = Basics.readRevocationList(text, keys);
    if (!reading.isRead()) return reading.refusal().code();
    Basics.RevocationList list = reading.value();
    Basics.RevocationList before = revocations();
    if (list.toolId() != id) return "OTHER_TOOL";
    if (list.keys().contains(list.keyId()) || before.keys().contains(list.keyId())) return "KEY_REVOKED";
    if (list.issuedAt() - now > Basics.TOLERANCE) return "LIST_AHEAD";
    if (list.seq() < before.seq()) return "LIST_OLDER";
    write("revocations", text);
    return "LIST_TAKEN";
  }

  /** The return code; null if there is nothing to return. Then the finding contains the reason. */
  public record Returned(String code, Finding finding) {}

  /** Removes the licence from this PC, which will not accept the licence again. The return code frees its seat in the portal. A repeated call returns the same code. */
  public Returned returnLicence(long now) throws IOException {
    String text = load("licence");
    List<Basics.ReturnCode> codes = returned();
    if (text == null && !codes.isEmpty()) return new Returned(Basics.makeReturnCode(codes.get(codes.size() - 1)), null);
    if (text == null) return new Returned(null, new Finding("NO_LICENCE", null, null));
    Finding reading = read(text);
    if (reading.licence == null) return new Returned(null, reading);
    String licenceId = reading.licence.licenceId();
    Memory memory = recordFor(reading.licence, now).memory;
    Finding finding = judge(reading.licence, memory, memory.highWaterMark, now);
    if (finding.code.equals("OTHER_MACHINE")) return new Returned(null, finding);
    Basics.ReturnCode code = codes.stream().filter(each -> each.licenceId().equals(licenceId)).findFirst()
        .orElse(new Basics.ReturnCode(id, licenceId, now));
    LinkedHashSet<Basics.ReturnCode> all = new LinkedHashSet<>(codes);
    all.add(code);
    LinkedHashSet<String> denied = new LinkedHashSet<>(memory.denied);
    denied.addAll(memory.licences.subList(memory.licences.indexOf(licenceId), memory.licences.size()));
    write("returned", all.stream().map(each -> Basics.makeReturnCode(each) + "\n").collect(Collectors.joining()));
    // From here on, the PC refuses the licence, so the customer needs the code, whatever else fails.
    Memory written = new Memory(memory.licences, memory.fingerprint, memory.highWaterMark, memory.newestIssuedAt, List.copyOf(denied));
    ignoreFailure(() -> write("memory.json", written.text()));
    ignoreFailure(() -> Files.delete(folder.resolve("licence")));
    return new Returned(Basics.makeReturnCode(code), null);
  }

  /** Reads the licences that were returned on this PC, in the order of their return. A damaged line is ignored. */
  private List<Basics.ReturnCode> returned() throws IOException {
    String text = load("returned");
    if (text == null) return List.of();
    return text.lines().map(Basics::readReturnCode).filter(Basics.Reading::isRead).map(Basics.Reading::value).toList();
  }

  /** Reads the stored revocation list; it is empty if none is stored. */
  private Basics.RevocationList revocations() throws IOException {
    String text = load("revocations");
    Basics.Reading<Basics.RevocationList> reading = Basics.readRevocationList(text == null ? "" : text, keys);
    if (reading.isRead() && reading.value().toolId() == id) return reading.value();
    return new Basics.RevocationList(id, 0, 0, 0, List.of(), List.of(), "");
  }

  private Finding read(String text) throws IOException {
    Basics.Reading<Basics.Licence> reading = Basics.readLicence(text, keys);
    if (!reading.isRead()) {
      String code = reading.refusal().code();
      return new Finding(code.equals("UNKNOWN_KEY") && keys.isEmpty() ? "NO_KEYS" : code, null, reading.refusal());
    }
    boolean isRevoked = revocations().keys().contains(reading.value().keyId());
    return isRevoked ? new Finding("KEY_REVOKED", null, null) : new Finding("", reading.value(), null);
  }

  private Finding judge(Basics.Licence licence, Memory memory, long mark, long now) throws IOException {
    boolean isReturned = returned().stream().anyMatch(each -> each.licenceId().equals(licence.licenceId()));
    boolean isThisPc = !Basics.relation(licence.fingerprint(), Basics.fingerprint(facts, licence.fingerprint())).equals("different");
    if (isReturned && isThisPc) return new Finding("RETURNED", licence, null);
    Basics.RevocationList list = revocations();
    var at = new Basics.Circumstances(now, facts, id, major, Math.max(mark, list.issuedAt()), memory.denied, list.ids());
    return new Finding(Basics.check(licence, at), licence, null);
  }

  /** Reads the record of this PC, and whether the record that belongs to the installed licence is missing. */
  private record Recorded(Memory memory, boolean isLost) {}

  private Recorded recordFor(Basics.Licence licence, long now) throws IOException {
    String text = load("licence");
    Basics.Licence installed = text == null ? null : read(text).licence;
    Memory memory = Memory.read(load("memory.json"));
    if (memory != null) {
      byte[] recorded = HexFormat.of().parseHex(memory.fingerprint);
      if (Basics.relation(recorded, Basics.fingerprint(facts, recorded)).equals("different")) memory = null;
    }
    if (memory != null && (installed == null || memory.licences.contains(installed.licenceId()))) return new Recorded(memory, false);
    boolean isRecent = now - licence.issuedAt() <= 30 * Basics.DAY;
    Memory base = memory != null ? memory : new Memory(List.of(), "", 0, isRecent ? 0 : licence.issuedAt(), List.of());
    Memory begun = new Memory(
        List.of(licence.licenceId()), Basics.hex(licence.fingerprint()), base.highWaterMark, base.newestIssuedAt, base.denied);
    return new Recorded(begun, installed != null && licence.issuedAt() <= installed.issuedAt() && !isRecent);
  }

  /** The content of `memory.json`. */
  private record Memory(List<String> licences, String fingerprint, long highWaterMark, long newestIssuedAt, List<String> denied) {
    String text() {
      String body = "{\"licences\":" + quoted(licences) + ",\"fingerprint\":\"" + fingerprint + "\",\"highWaterMark\":" + highWaterMark
          + ",\"newestIssuedAt\":" + newestIssuedAt + ",\"denied\":" + quoted(denied) + "}";
      String secret = "basics-clock-record-v1\n" + fingerprint + "\n" + String.join(",", licences);
      return body.substring(0, body.length() - 1) + ",\"digest\":\"" + Basics.hex(hmac(secret, body)) + "\"}\n";
    }

    private static String quoted(List<String> texts) {
      return texts.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    private static byte[] hmac(String secret, String body) {
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Basics.sha256(Basics.utf8(secret)), "HmacSHA256"));
        return mac.doFinal(Basics.utf8(body));
      } catch (GeneralSecurityException cause) {
        throw new IllegalStateException(cause); // Every JDK has HMAC-SHA256.
      }
    }

    /** Returns null for a record that is missing, damaged or was edited. */
    static Memory read(String text) {
      try {
        Fields fields = Fields.of(Json.parse(text == null ? "" : text));
        Memory memory = new Memory(
            fields.ids("licences"),
            fields.text("fingerprint").length() == 40 ? fields.hex("fingerprint", 40) : fields.hex("fingerprint", 32),
            fields.whole("highWaterMark", 9007199254740991.0),
            fields.whole("newestIssuedAt", 9007199254740991.0),
            fields.ids("denied"));
        return memory.text().equals(text) ? memory : null;
      } catch (Json.Malformed cause) {
        return null;
      }
    }
  }

  /** Null if there is no such file. */
  private String load(String name) throws IOException {
    try {
      return new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8);
    } catch (NoSuchFileException cause) {
      return null;
    }
  }

  private interface FileStep {
    void run() throws IOException;
  }

  private static void ignoreFailure(FileStep step) {
    try {
      step.run();
    } catch (IOException cause) {
      // The caller says why this step may fail.
    }
  }

  /** Writes a temporary file and renames it, so that the file is never incomplete. The temporary file is also the lock of the file. */
  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder);
    Path temporary = folder.resolve(name + ".tmp");
    FileChannel file = create(temporary);
    try {
      try (file) {
        ByteBuffer bytes = ByteBuffer.wrap(Basics.utf8(text));
        while (bytes.hasRemaining()) file.write(bytes);
        file.force(true);
      }
      Files.move(temporary, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException cause) {
      ignoreFailure(() -> Files.delete(temporary));
      throw cause;
    }
    ignoreFailure(() -> { // Windows has no call for this.
      try (FileChannel directory = FileChannel.open(folder)) {
        directory.force(true);
      }
    });
  }

  /** Creates a file that must not exist. Waits half a second for another process that writes, and removes a file that a process left behind. */
  private static FileChannel create(Path path) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException cause) {
        if (attempt == 50 || Files.isDirectory(path)) throw cause;
      }
      ignoreFailure(() -> {
        if (System.currentTimeMillis() - Files.getLastModifiedTime(path).toMillis() > 60_000) Files.delete(path);
      });
      LockSupport.parkNanos(10_000_000);
    }
  }
}
