using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using BasicsLicence;

/// <summary>A tool for Linux: `KEY code`, `KEY install FILE`, `KEY status`. KEY is the portal's public key in hex.</summary>
public static class Example {
  private const int ToolId = 7;

  /// <summary>Reads the first file that exists. Returns nothing if the user may not read the files.</summary>
  private static string[] FirstLine(params string[] paths) {
    foreach (string path in paths) {
      try {
        return new[] { File.ReadAllText(path) };
      } catch (Exception cause) when (cause is IOException || cause is UnauthorizedAccessException) {
        continue;
      }
    }
    return new string[0];
  }

  public static int Main(string[] words) {
    var facts = new Facts {
      { "machine-id", FirstLine("/etc/machine-id") },
      { "board-id", FirstLine("/sys/class/dmi/id/board_serial", "/sys/class/dmi/id/product_uuid") },
      { "system-disk", FirstLine("/sys/block/nvme0n1/wwid", "/sys/block/sda/device/wwid") },
      { "network-card", FirstLine("/sys/class/net/eth0/address") },
    };
    byte[] key = Enumerable.Range(0, 32).Select(at => Convert.ToByte(words[0].Substring(2 * at, 2), 16)).ToArray();
    string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
    var tool = new Tool(ToolId, 1, new[] { key }, Path.Combine(home, ".basics-example"), facts);
    long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    if (words[1] == "code") {
      var claims = new VerificationCode { ToolId = ToolId, Major = 1, CreatedAt = now, MachineName = Environment.MachineName };
      using (var random = RandomNumberGenerator.Create()) random.GetBytes(claims.Nonce);
      Console.WriteLine(Licences.MakeCode(claims, facts, null));
      return 0;
    }
    Finding finding = words[1] == "install" ? tool.Install(File.ReadAllText(words[2]), now) : tool.Status(now);
    Console.WriteLine(finding.Code);
    return finding.IsAllowed ? 0 : 1;
  }
}
