// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using BasicsLicence;

/// <summary>Reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md.</summary>
public static class Answer {
  private static byte[] BytesOf(string field) {
    return Enumerable.Range(0, field.Length / 2).Select(at => Convert.ToByte(field.Substring(2 * at, 2), 16)).ToArray();
  }

  private static string TextOf(string field) {
    return Encoding.UTF8.GetString(BytesOf(field));
  }

  private static string Hex(byte[] bytes) {
    return string.Concat(bytes.Select(each => each.ToString("x2")));
  }

  private static string[] ListOf(string field) {
    return field == "" ? new string[0] : field.Split(',');
  }

  private static byte[][] KeysOf(string field) {
    return ListOf(field).Select(BytesOf).ToArray();
  }

  private static Facts FactsOf(IEnumerable<string> fields) {
    var facts = new Facts();
    foreach (var pair in Facts.Components.Zip(fields, (name, field) => new { name, field })) {
      facts[pair.name] = ListOf(pair.field).Select(TextOf).ToArray();
    }
    return facts;
  }

  private static object[] Refused(Refusal refusal) {
    object found = refusal.Found < 0 ? "" : (object)refusal.Found, expected = refusal.Expected < 0 ? "" : (object)refusal.Expected;
    object line = refusal.Line == 0 ? "" : (object)refusal.Line;
    return new[] { "refusal", refusal.Code, found, expected, refusal.Detail, line };
  }

  private static object[] AnswerOf(string kind, string[] fields) {
    switch (kind) {
      case "verification-code": {
        var reading = Licences.ReadVerificationCode(TextOf(fields[0]));
        if (reading.Refusal != null) return Refused(reading.Refusal);
        var code = reading.Value;
        return new object[] { "ok", code.Reason, code.ToolId, code.Major, code.Minor, code.Patch, Hex(code.Fingerprint), Hex(code.Nonce),
          code.CreatedAt, Hex(Encoding.UTF8.GetBytes(code.MachineName)), code.IsVirtual ? 1 : 0, code.IsStandIn ? 1 : 0 };
      }
      case "licence":
      case "check": {
        var reading = Licences.ReadLicence(TextOf(fields[0]), KeysOf(fields[1]));
        if (reading.Refusal != null) return Refused(reading.Refusal);
        var licence = reading.Value;
        if (kind == "check") {
          string code = Licences.Check(licence, new Circumstances {
            Now = long.Parse(fields[2]),
            ToolId = int.Parse(fields[3]),
            ToolMajor = int.Parse(fields[4]),
            HighWaterMark = long.Parse(fields[5]),
            Denied = ListOf(fields[6]),
            Revoked = ListOf(fields[7]),
            Facts = FactsOf(fields.Skip(8)),
          });
          return new object[] { "ok", code, Licences.Allows(code) ? 1 : 0 };
        }
        return new object[] { "ok", licence.LicenceId, licence.Carrier, licence.Trial ? 1 : 0, licence.Bridge ? 1 : 0, licence.ToolId,
          Hex(licence.Fingerprint), licence.ExpiresAt };
      }
      case "revocation-list": {
        var reading = Licences.ReadRevocationList(TextOf(fields[0]), KeysOf(fields[1]));
        if (reading.Refusal != null) return Refused(reading.Refusal);
        var list = reading.Value;
        return new object[] { "ok", list.ToolId, list.Seq, string.Join(",", list.Ids), string.Join(",", list.Keys) };
      }
      case "add-on": {
        var reading = Licences.ReadLicence(TextOf(fields[0]), KeysOf(fields[1]));
        if (reading.Refusal != null) return Refused(reading.Refusal);
        return new object[] { "ok", Licences.HasAddOn(reading.Value, TextOf(fields[3]), TextOf(fields[2])) ? 1 : 0 };
      }
      case "pc": {
        Pc pc = Pc.ReadRecorded(TextOf(fields[0]), fields[1] == "" ? null : TextOf(fields[1]));
        return new object[] { "ok", Hex(Licences.Fingerprint(pc.Facts, null)), pc.VirtualMachine == "" ? 0 : 1, pc.IsStandIn ? 1 : 0 };
      }
      case "fingerprint":
        return new object[] { "ok", Hex(Licences.Fingerprint(FactsOf(fields.Skip(1)), BytesOf(fields[0]))) };
      case "machine-name":
        return new object[] { "ok", Hex(Encoding.UTF8.GetBytes(Licences.MachineName(TextOf(fields[0])))) };
      case "make-code": {
        var claims = new VerificationCode {
          Reason = fields[0],
          ToolId = int.Parse(fields[1]),
          Major = int.Parse(fields[2]),
          Minor = int.Parse(fields[3]),
          Patch = int.Parse(fields[4]),
          Nonce = BytesOf(fields[5]),
          CreatedAt = long.Parse(fields[6]),
          MachineName = TextOf(fields[7]),
          IsVirtual = fields[8] == "1",
          IsStandIn = fields[9] == "1",
        };
        try {
          return new object[] { "ok", Licences.MakeCode(claims, FactsOf(fields.Skip(11)), BytesOf(fields[10])) };
        } catch (PcNotIdentifiedException reason) {
          return new object[] { "refusal", reason.Code, reason.Found, reason.Expected, "", "" };
        }
      }
      case "checked-lines":
        return new object[] { "ok", string.Join(",", Licences.PrintCheckedLines(fields[0])) };
      case "return-code": {
        var reading = Licences.ReadReturnCode(TextOf(fields[0]));
        if (reading.Refusal != null) return Refused(reading.Refusal);
        return new object[] { "ok", reading.Value.ToolId, reading.Value.LicenceId, reading.Value.ReturnedAt };
      }
      case "make-return-code":
        return new object[] { "ok", Licences.MakeReturnCode(new ReturnCode {
          ToolId = int.Parse(fields[0]),
          LicenceId = fields[1],
          ReturnedAt = long.Parse(fields[2]),
        }) };
      case "relation":
        return new object[] { "ok", Licences.Relation(BytesOf(fields[0]), BytesOf(fields[1])) };
      case "text":
        string product = TextOf(fields[1]);
        return new object[] { "ok", Hex(Encoding.UTF8.GetBytes(Texts.Sentence(fields[0], product))), Hex(Encoding.UTF8.GetBytes(Texts.NextStep(fields[0], product))) };
      case "ed25519":
        return new object[] { "ok", Licences.Verify(BytesOf(fields[0]), BytesOf(fields[1]), BytesOf(fields[2])) ? 1 : 0 };
      case "watch":
        return Watch(fields);
      default:
        return new object[] { "ok", string.Join(",", Steps(fields)) };
    }
  }

  /// <summary>Installs a licence, and waits for the first callback of Watch, with the clock of the PC.</summary>
  private static object[] Watch(string[] fields) {
    string home = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
    var tool = new Tool(int.Parse(fields[1]), int.Parse(fields[2]), KeysOf(fields[0]), Path.Combine(home, "state"), FactsOf(fields.Skip(3)), Path.Combine(home, "second"));
    tool.Install(TextOf(fields[8]));
    var found = new TaskCompletionSource<Finding>();
    using (tool.Watch(14, finding => found.TrySetResult(finding))) found.Task.Wait(TimeSpan.FromSeconds(30));
    Directory.Delete(home, true);
    return new object[] { "ok", found.Task.Result.Code, found.Task.Result.DaysLeft };
  }

  private static List<string> Steps(string[] fields) {
    string home = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
    string folder = Path.Combine(home, "state"), second = Path.Combine(home, "second");
    var tool = new Tool(int.Parse(fields[1]), int.Parse(fields[2]), KeysOf(fields[0]), folder, FactsOf(fields.Skip(3)), second);
    var codes = new List<string>();
    Directory.CreateDirectory(folder);
    Directory.CreateDirectory(second);
    for (int at = 8; at < fields.Length; at += 3) codes.Add(Step(tool, home, fields[at], long.Parse(fields[at + 1]), TextOf(fields[at + 2])));
    Directory.Delete(home, true);
    return codes;
  }

  private static string Step(Tool tool, string home, string step, long now, string text) {
    string name = step.Substring(step.IndexOf('-') + 1), folder = Path.Combine(home, "state");
    bool isSecond = name.StartsWith("second-", StringComparison.Ordinal);
    name = name.Replace("second-", "").Replace("record", "memory");
    string suffix = name == "memory" ? ".json" : "";
    string path = Path.Combine(folder, name + suffix), second = Path.Combine(home, "second", name + "-7" + suffix);
    switch (step.Split('-')[0]) {
      case "install":
        return tool.Install(text, now).Code;
      case "status":
        Finding status = tool.Status(now);
        return status.Code + (status.RecordStored ? "" : "/not-stored");
      case "code":
        VerificationCode made = Licences.ReadVerificationCode(tool.MakeCode(now)).Value;
        return made.Reason + "/" + Hex(made.Fingerprint);
      case "days":
        long? days = tool.Status(now).DaysLeft;
        return days == null ? "none" : days.ToString();
      case "next":
        Licence installed = tool.Status(now).Licence;
        long? next = installed == null ? null : Licences.NextChange(installed, int.Parse(text), now);
        return next == null ? "none" : next.ToString();
      case "revocations":
        return tool.TakeRevocations(text);
      case "return":
        string code;
        Finding finding = tool.ReturnLicence(now, out code);
        return code ?? finding.Code;
      case "files":
        return string.Join("+", Directory.GetFiles(folder).Select(Path.GetFileName).OrderBy(each => each, StringComparer.Ordinal));
      case "lose":
        File.Delete(path);
        File.Delete(second);
        return "DONE";
      case "drop":
        File.Delete(isSecond ? second : path);
        return "DONE";
      case "folder":
        File.Delete(path);
        Directory.CreateDirectory(path);
        return "DONE";
      case "put":
        File.WriteAllBytes(path, Encoding.UTF8.GetBytes(text));
        return "DONE";
      case "block": // A folder has the name of the temporary file, so the file cannot be written.
        Directory.CreateDirectory(path + ".tmp");
        Directory.CreateDirectory(second + ".tmp");
        return "DONE";
      default:
        foreach (string each in Directory.GetDirectories(home, "*.tmp", SearchOption.AllDirectories)) Directory.Delete(each);
        return "DONE";
    }
  }

  public static void Main() {
    var input = new StreamReader(Console.OpenStandardInput(), Encoding.ASCII);
    var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
    for (string line = input.ReadLine(); line != null; line = input.ReadLine()) {
      string[] fields = line.Split('\t');
      output.WriteLine(string.Join("\t", AnswerOf(fields[0], fields.Skip(1).ToArray())));
    }
    output.Flush();
  }
}
