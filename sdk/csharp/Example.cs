using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using BasicsLicence;

/// <summary>A tool: `KEY code`, `KEY install FILE`, `KEY status`. KEY is the portal's public key in hex.</summary>
public static class Example {
  private const int ToolId = 7;

  public static int Main(string[] words) {
    byte[] key = Enumerable.Range(0, 32).Select(at => Convert.ToByte(words[0].Substring(2 * at, 2), 16)).ToArray();
    string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
    string folder = Path.Combine(home, ".basics-example");
    Pc pc = Pc.Read(folder);
    var tool = new Tool(ToolId, 1, new[] { key }, folder, pc.Facts);
    long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    if (words[1] == "code") {
      var claims = new VerificationCode {
        ToolId = ToolId, Major = 1, CreatedAt = now, MachineName = Environment.MachineName, IsVirtual = pc.VirtualMachine != "", IsStandIn = pc.IsStandIn,
      };
      using (var random = RandomNumberGenerator.Create()) random.GetBytes(claims.Nonce);
      Console.WriteLine(Licences.MakeCode(claims, pc.Facts, null));
      return 0;
    }
    Finding finding = words[1] == "install" ? tool.Install(File.ReadAllText(words[2]), now) : tool.Status(now);
    Console.WriteLine(finding.Code);
    return finding.IsAllowed ? 0 : 1;
  }
}
