// SPDX-License-Identifier: Apache-2.0
import basics.Basics;
import basics.Portal;
import basics.Tool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** A tool: `KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex. */
public final class Example {
  private Example() {}

  /** A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool. */
  private static final String TOOLS = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";

  public static void main(String[] words) throws IOException, InterruptedException {
    Path folder = Path.of(System.getProperty("user.home"), ".basics-example");
    Tool tool = Tool.open(7, new Basics.Version(1, 0, 0), List.of(HexFormat.of().parseHex(words[0])), folder);
    switch (words[1]) {
      case "code" -> System.out.println(Basics.printCode(tool.makeCode()));
      case "activate" -> show(new Portal(URI.create(words[2])).getLicence(
          tool,
          question -> System.out.println("Open " + question.page() + " and confirm the code " + question.userCode() + "."),
          code -> System.out.println("Paste this code at " + words[2] + "/license/verify:\n" + code)));
      case "install" -> show(tool.install(Files.readString(Path.of(words[2]))));
      case "refresh" -> {
        Portal.Refreshed refreshed = new Portal(URI.create(words[2])).refresh(tool);
        System.out.println(refreshed.revocations() + " " + refreshed.keys().size() + " " + !refreshed.tools().isEmpty());
      }
      case "return" -> {
        Tool.Returned returned = tool.returnLicence();
        System.out.println(returned.code() == null ? returned.finding().describe("Example") : Basics.printCode(returned.code()));
      }
      default -> show(tool.status());
    }
  }

  private static void show(Tool.Finding finding) {
    System.out.println(finding.describe("Example"));
    if (finding.isAllowed() && finding.daysLeft() != null) System.out.println(finding.daysLeft() + " days left.");
    if (finding.has("configRail", TOOLS)) System.out.println("The add-on configRail is included.");
    System.exit(finding.isAllowed() ? 0 : 1);
  }
}
