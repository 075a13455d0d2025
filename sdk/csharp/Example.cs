// SPDX-License-Identifier: Apache-2.0
using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using BasicsLicence;

/// <summary>A tool: `KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex.</summary>
public static class Example {
  private const int ToolId = 7;
  /// <summary>A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool.</summary>
  private const string Tools = "{\"tools\":[{\"number\":7,\"addOns\":[{\"id\":\"configRail\",\"bit\":0}]}]}";

  public static int Main(string[] words) {
    byte[] key = Enumerable.Range(0, 32).Select(at => Convert.ToByte(words[0].Substring(2 * at, 2), 16)).ToArray();
    string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
    string folder = Path.Combine(home, ".basics-example");
    Pc pc = Pc.Read(folder);
    var tool = new Tool(ToolId, 1, new[] { key }, folder, pc.Facts);
    switch (words[1]) {
      case "code":
        Console.WriteLine(MakeCode(pc));
        return 0;
      case "return":
        string code;
        Finding returned = tool.ReturnLicence(Now(), out code);
        Console.WriteLine(code ?? returned.Code);
        return 0;
      case "refresh":
        Refreshed refreshed = new Portal(new Uri(words[2])).Refresh(tool);
        Console.WriteLine(refreshed.Revocations + " " + refreshed.Keys.Count + " " + (refreshed.Tools != "") + " " + refreshed.Releases.Select(each => each.Version).FirstOrDefault());
        return 0;
      case "activate":
        return Activate(tool, MakeCode(pc), words[2]);
      case "install":
        return Show(tool.Install(File.ReadAllText(words[2]), Now()));
      default:
        return Show(tool.Status(Now()));
    }
  }

  private static long Now() {
    return DateTimeOffset.UtcNow.ToUnixTimeSeconds();
  }

  private static string MakeCode(Pc pc) {
    var claims = new VerificationCode {
      ToolId = ToolId, Major = 1, CreatedAt = Now(), MachineName = Environment.MachineName, IsVirtual = pc.VirtualMachine != "", IsStandIn = pc.IsStandIn,
    };
    using (var random = RandomNumberGenerator.Create()) random.GetBytes(claims.Nonce);
    return Licences.MakeCode(claims, pc.Facts, null);
  }

  private static int Activate(Tool tool, string code, string portal) {
    Action paste = () => Console.WriteLine("Paste this code at " + portal + "/license/verify:\n" + code);
    Activation activation = new Portal(new Uri(portal)).Activate(
      code, question => Console.WriteLine("Open " + question.Page + " and confirm the code " + question.UserCode + "."), paste);
    if (activation.Code == "CONFIRMED") return Show(tool.Install(activation.Licence, Now()));
    if (activation.Code == "PORTAL_NOT_REACHED") paste();
    Console.WriteLine(activation.Code);
    return 1;
  }

  private static int Show(Finding finding) {
    Console.WriteLine(finding.Code + ": " + Texts.Sentence(finding.Code, "Example") + " " + Texts.NextStep(finding.Code, "Example"));
    if (finding.DaysLeft != null) Console.WriteLine(finding.DaysLeft + " days left.");
    if (finding.IsAllowed && Licences.HasAddOn(finding.Licence, "configRail", Tools)) Console.WriteLine("The add-on configRail is included.");
    return finding.IsAllowed ? 0 : 1;
  }
}
