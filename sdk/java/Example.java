// SPDX-License-Identifier: Apache-2.0
import basics.Basics;
import basics.Pc;
import basics.Portal;
import basics.Texts;
import basics.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** A tool: `KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex. */
public final class Example {
  private Example() {}

  private static final int TOOL_ID = 7;
  /** A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool. */
  private static final String TOOLS = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";

  public static void main(String[] words) throws IOException, InterruptedException {
    Path folder = Path.of(System.getProperty("user.home"), ".basics-example");
    Pc pc = Pc.read(folder, null);
    Tool tool = new Tool(TOOL_ID, 1, List.of(HexFormat.of().parseHex(words[0])), folder, pc.facts());
    switch (words[1]) {
      case "code" -> System.out.println(Basics.printCode(makeCode(pc)));
      case "activate" -> activate(tool, makeCode(pc), words[2]);
      case "install" -> show(tool.install(Files.readString(Path.of(words[2])), now()));
      case "refresh" -> {
        Portal.Refreshed refreshed = new Portal(URI.create(words[2])).refresh(tool);
        String newest = refreshed.releases().stream().map(Portal.Release::version).findFirst().orElse("");
        System.out.println(refreshed.revocations() + " " + refreshed.keys().size() + " " + !refreshed.tools().isEmpty() + " " + newest);
      }
      case "return" -> {
        Tool.Returned returned = tool.returnLicence(now());
        System.out.println(returned.code() == null ? returned.finding().code() : Basics.printCode(returned.code()));
      }
      default -> show(tool.status(now()));
    }
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }

  private static String makeCode(Pc pc) throws IOException {
    byte[] nonce = new byte[8];
    new SecureRandom().nextBytes(nonce);
    String name = InetAddress.getLocalHost().getHostName();
    var claims = new Basics.VerificationCode("new", TOOL_ID, new Basics.Version(1, 0, 0), new byte[16], nonce, now(), name, !pc.virtualMachine().isEmpty(), pc.isStandIn());
    return Basics.makeCode(claims, pc.facts(), new byte[16]);
  }

  private static void activate(Tool tool, String code, String portal) throws IOException, InterruptedException {
    Runnable paste = () -> System.out.println("Paste this code at " + portal + "/license/verify:\n" + Basics.printCode(code));
    Portal.Activation activation = new Portal(URI.create(portal))
        .activate(code, question -> System.out.println("Open " + question.page() + " and confirm the code " + question.userCode() + "."), paste);
    if (activation.code().equals("CONFIRMED")) show(tool.install(activation.licence(), now()));
    if (activation.code().equals("PORTAL_NOT_REACHED")) paste.run();
    System.out.println(activation.code());
    System.exit(1);
  }

  private static void show(Tool.Finding finding) {
    Texts.Description text = Texts.describe(finding.code(), "Example");
    System.out.println(finding.code() + ": " + text.sentence() + " " + text.nextStep());
    if (finding.daysLeft() != null) System.out.println(finding.daysLeft() + " days left.");
    if (finding.isAllowed() && Basics.hasAddOn(finding.licence(), "configRail", TOOLS)) System.out.println("The add-on configRail is included.");
    System.exit(finding.isAllowed() ? 0 : 1);
  }
}
