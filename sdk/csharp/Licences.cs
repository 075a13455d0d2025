// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Threading;

namespace BasicsLicence {
  /// <summary>Why a text was not read. Found and Expected are -1 where they do not apply, Detail is empty. Line is the first
  /// printed line whose check characters are wrong, otherwise 0.</summary>
  public sealed class Refusal {
    public readonly string Code, Detail;
    public readonly int Found, Expected, Line;

    internal Refusal(Native.Refusal refusal) {
      Code = Marshal.PtrToStringAnsi(refusal.Code);
      Detail = Marshal.PtrToStringAnsi(refusal.Detail);
      Found = refusal.Found;
      Expected = refusal.Expected;
      Line = refusal.Line;
    }
  }

  /// <summary>The result of a reader: either the value or the refusal. The other one is null.</summary>
  public sealed class Reading<T> where T : class {
    public readonly T Value;
    public readonly Refusal Refusal;

    internal Reading(Native.Refusal refusal, Func<T> value) {
      Refusal = Marshal.ReadByte(refusal.Code) == 0 ? null : new Refusal(refusal);
      Value = Refusal == null ? value() : null;
    }
  }

  /// <summary>Thrown for a PC with fewer than two usable facts, because no licence would be valid on it.</summary>
  public sealed class PcNotIdentifiedException : ArgumentException {
    public readonly string Code = "PC_NOT_IDENTIFIED";
    public readonly int Found, Expected = 2;

    internal PcNotIdentifiedException(int found) : base("This PC has " + found + " of 2 facts that identify a PC.") {
      Found = found;
    }
  }

  /// <summary>What a tool reports about its PC in a verification code. It is not signed.</summary>
  public sealed class VerificationCode {
    public string Reason = "new", MachineName = "";
    public int ToolId, Major, Minor, Patch;
    public byte[] Fingerprint = new byte[16], Nonce = new byte[8];
    public long CreatedAt;
    public bool IsVirtual, IsStandIn;
  }

  /// <summary>A licence whose signature is valid. If it was read from a code, the texts are null; if it was read from a file, Brand is -1.</summary>
  public sealed class Licence {
    public readonly string Carrier, LicenceId, KeyId, BrandName, ToolName, User, MachineName;
    public readonly int ToolId, MaxMajor, Brand;
    public readonly bool Trial, Bridge;
    public readonly byte[] Fingerprint;
    public readonly long Entitlements, IssuedAt, NotBefore, ExpiresAt, GraceDays;
    /// <summary>The whole payload of a licence file as JSON, with the preferences and the names of the entitlements; null if the licence was read from a code.</summary>
    public readonly string Payload;
    internal readonly Native.Licence Read;
    internal readonly string Names;

    internal Licence(Native.Licence read) {
      Read = read;
      Carrier = read.IsFile != 0 ? "file" : "code";
      LicenceId = Licences.Hex(read.Id);
      KeyId = Licences.Hex(read.KeyId);
      ToolId = read.ToolId;
      MaxMajor = read.MaxMajor;
      Brand = read.Brand;
      Trial = read.Trial != 0;
      Bridge = read.Bridge != 0;
      Fingerprint = Licences.Trim(read.Fingerprint);
      Entitlements = read.Entitlements;
      IssuedAt = read.IssuedAt;
      NotBefore = read.NotBefore;
      ExpiresAt = read.ExpiresAt;
      GraceDays = read.GraceDays;
      BrandName = Licences.TextOf(read.BrandName);
      ToolName = Licences.TextOf(read.ToolName);
      User = Licences.TextOf(read.User);
      MachineName = Licences.TextOf(read.MachineName);
      Payload = Licences.RawText(read.Json);
      Names = Licences.RawText(read.EntitlementNames);
    }
  }

  /// <summary>What a tool reports after it has removed a licence from its PC. It is not signed. ReturnedAt is the time of the clock of the PC.</summary>
  public sealed class ReturnCode {
    public int ToolId;
    public string LicenceId = "";
    public long ReturnedAt;
  }

  /// <summary>The licences and keys that a portal has revoked for one tool. The ids are in ascending order.</summary>
  public sealed class RevocationList {
    public readonly int ToolId;
    public readonly long Seq, IssuedAt, NextAt;
    public readonly IReadOnlyList<string> Ids, Keys;

    internal RevocationList(Native.List read) {
      ToolId = read.ToolId;
      Seq = (long)read.Seq;
      IssuedAt = read.IssuedAt;
      NextAt = read.NextAt;
      var packed = new byte[8 * (int)read.IdCount];
      Marshal.Copy(read.Ids, packed, 0, packed.Length);
      Ids = Enumerable.Range(0, packed.Length / 8).Select(at => Licences.Hex(packed.Skip(8 * at).Take(8).ToArray())).ToList();
      var keys = new List<string>();
      var id = new byte[8];
      while (Native.basics_id_at(read.Keys, (UIntPtr)keys.Count, id) != 0) keys.Add(Licences.Hex(id));
      Keys = keys;
    }
  }

  /// <summary>The values of each fact of a PC, by the name of the fact. A PC with several network cards or disks has several values; the preferred one comes first.</summary>
  public sealed class Facts : Dictionary<string, IReadOnlyList<string>> {
    public static readonly IReadOnlyList<string> Components = new[] { "machine-id", "board-id", "system-disk", "network-card", "smbios-uuid" };

    internal IntPtr Put(Memory memory) {
      var facts = new Native.Facts { Values = new IntPtr[5], Count = new UIntPtr[5] };
      for (int at = 0; at < 5; at++) {
        IReadOnlyList<string> values;
        if (!TryGetValue(Components[at], out values)) values = new string[0];
        int size = Marshal.SizeOf(typeof(Native.Text));
        facts.Count[at] = (UIntPtr)values.Count;
        facts.Values[at] = memory.Allocate(size * values.Count);
        for (int next = 0; next < values.Count; next++) {
          byte[] bytes = Encoding.UTF8.GetBytes(values[next]);
          var text = new Native.Text { Bytes = memory.Copy(bytes), Length = (UIntPtr)bytes.Length };
          Marshal.StructureToPtr(text, facts.Values[at] + size * next, false);
        }
      }
      return memory.Put(facts);
    }
  }

  /// <summary>The facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few.</summary>
  public sealed class Pc {
    public readonly Facts Facts = new Facts();
    public readonly string VirtualMachine = "";
    public readonly bool IsStandIn;

    private Pc(string text) {
      foreach (string line in text.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries)) {
        string[] words = line.Split(new[] { ' ' }, 2);
        IReadOnlyList<string> before;
        if (words[0] == "virtual-machine") VirtualMachine = words[1];
        else if (words[0] == "stand-in") IsStandIn = true;
        else Facts[words[0]] = (Facts.TryGetValue(words[0], out before) ? before : new string[0]).Concat(new[] { words[1] }).ToList();
      }
    }

    /// <summary>Reads the facts of this PC. `folder` is the folder of the tool, for the stand-in identity of a PC with fewer than two facts. Throws PlatformNotSupportedException on
    /// another system than Windows, Linux and macOS.</summary>
    public static Pc Read(string folder) {
      Directory.CreateDirectory(folder);
      return ReadText(null, folder);
    }

    /// <summary>Reads the facts of a Linux PC from a copy of its folders /etc, /sys and /proc. `folder` is null for no stand-in identity.</summary>
    public static Pc ReadLinux(string root, string folder) {
      return ReadText(root, folder);
    }

    /// <summary>Reads a recorded PC with Linux, Windows or macOS from the files of a folder, on Linux and macOS. `folder` is null for no stand-in identity.</summary>
    public static Pc ReadRecorded(string root, string folder) {
      return ReadText(root, folder);
    }

    private static Pc ReadText(string root, string folder) {
      System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(Licences).TypeHandle);
      var text = new byte[32768];
      if (Native.basics_pc_text(Terminate(root), Terminate(folder), text) < 0) throw new PlatformNotSupportedException();
      return new Pc(Encoding.UTF8.GetString(text, 0, Array.IndexOf(text, (byte)0)));
    }

    private static byte[] Terminate(string path) {
      return path == null ? null : Encoding.UTF8.GetBytes(path + "\0");
    }
  }

  /// <summary>What a licence is checked against: the PC, the tool, the clock, and the stored record of the tool.</summary>
  public sealed class Circumstances {
    public long Now, HighWaterMark;
    public Facts Facts = new Facts();
    public int ToolId, ToolMajor;
    public IReadOnlyList<string> Denied = new string[0], Revoked = new string[0];
  }

  /// <summary>
  /// Makes verification codes, and reads and checks licences, through the C library. Times are Unix seconds. Readers never throw an exception because of
  /// the text that a user pastes.
  /// </summary>
  public static class Licences {
    /// <summary>The version of this library.</summary>
    public const string Version = "3.4.0";

    public static readonly IReadOnlyList<string> Reasons = new[] { "new", "renew", "moved" };

    static Licences() {
      if (Native.basics_init() == 0) throw new InvalidOperationException("libsodium cannot start.");
    }

    internal static string Hex(byte[] bytes) {
      return string.Concat(bytes.Select(each => each.ToString("x2")));
    }

    internal static string RawText(Native.Text text) {
      if (text.Bytes == IntPtr.Zero) return null;
      var bytes = new byte[(int)text.Length];
      Marshal.Copy(text.Bytes, bytes, 0, bytes.Length);
      return Encoding.UTF8.GetString(bytes);
    }

    /// <summary>Returns the text of a JSON string.</summary>
    internal static string TextOf(Native.Text json) {
      if (json.Bytes == IntPtr.Zero) return null;
      var bytes = new byte[(int)json.Length + 1];
      int length = (int)Native.basics_unescape(json, bytes, (UIntPtr)bytes.Length);
      return Encoding.UTF8.GetString(bytes, 0, length);
    }

    internal static string KeyIdOf(byte[] key) {
      using (SHA256 hash = SHA256.Create()) return Hex(hash.ComputeHash(key).Take(8).ToArray());
    }

    /// <summary>Returns the text of a string, or the digits of a number, in a JSON object; empty for anything else.</summary>
    internal static string FieldOf(string json, string name) {
      using (var memory = new Memory()) {
        Native.Text field = Native.basics_json_field(Put(json, memory), name);
        return field.Bytes == IntPtr.Zero || Marshal.ReadByte(field.Bytes) != '"' ? RawText(field) ?? "" : TextOf(field);
      }
    }

    /// <summary>Returns the JSON of each element of an array in a JSON object.</summary>
    internal static List<string> ItemsOf(string json, string name) {
      var items = new List<string>();
      using (var memory = new Memory()) {
        Native.Text array = Native.basics_json_field(Put(json, memory), name), item;
        while ((item = Native.basics_json_item(array, (UIntPtr)items.Count)).Bytes != IntPtr.Zero) items.Add(RawText(item));
      }
      return items;
    }

    private static Native.Text Put(string text, Memory memory) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      return new Native.Text { Bytes = memory.Copy(bytes), Length = (UIntPtr)bytes.Length };
    }

    internal static Native.Keys Put(IReadOnlyList<byte[]> keys, Memory memory) {
      return new Native.Keys { Bytes = memory.Copy(keys.SelectMany(key => key).ToArray()), Count = (UIntPtr)keys.Count };
    }

    /// <summary>Returns the name of a PC in the form for codes, at most 32 bytes.</summary>
    public static string MachineName(string name) {
      byte[] bytes = Encoding.UTF8.GetBytes(name.Normalize());
      var result = new byte[33];
      Native.basics_machine_name(bytes, (UIntPtr)bytes.Length, result);
      return Encoding.UTF8.GetString(result, 0, Array.IndexOf(result, (byte)0));
    }

    /// <summary>Returns the fingerprint of a PC: 16 bytes, and four more if the PC has a UUID.</summary>
    public static byte[] Fingerprint(Facts facts, byte[] licensed) {
      using (var memory = new Memory()) {
        var result = new byte[20];
        Native.basics_fingerprint(facts.Put(memory), Pad(licensed), result);
        return Trim(result);
      }
    }

    private static byte[] Pad(byte[] fingerprint) {
      if (fingerprint != null) Array.Resize(ref fingerprint, 20);
      return fingerprint;
    }

    /// <summary>Returns the fingerprint without its fifth part if that part is unknown.</summary>
    internal static byte[] Trim(byte[] fingerprint) {
      if (fingerprint.Skip(16).All(each => each == 0)) Array.Resize(ref fingerprint, 16);
      return fingerprint;
    }

    /// <summary>Compares two fingerprints: same, changed (the same PC with new parts) or different.</summary>
    public static string Relation(byte[] left, byte[] right) {
      return Marshal.PtrToStringAnsi(Native.basics_relation(Pad(left), Pad(right)));
    }

    public static bool Verify(byte[] key, byte[] message, byte[] signature) {
      return Native.basics_verify(key, (UIntPtr)key.Length, message, (UIntPtr)message.Length, signature, (UIntPtr)signature.Length) != 0;
    }

    /// <summary>Makes a verification code on one line. `licensed` is the fingerprint in the installed licence, for a renewal; otherwise null. Throws PcNotIdentifiedException.</summary>
    public static string MakeCode(VerificationCode claims, Facts facts, byte[] licensed) {
      int reason = Array.IndexOf(Reasons.ToArray(), claims.Reason);
      if (reason < 0) throw new ArgumentException("Unknown reason " + claims.Reason);
      Native.VerificationCode native = ToNative(claims);
      native.Reason = (byte)reason;
      using (var memory = new Memory()) {
        var code = new byte[144];
        IntPtr values = facts.Put(memory);
        int found = Native.basics_known_facts(values);
        if (found < 2) throw new PcNotIdentifiedException(found);
        Native.basics_make_code(ref native, values, Pad(licensed), code);
        return AsciiOf(code);
      }
    }

    internal static Native.VerificationCode ToNative(VerificationCode claims) {
      byte[] name = Encoding.UTF8.GetBytes(MachineName(claims.MachineName));
      Array.Resize(ref name, 33);
      return new Native.VerificationCode {
        ToolId = checked((ushort)claims.ToolId),
        Major = checked((byte)claims.Major),
        Minor = checked((byte)claims.Minor),
        Patch = checked((ushort)claims.Patch),
        Fingerprint = new byte[20],
        Nonce = claims.Nonce,
        IsVirtual = (byte)(claims.IsVirtual ? 1 : 0),
        IsStandIn = (byte)(claims.IsStandIn ? 1 : 0),
        CreatedAt = checked((uint)claims.CreatedAt),
        MachineName = name,
      };
    }

    /// <summary>Returns the lines of a code for reading aloud or typing. The last group of each line has its check characters.</summary>
    public static IReadOnlyList<string> PrintCheckedLines(string code) {
      var lines = new byte[320];
      if (Native.basics_print_checked_lines(Encoding.ASCII.GetBytes(code + "\0"), lines) == 0) throw new ArgumentException("This is no code.");
      return AsciiOf(lines).TrimEnd('\n').Split('\n');
    }

    public static Reading<VerificationCode> ReadVerificationCode(string text) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      using (var memory = new Memory()) {
        Native.VerificationCode read;
        var refusal = Native.basics_read_verification_code(bytes, (UIntPtr)bytes.Length, memory.Allocate(bytes.Length + 1), out read);
        return new Reading<VerificationCode>(refusal, () => new VerificationCode {
          Reason = Reasons[read.Reason],
          ToolId = read.ToolId,
          Major = read.Major,
          Minor = read.Minor,
          Patch = read.Patch,
          Fingerprint = Trim(read.Fingerprint),
          Nonce = read.Nonce.Take(read.Scheme == 1 ? 8 : 4).ToArray(),
          IsVirtual = read.IsVirtual != 0,
          IsStandIn = read.IsStandIn != 0,
          CreatedAt = read.CreatedAt,
          MachineName = Encoding.UTF8.GetString(read.MachineName, 0, Array.IndexOf(read.MachineName, (byte)0)),
        });
      }
    }

    public static Reading<ReturnCode> ReadReturnCode(string text) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      using (var memory = new Memory()) {
        Native.Return read;
        var refusal = Native.basics_read_return_code(bytes, (UIntPtr)bytes.Length, memory.Allocate(bytes.Length + 1), out read);
        return new Reading<ReturnCode>(
          refusal, () => new ReturnCode { ToolId = read.ToolId, LicenceId = Hex(read.LicenceId), ReturnedAt = read.ReturnedAt });
      }
    }

    /// <summary>Makes a return code on one line. The same claims always give the same code.</summary>
    public static string MakeReturnCode(ReturnCode claims) {
      byte[] id = BytesOf(claims.LicenceId).ToArray();
      if (id.Length != 8) throw new ArgumentException("A licence id has 16 hex digits.");
      var native = new Native.Return {
        ToolId = checked((ushort)claims.ToolId),
        LicenceId = id,
        ReturnedAt = checked((uint)claims.ReturnedAt),
      };
      var code = new byte[40];
      Native.basics_make_return_code(ref native, code);
      return AsciiOf(code);
    }

    internal static string AsciiOf(byte[] text) {
      return Encoding.ASCII.GetString(text, 0, Array.IndexOf(text, (byte)0));
    }

    /// <summary>Reads a licence file or a licence code, and verifies its signature with the trusted raw public keys.</summary>
    public static Reading<Licence> ReadLicence(string text, IReadOnlyList<byte[]> keys) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      using (var memory = new Memory()) {
        Native.Licence read;
        var refusal = Native.basics_read_licence(bytes, (UIntPtr)bytes.Length, Put(keys, memory), memory.Allocate(bytes.Length + 1), out read);
        return new Reading<Licence>(refusal, () => new Licence(read));
      }
    }

    public static Reading<RevocationList> ReadRevocationList(string text, IReadOnlyList<byte[]> keys) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      using (var memory = new Memory()) {
        Native.List read;
        var refusal = Native.basics_read_list(bytes, (UIntPtr)bytes.Length, Put(keys, memory), memory.Allocate(bytes.Length + 1), out read);
        return new Reading<RevocationList>(refusal, () => new RevocationList(read));
      }
    }

    /// <summary>Returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in `tools`, the text of
    /// /.well-known/basics-tools. A text without this tool or add-on names no bit, so a code does not include the add-on.</summary>
    public static bool HasAddOn(Licence licence, string addOn, string tools) {
      using (var memory = new Memory()) {
        byte[] names = Encoding.UTF8.GetBytes(licence.Names ?? ""), document = Encoding.UTF8.GetBytes(tools);
        Native.Licence read = licence.Read;
        read.EntitlementNames = new Native.Text { Bytes = memory.Copy(names), Length = (UIntPtr)names.Length };
        return Native.basics_has_add_on(ref read, Encoding.UTF8.GetBytes(addOn + "\0"), document, (UIntPtr)document.Length) != 0;
      }
    }

    /// <summary>Returns the code of the first reason why a licence is not valid on this PC at this time; VALID or IN_GRACE if the tool may run.</summary>
    public static string Check(Licence licence, Circumstances at) {
      using (var memory = new Memory()) {
        var native = new Native.Circumstances {
          Now = at.Now,
          Facts = at.Facts.Put(memory),
          ToolId = checked((ushort)at.ToolId),
          ToolMajor = checked((byte)at.ToolMajor),
          HighWaterMark = at.HighWaterMark,
          Denied = memory.Copy(at.Denied.SelectMany(BytesOf).ToArray()),
          DeniedCount = (UIntPtr)at.Denied.Count,
          Revoked = memory.Copy(at.Revoked.SelectMany(BytesOf).ToArray()),
          RevokedCount = (UIntPtr)at.Revoked.Count,
        };
        Native.Licence read = licence.Read;
        return Marshal.PtrToStringAnsi(Native.basics_check(ref read, ref native));
      }
    }

    /// <summary>Returns the first time after `now` at which the dates of a licence change something: the beginning of the day (in UTC) on which `days` days are left, the expiry, or
    /// the end of the grace period. Null if none of them is after `now`, and for a licence without end.</summary>
    public static long? NextChange(Licence licence, int days, long now) {
      Native.Licence read = licence.Read;
      long next = Native.basics_next_change(ref read, days, now);
      return next == long.MaxValue ? null : (long?)next;
    }

    internal static IEnumerable<byte> BytesOf(string id) {
      return Enumerable.Range(0, id.Length / 2).Select(at => Convert.ToByte(id.Substring(2 * at, 2), 16));
    }

    internal static long Now {
      get { return DateTimeOffset.UtcNow.ToUnixTimeSeconds(); }
    }

    /// <summary>Returns whether the tool may run with this code.</summary>
    public static bool Allows(string code) {
      return code == "VALID" || code == "IN_GRACE";
    }
  }

  /// <summary>The result of checking a licence. Licence is null if its signature was not verified; Refusal is null if the licence was read. RecordStored is false if Status could
  /// not store the record of the tool; the tool may still run, at most 7 days after the last stored record.</summary>
  public sealed class Finding {
    public readonly string Code;
    public readonly Licence Licence;
    public readonly Refusal Refusal;
    public readonly bool RecordStored = true;
    /// <summary>The days until the last day of the licence; null without a licence and for one without end.</summary>
    public readonly long? DaysLeft;

    internal Finding(string code, Native.Licence licence) {
      Code = code;
      if (licence.Refusal.Code == IntPtr.Zero) return; // The verb reads no licence.
      Licence = licence.ExpiresAt == 0 ? null : new Licence(licence);
      Refusal = Marshal.ReadByte(licence.Refusal.Code) == 0 ? null : new Refusal(licence.Refusal);
      RecordStored = licence.RecordStored != 0;
      if (licence.DaysLeft != long.MaxValue) DaysLeft = licence.DaysLeft;
    }

    internal Finding(string code) {
      Code = code;
    }

    public bool IsAllowed {
      get { return Licences.Allows(Code); }
    }

    /// <summary>Returns whether the tool may run with an add-on. `tools` is the text of /.well-known/basics-tools.</summary>
    public bool Has(string addOn, string tools) {
      return IsAllowed && Licences.HasAddOn(Licence, addOn, tools);
    }

    /// <summary>Returns the code, and the sentence and the next step with the name of your product.</summary>
    public string Describe(string product) {
      return (Code + ": " + Texts.Sentence(Code, product) + " " + Texts.NextStep(Code, product)).Trim();
    }
  }

  /// <summary>A tool. Its state is stored in a folder, in the files licence, memory.json, revocations and returned; all but licence have a second copy in another folder. A file that
  /// cannot be read counts as missing.</summary>
  public sealed class Tool {
    private readonly int id, major;
    private readonly IReadOnlyList<byte[]> keys;

    internal int Id {
      get { return id; }
    }

    internal IReadOnlyList<byte[]> Keys {
      get { return keys; }
    }

    private readonly string folder, secondFolder;
    private readonly Facts facts;
    private readonly VerificationCode claims = new VerificationCode();
    /// <summary>The size of the longest file in bytes, which is enough for a revocation list with 70,000 licences.</summary>
    private const int PartSize = 1 << 20;

    /// <summary>`secondFolder` is the folder of the second copies, by default `DefaultSecondFolder`.</summary>
    public Tool(int id, int major, IReadOnlyList<byte[]> keys, string folder, Facts facts, string secondFolder = null) {
      this.id = id;
      this.major = major;
      this.keys = keys;
      this.folder = folder;
      this.secondFolder = secondFolder ?? DefaultSecondFolder;
      this.facts = facts;
    }

    /// <summary>The tool with this number and version on this PC. `folder` is the folder of its state. Throws PlatformNotSupportedException on another system than Windows,
    /// Linux and macOS.</summary>
    public Tool(int id, Version version, IReadOnlyList<byte[]> keys, string folder) : this(id, version, keys, folder, Pc.Read(folder)) {
    }

    /// <summary>The tool with this number and version on a PC that was read, perhaps from a record.</summary>
    public Tool(int id, Version version, IReadOnlyList<byte[]> keys, string folder, Pc pc, string secondFolder = null)
      : this(id, version.Major, keys, folder, pc.Facts, secondFolder) {
      claims.Minor = version.Minor;
      claims.Patch = Math.Max(0, version.Build);
      claims.IsVirtual = pc.VirtualMachine != "";
      claims.IsStandIn = pc.IsStandIn;
    }

    /// <summary>Makes a verification code for the licence that this PC needs now: the reason follows from the status, and a changed PC keeps the parts of its licence. Throws
    /// PcNotIdentifiedException.</summary>
    public string MakeCode(long now) {
      claims.MachineName = Environment.MachineName;
      Native.VerificationCode native = Licences.ToNative(claims);
      var code = new byte[144];
      bool isMade = With((ref Native.Tool tool) => Native.basics_request_code(ref tool, ref native, now, code) != 0);
      if (!isMade) using (var memory = new Memory()) throw new PcNotIdentifiedException(Native.basics_known_facts(facts.Put(memory)));
      return Licences.AsciiOf(code);
    }

    public string MakeCode() {
      return MakeCode(Licences.Now);
    }

    /// <summary>A folder for the data of this user, which is never inside the folder of a tool.</summary>
    public static string DefaultSecondFolder {
      get {
        bool isWindows = Path.DirectorySeparatorChar == '\\', isMac = Directory.Exists("/System/Library");
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        if (isWindows) return Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData), "Basics");
        if (isMac) return Path.Combine(home, "Library", "Preferences", "Basics");
        string data = Environment.GetEnvironmentVariable("XDG_DATA_HOME");
        return Path.Combine(string.IsNullOrEmpty(data) ? Path.Combine(home, ".local", "share") : data, "basics");
      }
    }

    /// <summary>Installs a licence if the tool may run with it; otherwise nothing changes.</summary>
    public Finding Install(string text, long now) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      return Call((ref Native.Tool tool, out Native.Licence licence) => Native.basics_install(ref tool, bytes, (UIntPtr)bytes.Length, now, out licence));
    }

    /// <summary>Checks the installed licence, and returns whether the tool may run.</summary>
    public Finding Status(long now) {
      return Call((ref Native.Tool tool, out Native.Licence licence) => Native.basics_status(ref tool, now, out licence));
    }

    public Finding Install(string text) {
      return Install(text, Licences.Now);
    }

    public Finding Status() {
      return Status(Licences.Now);
    }

    public Finding ReturnLicence(out string code) {
      return ReturnLicence(Licences.Now, out code);
    }

    /// <summary>Checks the licence at each change of its dates and at least every ten minutes. Calls `onChange` in a thread of the pool, with each finding that has another code than
    /// the one before, or that is the first one with at most `days` days left. Dispose the result to end this.</summary>
    public IDisposable Watch(int days, Action<Finding> onChange) {
      Finding last = Status();
      Timer timer = null;
      timer = new Timer(_ => {
        Finding before = last;
        last = Status();
        try {
          timer.Change(TimeToCheck(last, days), Timeout.InfiniteTimeSpan);
        } catch (ObjectDisposedException) {
          return;
        }
        if (last.Code != before.Code || last.DaysLeft <= days != before.DaysLeft <= days) onChange(last);
      });
      timer.Change(TimeToCheck(last, days), Timeout.InfiniteTimeSpan);
      return timer;
    }

    /// <summary>At most ten minutes: a timer stands still while the PC sleeps, so a change can be seen late by this time.</summary>
    private static TimeSpan TimeToCheck(Finding finding, int days) {
      long now = Licences.Now;
      long? next = finding.Licence == null ? null : Licences.NextChange(finding.Licence, days, now);
      return TimeSpan.FromSeconds(Math.Min(600, (next ?? long.MaxValue) - now));
    }

    /// <summary>Stores a revocation list. Returns LIST_TAKEN, or the code of the reason why the list was refused.</summary>
    public string TakeRevocations(string text) {
      byte[] bytes = Encoding.UTF8.GetBytes(text);
      return Call((ref Native.Tool tool, out Native.Licence licence) => {
        licence = new Native.Licence();
        return Native.basics_take_revocations(ref tool, bytes, (UIntPtr)bytes.Length);
      }).Code;
    }

    /// <summary>Removes the licence from this PC, which will not accept the licence again. The return code frees its seat in the portal. The code is null if there is nothing to
    /// return; then the finding contains the reason. A repeated call returns the same code.</summary>
    public Finding ReturnLicence(long now, out string code) {
      var text = new byte[40];
      Finding finding = Call((ref Native.Tool tool, out Native.Licence licence) => {
        licence = new Native.Licence();
        return Native.basics_return_licence(ref tool, now, text);
      });
      code = finding.Code == "RETURNED" ? Licences.AsciiOf(text) : null;
      return finding;
    }

    private delegate IntPtr Verb(ref Native.Tool tool, out Native.Licence licence);

    private Finding Call(Verb verb) {
      return With((ref Native.Tool tool) => {
        Native.Licence licence;
        string code = Marshal.PtrToStringAnsi(verb(ref tool, out licence));
        return new Finding(code, licence); // reads the texts of the licence, which are in the memory of the tool
      });
    }

    private delegate T Act<T>(ref Native.Tool tool);

    private T With<T>(Act<T> act) {
      System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(Licences).TypeHandle);
      using (var memory = new Memory()) {
        var tool = new Native.Tool {
          Id = checked((ushort)id),
          Major = checked((byte)major),
          Keys = Licences.Put(keys, memory),
          Facts = facts.Put(memory),
          Files = Native.basics_folder(memory.Copy(Encoding.UTF8.GetBytes(folder + "\0"))),
          Second = Native.basics_folder(memory.Copy(Encoding.UTF8.GetBytes(secondFolder + "\0"))),
          Work = memory.Allocate(5 * PartSize),
          PartSize = (UIntPtr)PartSize,
        };
        return act(ref tool);
      }
    }
  }
}
