// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few. */
public record Pc(Map<String, List<String>> facts, String virtualMachine, boolean isStandIn) {
  /**
   * Reads the facts of this PC. `folder` is the folder of the tool, for the stand-in identity of a PC with fewer than two facts. If `program` (the path of `print-facts` of the C library)
   * is not null, the method starts it; on Windows it is faster than the programs of the system. Throws UnsupportedOperationException on another system than Linux, Windows and macOS.
   */
  public static Pc read(Path folder, Path program) throws IOException {
    String system = System.getProperty("os.name");
    if (program != null) return printed(run(List.of(program.toString(), folder.toString())), " ");
    if (system.equals("Linux")) return readLinux(Path.of("/")).withStandIn(folder);
    if (system.startsWith("Windows")) return readWindows(Pc::run).withStandIn(folder);
    if (system.startsWith("Mac")) return readMac(Pc::run).withStandIn(folder);
    throw new UnsupportedOperationException("It is not known where the facts of " + system + " are.");
  }

  /** Reads the facts of a Windows PC with PowerShell. `run` runs a program and returns what it prints, empty text if it fails. */
  public static Pc readWindows(Function<List<String>, String> run) {
    Path windows = Path.of(System.getenv().getOrDefault("SystemRoot", "C:/Windows"));
    // A 32-bit program finds the 64-bit PowerShell, which sees the whole registry, only in the first folder.
    Path system = windows.resolve(Files.exists(windows.resolve("Sysnative")) ? "Sysnative" : "System32");
    Path powershell = system.resolve("WindowsPowerShell").resolve("v1.0").resolve("powershell.exe");
    Pc pc = printed(run.apply(List.of(powershell.toString(), "-NoProfile", "-NonInteractive", "-Command", WINDOWS_SCRIPT)), "=");
    pc.facts.computeIfPresent("network-card", (name, cards) -> makerAddresses(cards));
    return pc;
  }

  /** Prints a line for each value; the line of a fact that cannot be read is empty. Cards that are attached by USB are left out. */
  private static final String WINDOWS_SCRIPT = """
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:/SOFTWARE/Microsoft/Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard | Select-Object -First 1).SerialNumber
'smbios-uuid=' + (Get-CimInstance Win32_ComputerSystemProduct).UUID
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
Get-NetAdapter -Physical | Where-Object PnPDeviceID -NotLike 'USB*' | ForEach-Object { 'network-card=' + $_.PermanentAddress }
$pc = Get-CimInstance Win32_ComputerSystem
'model=' + $pc.Manufacturer + ' ' + $pc.Model
""";

  /** Reads the facts of a Mac from what programs of macOS print. `run` runs a program and returns what it prints, empty text if it fails. */
  public static Pc readMac(Function<List<String>, String> run) {
    String platform = run.apply(List.of("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"));
    String ports = run.apply(List.of("/usr/sbin/networksetup", "-listallhardwareports"));
    Map<String, List<String>> facts = new HashMap<>();
    facts.put("machine-id", find("\"IOPlatformUUID\" = \"([^\"]+)\"", platform));
    facts.put("board-id", find("\"IOPlatformSerialNumber\" = \"([^\"]+)\"", platform));
    facts.put("system-disk", find("Volume UUID:\\s+(\\S+)", run.apply(List.of("/usr/sbin/diskutil", "info", "/"))));
    facts.put("network-card", makerAddresses(find("Device: en0\\s+Ethernet Address: (\\S+)", ports)));
    boolean isGuest = run.apply(List.of("/usr/sbin/sysctl", "-n", "kern.hv_vmm_present")).strip().equals("1");
    return new Pc(facts, isGuest ? UNKNOWN_KIND : "", false);
  }

  private static List<String> find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? List.of(found.group(1)) : List.of();
  }

  /** Returns the PC of lines with the name and one value of a fact. */
  private static Pc printed(String text, String separator) {
    Map<String, List<String>> facts = new HashMap<>();
    String kind = "";
    boolean isStandIn = false;
    for (String line : text.lines().toList()) {
      String[] words = line.split(separator, 2);
      String value = words.length > 1 ? words[1] : "";
      if (words[0].equals("virtual-machine")) kind = value;
      else if (words[0].equals("model")) kind = findKind(value);
      else if (words[0].equals("stand-in")) isStandIn = true;
      else if (isFact(words[0], value)) facts.computeIfAbsent(words[0], name -> new ArrayList<>()).add(value);
    }
    return new Pc(facts, kind, isStandIn);
  }

  /** Reads the facts from the folders /etc, /sys and /proc, or from a copy of them below `root`. */
  public static Pc readLinux(Path root) {
    Path dmi = root.resolve("sys/class/dmi/id");
    List<String> serial = first(dmi, "board-id", "board_serial");
    Map<String, List<String>> facts = new HashMap<>();
    facts.put("machine-id", first(root, "machine-id", "etc/machine-id", "var/lib/dbus/machine-id"));
    List<String> board = serial.isEmpty() ? first(dmi, "board-id", "product_uuid") : serial;
    facts.put("board-id", board.isEmpty() ? first(root, "board-id", "sys/firmware/devicetree/base/serial-number") : board);
    facts.put("system-disk", disk(root));
    facts.put("network-card", cards(root));
    // If the UUID is also the board id, it must not count twice.
    facts.put("smbios-uuid", serial.isEmpty() ? List.of() : first(dmi, "smbios-uuid", "product_uuid"));
    return new Pc(facts, findVirtualMachine(root), false);
  }

  /**
   * Adds made facts to a PC with fewer than two. They depend on a random number in `stand-in.json`, and on the position of this file in its file system, which a copy does not have.
   * If the file cannot be written, the PC stays as it is.
   */
  public Pc withStandIn(Path folder) {
    if (Basics.countFacts(facts) >= 2) return this;
    try {
      Path path = folder.resolve("stand-in.json");
      if (!Files.exists(path)) {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        StateFiles.write(path, "{\"seed\":\"" + Basics.hex(random) + "\"}\n");
      }
      String seed = Fields.of(Json.parse(Files.readString(path))).text("seed");
      String position = position(path);
      Map<String, List<String>> completed = new HashMap<>(facts);
      for (String label : List.of("machine-id", "board-id")) {
        if (!facts.getOrDefault(label, List.of()).isEmpty()) continue;
        completed.put(label, List.of(Basics.hex(Basics.sha256(Basics.utf8("basics-stand-in-v1\n" + label + "\n" + seed + "\n" + position)))));
      }
      return new Pc(completed, virtualMachine, true);
    } catch (IOException | Json.Malformed cause) {
      return this;
    }
  }

  /**
   * Returns the number of a file, a space, and its creation time in nanoseconds; 0 if the file system has none. Java reads the creation time of a file on Linux only from version 22
   * on, and the number of a file on Windows never, so programs of the system print them.
   */
  private static String position(Path path) throws IOException {
    String system = System.getProperty("os.name");
    if (system.startsWith("Windows")) {
      List<String> number = find("0x([0-9A-Fa-f]+)", run(List.of("fsutil", "file", "queryFileID", path.toString())));
      if (number.isEmpty()) throw new IOException("fsutil");
      FileTime created = Files.readAttributes(path, BasicFileAttributes.class).creationTime();
      return new BigInteger(number.get(0), 16).mod(BigInteger.ONE.shiftLeft(64)) + " " + nanoseconds(created.toInstant());
    }
    if (system.startsWith("Mac")) {
      String[] words = run(List.of("/usr/bin/stat", "-f", "%i %FB", path.toString())).strip().split(" ");
      if (words.length != 2) throw new IOException("stat");
      return words[0] + " " + words[1].replace(".", "");
    }
    Matcher found = Pattern.compile("(\\d+) (?:-|(\\S+ \\S+ \\S+))\\s*").matcher(run(List.of("stat", "-c", "%i %w", path.toString())));
    if (!found.matches()) throw new IOException("stat");
    if (found.group(2) == null) return found.group(1) + " 0";
    return found.group(1) + " " + nanoseconds(OffsetDateTime.parse(found.group(2), DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS xx")).toInstant());
  }

  private static BigInteger nanoseconds(Instant time) {
    return BigInteger.valueOf(time.getEpochSecond()).multiply(BigInteger.valueOf(1_000_000_000)).add(BigInteger.valueOf(time.getNano()));
  }

  private static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      CompletableFuture.delayedExecutor(30, TimeUnit.SECONDS).execute(process::destroy);
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      return "";
    }
  }

  /** A fact that cannot be read is absent. */
  private static String text(Path path) {
    try {
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      return "";
    }
  }

  private static boolean isFact(String component, String text) {
    return Basics.countFacts(Map.of(component, List.of(text))) == 1;
  }

  /** Returns the text of the first file that contains a fact. */
  private static List<String> first(Path folder, String component, String... names) {
    return Stream.of(names).map(name -> text(folder.resolve(name))).filter(text -> isFact(component, text)).limit(1).toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException cause) {
      return List.of();
    }
  }

  /** Returns the path without symbolic links; null if the file does not exist. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException cause) {
      return null;
    }
  }

  private static List<String> disk(Path root) {
    Path device = rootDevice(root);
    while (device != null) {
      List<Path> below = list(device.resolve("slaves")); // Of an encrypted or logical volume.
      if (below.isEmpty()) {
        Path disk = Files.exists(device.resolve("partition")) ? device.getParent() : device;
        return first(disk, "system-disk", "device/serial", "serial", "wwid", "device/wwid");
      }
      device = real(below.get(0));
    }
    return List.of();
  }

  /** Returns the folder in /sys of the device that is mounted at `/`: by the numbers of the device, otherwise by its name. */
  private static Path rootDevice(Path root) {
    for (String line : text(root.resolve("proc/self/mountinfo")).split("\n")) {
      String[] halves = line.split(" - ", 2);
      String[] words = halves[0].split(" ");
      if (words.length < 5 || !words[4].equals("/")) continue;
      Path device = real(root.resolve("sys/dev/block").resolve(words[2]));
      if (device != null) return device;
      String[] source = halves.length < 2 ? new String[0] : halves[1].split(" ");
      if (source.length < 2 || !source[1].startsWith("/dev/")) continue;
      Path node = real(root.resolve(source[1].substring(1)));
      device = real(root.resolve("sys/class/block").resolve((node == null ? Path.of(source[1]) : node).getFileName()));
      if (device != null) return device;
    }
    return null;
  }

  /** Returns the permanent addresses that makers have assigned to cards which are not attached by USB, the lowest first. */
  private static List<String> cards(Path root) {
    List<String> found = new ArrayList<>();
    for (Path card : list(root.resolve("sys/class/net"))) {
      Path device = real(card.resolve("device"));
      String address = text(card.resolve("address")).strip().toLowerCase(Locale.ROOT);
      String assigned = text(card.resolve("addr_assign_type")).strip();
      if (device == null || device.toString().contains("/usb") || !assigned.isEmpty() && !assigned.equals("0")) continue;
      found.add(address);
    }
    return makerAddresses(found);
  }

  /** Returns the addresses that makers have assigned, the lowest first: the second-lowest bit of the first byte is 0. */
  private static List<String> makerAddresses(List<String> addresses) {
    return addresses.stream().filter(each -> each.matches("[0-9A-Fa-f]{2}.*") && (Integer.parseInt(each.substring(0, 2), 16) & 2) == 0 && isFact("network-card", each)).sorted().toList();
  }

  private static final String UNKNOWN_KIND = "of an unknown kind";

  private static final String[][] KINDS = {
    {"vmware", "VMware"},
    {"virtualbox|innotek", "VirtualBox"},
    {"parallels", "Parallels"},
    {"microsoft corporation.*virtual machine", "Hyper-V"},
    {"amazon ec2", "Amazon EC2"},
    {"google compute engine", "Google Compute Engine"},
    {"alibaba cloud|openstack|digitalocean|nutanix", "a cloud"},
    {"qemu|kvm|bochs", "QEMU"},
    {"xen|hvm domu", "Xen"},
    {"bhyve", "bhyve"},
  };

  /** Returns the kind of virtual machine with this maker and model; empty text for a real PC. */
  private static String findKind(String makers) {
    String text = Text.lower(makers);
    if (text.contains(".metal")) return "";
    return Stream.of(KINDS).filter(kind -> Pattern.compile(kind[0]).matcher(text).find()).map(kind -> kind[1]).findFirst().orElse("");
  }

  private static String findVirtualMachine(Path root) {
    String makers = Stream.of("sys_vendor", "product_name", "board_vendor")
        .map(name -> text(root.resolve("sys/class/dmi/id").resolve(name)).strip()).collect(Collectors.joining(" "));
    String kind = findKind(makers);
    if (!kind.isEmpty() || Text.lower(makers).contains(".metal")) return kind;
    boolean isGuest = Pattern.compile("(?m)^flags\\s*:.*\\bhypervisor\\b").matcher(text(root.resolve("proc/cpuinfo"))).find();
    return isGuest ? UNKNOWN_KIND : "";
  }

  /** The name of this PC; empty if the system does not say it. */
  static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException cause) {
      // The name is in no list of hosts. The message of the JDK begins with the name.
      return cause.getMessage().split(":")[0];
    }
  }
}
