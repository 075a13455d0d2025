// SPDX-License-Identifier: Apache-2.0
using System;
using System.IO;
using System.Linq;
using BasicsLicence;

/// <summary>A tool: `KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex.</summary>
public static class Example {
  /// <summary>A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool.</summary>
  private const string Tools = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";

  public static int Main(string[] words) {
    byte[] key = Enumerable.Range(0, 32).Select(at => Convert.ToByte(words[0].Substring(2 * at, 2), 16)).ToArray();
    string folder = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".basics-example");
    var tool = new Tool(7, new Version(1, 0, 0), new[] { key }, folder);
    switch (words[1]) {
      case "code":
        Console.WriteLine(tool.MakeCode());
        return 0;
      case "activate":
        return Show(new Portal(new Uri(words[2])).GetLicence(
          tool,
          question => Console.WriteLine("Open " + question.Page + " and confirm the code " + question.UserCode + "."),
          code => Console.WriteLine("Paste this code at " + words[2] + "/license/verify:\n" + code)));
      case "install":
        return Show(tool.Install(File.ReadAllText(words[2])));
      case "refresh":
        Refreshed refreshed = new Portal(new Uri(words[2])).Refresh(tool);
        Console.WriteLine(refreshed.Revocations + " " + refreshed.Keys.Count + " " + (refreshed.Tools != ""));
        return 0;
      case "return":
        string returnCode;
        Finding finding = tool.ReturnLicence(out returnCode);
        Console.WriteLine(returnCode ?? finding.Describe("Example"));
        return 0;
      default:
        return Show(tool.Status());
    }
  }

  private static int Show(Finding finding) {
    Console.WriteLine(finding.Describe("Example"));
    if (finding.IsAllowed && finding.DaysLeft != null) Console.WriteLine(finding.DaysLeft + " days left.");
    if (finding.Has("configRail", Tools)) Console.WriteLine("The add-on configRail is included.");
    return finding.IsAllowed ? 0 : 1;
  }
}
