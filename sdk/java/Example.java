import basics.Basics;
import basics.Pc;
import basics.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** A tool: `KEY code`, `KEY install FILE`, `KEY status`. KEY is the portal's public key in hex. */
public final class Example {
  private Example() {}

  private static final int TOOL_ID = 7;

  public static void main(String[] words) throws IOException {
    long now = System.currentTimeMillis() / 1000;
    Path folder = Path.of(System.getProperty("user.home"), ".basics-example");
    Pc pc = Pc.read(folder, null);
    Tool tool = new Tool(TOOL_ID, 1, List.of(HexFormat.of().parseHex(words[0])), folder, pc.facts());
    if (words[1].equals("code")) {
      byte[] nonce = new byte[8];
      new SecureRandom().nextBytes(nonce);
      String name = InetAddress.getLocalHost().getHostName();
      var claims = new Basics.VerificationCode("new", TOOL_ID, new Basics.Version(1, 0, 0), new byte[16], nonce, now, name, !pc.virtualMachine().isEmpty(), pc.isStandIn());
      System.out.println(Basics.printCode(Basics.makeCode(claims, pc.facts(), new byte[16])));
      return;
    }
    Tool.Finding finding = words[1].equals("install") ? tool.install(Files.readString(Path.of(words[2])), now) : tool.status(now);
    System.out.println(finding.code());
    System.exit(finding.isAllowed() ? 0 : 1);
  }
}
