// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few. */
public record Pc(Map<String, List<String>> facts, String virtualMachine, boolean isStandIn) {
  /**
   * Reads the facts of this PC. `folder` is the folder of the tool, for the stand-in identity of a PC with fewer than two facts. On other systems than Linux, `program` (the path of
   * `print-facts` of the C library) prints the facts; if it is null there, the method throws UnsupportedOperationException.
   */
  public static Pc read(Path folder, Path program) throws IOException {
    if (System.getProperty("os.name").equals("Linux")) return readLinux(Path.of("/")).withStandIn(folder);
    if (program == null) throw new UnsupportedOperationException("The facts of this system can be read only with the program print-facts.");
    Map<String, List<String>> facts = new HashMap<>();
    for (String line : run(program.toString(), folder.toString()).lines().toList()) {
      String[] words = line.split(" ", 2);
      facts.computeIfAbsent(words[0], name -> new ArrayList<>()).add(words.length > 1 ? words[1] : "");
    }
    boolean isStandIn = facts.remove("stand-in") != null;
    List<String> kinds = facts.remove("virtual-machine");
    return new Pc(facts, kinds == null ? "" : kinds.get(0), isStandIn);
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
   * on, so the program `stat` of the system prints it.
   */
  private static String position(Path path) throws IOException {
    Matcher found = Pattern.compile("(\\d+) (?:-|(\\S+ \\S+ \\S+))\\s*").matcher(run("stat", "-c", "%i %w", path.toString()));
    if (!found.matches()) throw new IOException("stat");
    if (found.group(2) == null) return found.group(1) + " 0";
    OffsetDateTime created = OffsetDateTime.parse(found.group(2), DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS xx"));
    BigInteger seconds = BigInteger.valueOf(created.toEpochSecond()).multiply(BigInteger.valueOf(1_000_000_000));
    return found.group(1) + " " + seconds.add(BigInteger.valueOf(created.getNano()));
  }

  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
      if (!address.matches("[0-9a-f]{2}.*") || !isFact("network-card", address)) continue;
      if ((Integer.parseInt(address.substring(0, 2), 16) & 2) == 0) found.add(address);
    }
    return found.stream().sorted().toList();
  }

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

  private static String findVirtualMachine(Path root) {
    String makers = Stream.of("sys_vendor", "product_name", "board_vendor")
        .map(name -> Text.lower(text(root.resolve("sys/class/dmi/id").resolve(name)).strip())).collect(Collectors.joining(" "));
    if (makers.contains(".metal")) return "";
    for (String[] kind : KINDS) {
      if (Pattern.compile(kind[0]).matcher(makers).find()) return kind[1];
    }
    boolean isGuest = Pattern.compile("(?m)^flags\\s*:.*\\bhypervisor\\b").matcher(text(root.resolve("proc/cpuinfo"))).find();
    return isGuest ? "of an unknown kind" : "";
  }
}
