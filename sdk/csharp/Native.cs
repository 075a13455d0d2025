// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace BasicsLicence {
  /// <summary>The functions and structures of basics_licence.h.</summary>
  internal static class Native {
    private const string Library = "basics_licence";

    [StructLayout(LayoutKind.Sequential)]
    internal struct Text {
      internal IntPtr Bytes;
      internal UIntPtr Length;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Refusal {
      internal IntPtr Code;
      internal int Found, Expected;
      internal IntPtr Detail;
      internal int Line;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Facts {
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 5)] internal IntPtr[] Values;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 5)] internal UIntPtr[] Count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct VerificationCode {
      internal byte Reason;
      internal ushort ToolId;
      internal byte Major, Minor;
      internal ushort Patch;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 20)] internal byte[] Fingerprint;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] internal byte[] Nonce;
      internal uint CreatedAt;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 33)] internal byte[] MachineName;
      internal byte Scheme, IsVirtual, IsStandIn;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Licence {
      internal int IsFile;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] internal byte[] Id;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] internal byte[] KeyId;
      internal ushort ToolId;
      internal byte MaxMajor;
      internal int Brand, Trial, Bridge;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 20)] internal byte[] Fingerprint;
      internal uint Entitlements, IssuedAt, NotBefore, ExpiresAt, GraceDays;
      internal long DaysLeft;
      internal int RecordStored;
      internal Refusal Refusal;
      internal Text Json, User, BrandName, ToolName, MachineName, EntitlementNames, Preferences, Deny;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Return {
      internal ushort ToolId;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] internal byte[] LicenceId;
      internal uint ReturnedAt;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct List {
      internal ushort ToolId;
      internal ulong Seq;
      internal uint IssuedAt, NextAt;
      [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] internal byte[] KeyId;
      internal IntPtr Ids;
      internal UIntPtr IdCount;
      internal Text Keys;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Keys {
      internal IntPtr Bytes;
      internal UIntPtr Count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Circumstances {
      internal long Now;
      internal IntPtr Facts;
      internal ushort ToolId;
      internal byte ToolMajor;
      internal long HighWaterMark;
      internal IntPtr Denied;
      internal UIntPtr DeniedCount;
      internal IntPtr Revoked;
      internal UIntPtr RevokedCount;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Tool {
      internal ushort Id;
      internal byte Major;
      internal Keys Keys;
      internal IntPtr Facts;
      internal Files Files;
      internal IntPtr Work;
      internal UIntPtr PartSize;
      internal Files Second;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Files {
      internal IntPtr Context, Load, Store, Erase;
    }

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_init();

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_make_code(ref VerificationCode claims, IntPtr facts, byte[] licensed, byte[] code);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_pc_text(byte[] root, byte[] folder, byte[] text);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Files basics_folder(IntPtr folder);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_request_code(ref Tool tool, ref VerificationCode claims, long now, byte[] code);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_known_facts(IntPtr facts);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_print_checked_lines(byte[] code, byte[] lines);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void basics_machine_name(byte[] name, UIntPtr length, byte[] result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Refusal basics_read_verification_code(byte[] text, UIntPtr length, IntPtr work, out VerificationCode result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Refusal basics_read_return_code(byte[] text, UIntPtr length, IntPtr work, out Return result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void basics_make_return_code(ref Return claims, byte[] code);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_return_licence(ref Tool tool, long now, byte[] code);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Refusal basics_read_licence(byte[] text, UIntPtr length, Keys keys, IntPtr work, out Licence result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Refusal basics_read_list(byte[] text, UIntPtr length, Keys keys, IntPtr work, out List result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Text basics_json_field(Text json, [MarshalAs(UnmanagedType.LPStr)] string name);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Text basics_json_item(Text array, UIntPtr at);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_has_add_on(ref Licence licence, byte[] addOn, byte[] tools, UIntPtr length);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern long basics_next_change(ref Licence licence, int days, long now);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_check(ref Licence licence, ref Circumstances at);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void basics_fingerprint(IntPtr facts, byte[] licensed, byte[] result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_relation(byte[] left, byte[] right);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_verify(byte[] key, UIntPtr keyLength, byte[] message, UIntPtr length, byte[] signature, UIntPtr signatureLength);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern UIntPtr basics_unescape(Text json, byte[] result, UIntPtr size);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int basics_id_at(Text array, UIntPtr at, byte[] result);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_install(ref Tool tool, byte[] text, UIntPtr length, long now, out Licence licence);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_status(ref Tool tool, long now, out Licence licence);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr basics_take_revocations(ref Tool tool, byte[] text, UIntPtr length);
  }

  /// <summary>Memory that the garbage collector does not move, because C uses pointers to it during a call.</summary>
  internal sealed class Memory : IDisposable {
    private readonly List<IntPtr> blocks = new List<IntPtr>();

    internal IntPtr Allocate(int size) {
      IntPtr block = Marshal.AllocHGlobal(Math.Max(size, 1));
      blocks.Add(block);
      return block;
    }

    internal IntPtr Copy(byte[] bytes) {
      IntPtr block = Allocate(bytes.Length);
      Marshal.Copy(bytes, 0, block, bytes.Length);
      return block;
    }

    internal IntPtr Put<T>(T value) where T : struct {
      IntPtr block = Allocate(Marshal.SizeOf(typeof(T)));
      Marshal.StructureToPtr(value, block, false);
      return block;
    }

    public void Dispose() {
      blocks.ForEach(Marshal.FreeHGlobal);
    }
  }
}
