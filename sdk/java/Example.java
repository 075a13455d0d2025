import basics.Basics;
import basics.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A tool for Linux: `KEY code`, `KEY install FILE`, `KEY status`. KEY is the portal's public key in hex. */
public final class Example {
  private Example() {}

  private static final int TOOL_ID = 7;

  public static void main(String[] words) throws IOException {
    Map<String, List<String>> facts = Map.of(
        "machine-id", firstLine("/etc/machine-id"),
        "board-id", firstLine("/sys/class/dmi/id/board_serial", "/sys/class/dmi/id/product_uuid"),
        "system-disk", firstLine("/sys/block/nvme0n1/wwid", "/sys/block/sda/device/wwid"),
        "network-card", firstLine("/sys/class/net/eth0/address"));
    long now = System.currentTimeMillis() / 1000;
    Path folder = Path.of(System.getProperty("user.home"), ".basics-example");
    Tool tool = new Tool(TOOL_ID, 1, List.of(HexFormat.of().parseHex(words[0])), folder, facts);
    if (words[1].equals("code")) {
      byte[] nonce = new byte[8];
      new SecureRandom().nextBytes(nonce);
      String name = InetAddress.getLocalHost().getHostName();
      var claims = new Basics.VerificationCode("new", TOOL_ID, new Basics.Version(1, 0, 0), new byte[16], nonce, now, name, false, false);
      System.out.println(Basics.printCode(Basics.makeCode(claims, facts, new byte[16])));
      return;
    }
    Tool.Finding finding = words[1].equals("install") ? tool.install(Files.readString(Path.of(words[2])), now) : tool.status(now);
    System.out.println(finding.code());
    System.exit(finding.isAllowed() ? 0 : 1);
  }

  /** Reads the first file that the user may read. Some of the files can be read only by an administrator. */
  private static List<String> firstLine(String... paths) throws IOException {
    for (String path : paths) {
      if (Files.isReadable(Path.of(path))) return List.of(Files.readString(Path.of(path)).strip());
    }
    return List.of();
  }
}
