// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A tool. Its state is stored in a folder, in the files `licence`, `memory.json`, `revocations` and `returned`; all but `licence` have a second copy in `secondFolder`. A file that
 * cannot be read counts as missing. Throws IOException if a licence, a return or a revocation list cannot be stored; then nothing has changed. `status` also works if nothing can
 * be written.
 */
public record Tool(
    int id, int major, List<byte[]> keys, Path folder, Map<String, List<String>> facts, Path secondFolder, Basics.Version version, boolean isVirtual, boolean isStandIn) {
  private static final long DAYS_WITHOUT_RECORD = 7;
  /** The longest time between two checks in seconds. A timer stands still while the PC sleeps, so a change can be seen late by this time. */
  private static final long MAX_WAIT = 600;

  public Tool(int id, int major, List<byte[]> keys, Path folder, Map<String, List<String>> facts, Path secondFolder) {
    this(id, major, keys, folder, facts, secondFolder, new Basics.Version(major, 0, 0), false, false);
  }

  /** A tool whose second copies are in `StateFiles.defaultSecondFolder()`. */
  public Tool(int id, int major, List<byte[]> keys, Path folder, Map<String, List<String>> facts) {
    this(id, major, keys, folder, facts, StateFiles.defaultSecondFolder());
  }

  /**
   * The result of checking a licence. `licence` is null if its signature was not verified. `refusal` is null if the licence was read. `recordStored` is false if `status` could
   * not store the record of the tool; the tool may still run, at most 7 days after the last stored record. `daysLeft` are the days until the last day of the licence; null without a
   * licence and for one without end.
   */
  public record Finding(String code, Basics.Licence licence, Basics.Refusal refusal, boolean recordStored, Long daysLeft) {
    Finding(String code, Basics.Licence licence, Basics.Refusal refusal) {
      this(code, licence, refusal, true, null);
    }

    private Finding with(String otherCode, boolean isStored) {
      return new Finding(otherCode, licence, refusal, isStored, daysLeft);
    }

    Finding(String code) {
      this(code, null, null);
    }

    public boolean isAllowed() {
      return Basics.allows(code);
    }

    private boolean isNear(int days) {
      return daysLeft != null && daysLeft <= days;
    }

    /** Whether the tool may run with an add-on. `tools` is the text of /.well-known/basics-tools. */
    public boolean has(String addOn, String tools) {
      return isAllowed() && Basics.hasAddOn(licence, addOn, tools);
    }

    /** The code, and the sentence and the next step with the name of your product. */
    public String describe(String product) {
      Texts.Description text = Texts.describe(code, product);
      return (code + ": " + text.sentence() + " " + text.nextStep()).strip();
    }
  }

  /** A tool on this PC, whose facts it reads. */
  public static Tool open(int id, Basics.Version version, List<byte[]> keys, Path folder) throws IOException {
    return on(Pc.read(folder, null), id, version, keys, folder, StateFiles.defaultSecondFolder());
  }

  /** A tool on a PC that was read, perhaps from a record or with `print-facts`. */
  public static Tool on(Pc pc, int id, Basics.Version version, List<byte[]> keys, Path folder, Path secondFolder) {
    return new Tool(id, version.major(), keys, folder, pc.facts(), secondFolder, version, !pc.virtualMachine().isEmpty(), pc.isStandIn());
  }

  /**
   * Makes a code for the licence that this PC needs now: the reason follows from the status, and a changed PC keeps the parts of its licence. Throws {@link Basics.PcNotIdentified}.
   */
  public String makeCode(long now) {
    Finding status = status(now);
    boolean isNew = List.of("NO_LICENCE", "LICENCE_NOT_READABLE", "NO_KEYS", "RETURNED").contains(status.code);
    String reason = isNew ? "new" : status.code.equals("OTHER_MACHINE") ? "moved" : "renew";
    byte[] nonce = new byte[8];
    new SecureRandom().nextBytes(nonce);
    var claims = new Basics.VerificationCode(reason, id, version, new byte[16], nonce, now, Pc.name(), isVirtual, isStandIn);
    return Basics.makeCode(claims, facts, status.licence == null ? new byte[16] : status.licence.fingerprint());
  }

  public String makeCode() {
    return makeCode(Basics.now());
  }

  public Finding install(String text) throws IOException {
    return install(text, Basics.now());
  }

  public Finding status() {
    return status(Basics.now());
  }

  public Returned returnLicence() throws IOException {
    return returnLicence(Basics.now());
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
    if (recorded.isLost) return finding.with("CLOCK_RECORD_LOST", true);
    Memory former = storedRecord();
    files().writeTwice("memory.json", memory.continued(licence, Math.max(mark, now)).text());
    try {
      StateFiles.write(folder.resolve("licence"), text);
    } catch (IOException cause) {
      if (former != null) files().writeTwice("memory.json", former.text()); // Otherwise the new record would deny the licence that is still installed.
      throw cause;
    }
    return finding;
  }

  /** Checks the installed licence, and returns whether the tool may run. Stores the latest time in steps of ten minutes. */
  public Finding status(long now) {
    Finding reading = installed();
    if (reading.licence == null) return reading;
    Recorded recorded = recordFor(reading.licence, now);
    Memory memory = recorded.memory;
    Finding finding = judge(reading.licence, memory, memory.highWaterMark, now);
    if (recorded.isLost) return finding.isAllowed() ? finding.with("CLOCK_RECORD_LOST", true) : finding;
    long mark = now - memory.highWaterMark >= 600 ? now : memory.highWaterMark;
    String written = new Memory(memory.licences, memory.fingerprint, mark, memory.newestIssuedAt, memory.denied).text();
    try {
      files().writeTwice("memory.json", written);
      return finding;
    } catch (IOException cause) {
      boolean isLate = now - Math.max(memory.highWaterMark, reading.licence.issuedAt()) > DAYS_WITHOUT_RECORD * Basics.DAY;
      return finding.with(finding.isAllowed() && isLate ? "FILE_NOT_WRITABLE" : finding.code, false);
    }
  }

  /**
   * Checks the licence at each change of its dates and at least every ten minutes, in a thread that does not keep the program running. Calls `onChange` there, with each finding
   * that has another code than the one before, or that is the first one with at most `days` days left. Interrupt the thread to end this.
   */
  public Thread watch(int days, Consumer<Finding> onChange) {
    Finding first = status();
    Thread thread = new Thread(() -> watch(days, onChange, first), "basics-licence");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void watch(int days, Consumer<Finding> onChange, Finding first) {
    try {
      for (Finding last = first, before; ; ) {
        long now = Basics.now();
        Long next = last.licence == null ? null : Basics.nextChange(last.licence, days, now);
        TimeUnit.SECONDS.sleep(next == null ? MAX_WAIT : Math.min(MAX_WAIT, next - now));
        before = last;
        last = status();
        if (!last.code.equals(before.code) || last.isNear(days) != before.isNear(days)) onChange.accept(last);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stores a revocation list. Returns `LIST_TAKEN`, or the code of the reason why the list was refused. */
  public String takeRevocations(String text) throws IOException {
    Basics.Reading<Basics.RevocationList> reading = Basics.readRevocationList(text, keys);
    if (!reading.isRead()) return reading.refusal().code();
    Basics.RevocationList list = reading.value();
    Basics.RevocationList before = revocations();
    if (list.toolId() != id) return "OTHER_TOOL";
    if (list.keys().contains(list.keyId()) || before.keys().contains(list.keyId())) return "KEY_REVOKED";
    if (list.seq() < before.seq()) return "LIST_OLDER";
    files().writeTwice("revocations", text);
    return "LIST_TAKEN";
  }

  /** The return code; null if there is nothing to return. Then the finding contains the reason. */
  public record Returned(String code, Finding finding) {}

  /** Removes the licence from this PC, which will not accept the licence again. The return code frees its seat in the portal. A repeated call returns the same code. */
  public Returned returnLicence(long now) throws IOException {
    Finding reading = installed();
    List<Basics.ReturnCode> codes = returned();
    if (reading.code.equals("NO_LICENCE") && !codes.isEmpty()) return new Returned(Basics.makeReturnCode(codes.get(codes.size() - 1)), null);
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
    files().writeTwice("returned", all.stream().map(each -> Basics.makeReturnCode(each) + "\n").collect(Collectors.joining()));
    // From here on, the PC refuses the licence, so the customer needs the code, whatever else fails.
    Memory written = new Memory(memory.licences, memory.fingerprint, memory.highWaterMark, memory.newestIssuedAt, List.copyOf(denied));
    StateFiles.ignoreFailure(() -> files().writeTwice("memory.json", written.text()));
    StateFiles.ignoreFailure(() -> Files.delete(folder.resolve("licence")));
    return new Returned(Basics.makeReturnCode(code), null);
  }

  /** Reads the licences that were returned on this PC, in the order of their return. A damaged line is ignored. */
  private List<Basics.ReturnCode> returned() {
    Stream<String> lines = files().copies("returned").stream().flatMap(String::lines).distinct();
    return lines.map(Basics::readReturnCode).filter(Basics.Reading::isRead).map(Basics.Reading::value).toList();
  }

  /** Reads the stored revocation list with the highest number; it is empty if none is stored. */
  private Basics.RevocationList revocations() {
    return files().copies("revocations").stream().map(text -> Basics.readRevocationList(text, keys)).filter(Basics.Reading::isRead).map(Basics.Reading::value)
        .filter(list -> list.toolId() == id).max(Comparator.comparing(Basics.RevocationList::seq))
        .orElse(new Basics.RevocationList(id, 0, 0, 0, List.of(), List.of(), ""));
  }

  /** Reads the installed licence. The code says why there is none. */
  private Finding installed() {
    String text = StateFiles.load(folder.resolve("licence"));
    if (text == null) return new Finding("NO_LICENCE", null, null);
    Finding reading = read(text);
    boolean isEmpty = reading.refusal != null && "empty".equals(reading.refusal.detail());
    return isEmpty ? new Finding("LICENCE_NOT_READABLE", null, null) : reading;
  }

  private Finding read(String text) {
    Basics.Reading<Basics.Licence> reading = Basics.readLicence(text, keys);
    if (!reading.isRead()) {
      String code = reading.refusal().code();
      return new Finding(code.equals("UNKNOWN_KEY") && keys.isEmpty() ? "NO_KEYS" : code, null, reading.refusal());
    }
    boolean isRevoked = revocations().keys().contains(reading.value().keyId());
    return isRevoked ? new Finding("KEY_REVOKED", null, null) : new Finding("", reading.value(), null);
  }

  private Finding judge(Basics.Licence licence, Memory memory, long mark, long now) {
    Basics.RevocationList list = revocations();
    long latestMark = Math.max(mark, list.issuedAt());
    var at = new Basics.Circumstances(now, facts, id, major, latestMark, memory.denied, list.ids());
    Finding finding = new Finding(Basics.check(licence, at), licence, null, true, Basics.daysLeft(licence.expiresAt(), Math.max(latestMark, now)));
    boolean isReturned = returned().stream().anyMatch(each -> each.licenceId().equals(licence.licenceId()));
    return isReturned && isForThisPc(licence.fingerprint()) ? finding.with("RETURNED", true) : finding;
  }

  private boolean isForThisPc(byte[] licensed) {
    return !Basics.relation(licensed, Basics.fingerprint(facts, licensed)).equals("different");
  }

  private StateFiles files() {
    return new StateFiles(id, folder, secondFolder);
  }

  /** Reads the copies of the record that belong to this PC: the later one, with the denied ids of both. Null if there is none. */
  private Memory storedRecord() {
    List<Memory> own = files().copies("memory.json").stream().map(Memory::read)
        .filter(memory -> memory != null && isForThisPc(HexFormat.of().parseHex(memory.fingerprint)))
        .sorted(Comparator.comparing(Memory::newestIssuedAt).thenComparing(Memory::highWaterMark).reversed()).toList();
    if (own.isEmpty()) return null;
    Memory newest = own.get(0);
    List<String> denied = own.stream().flatMap(memory -> memory.denied.stream()).distinct().toList();
    return new Memory(newest.licences, newest.fingerprint, newest.highWaterMark, newest.newestIssuedAt, denied);
  }

  /** The record of this PC, and whether a licence is installed but has no record. */
  private record Recorded(Memory memory, boolean isLost) {}

  private Recorded recordFor(Basics.Licence licence, long now) {
    Basics.Licence installed = installed().licence;
    Memory memory = storedRecord();
    if (memory != null) {
      boolean isKnown = installed == null || memory.licences.contains(installed.licenceId()) || !isForThisPc(installed.fingerprint());
      // If two programs wrote at the same time, the record continues as if the licence was installed at its date of issue.
      return new Recorded(isKnown ? memory : memory.continued(installed, Math.max(memory.highWaterMark, installed.issuedAt())), false);
    }
    boolean isRecent = now - licence.issuedAt() <= 30 * Basics.DAY;
    Memory begun = new Memory(List.of(licence.licenceId()), Basics.hex(licence.fingerprint()), 0, isRecent ? 0 : licence.issuedAt(), List.of());
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

    /** The record after a licence was installed. The previous licence stays, because a power failure can prevent the installation. */
    Memory continued(Basics.Licence licence, long mark) {
      Stream<String> before = licences.stream().filter(each -> !each.equals(licence.licenceId())).limit(1);
      List<String> allDenied = Stream.concat(denied.stream(), licence.deny().stream()).distinct().toList();
      long newest = Math.max(newestIssuedAt, licence.issuedAt());
      return new Memory(Stream.concat(Stream.of(licence.licenceId()), before).toList(), Basics.hex(licence.fingerprint()), mark, newest, allDenied);
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
}
