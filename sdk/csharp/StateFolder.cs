// SPDX-License-Identifier: Apache-2.0
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;

namespace BasicsLicence {
  /// <summary>The files of a tool in one folder, for the C library.</summary>
  internal sealed class StateFolder {
    private readonly string folder;

    internal StateFolder(string folder) {
      this.folder = folder;
    }

    internal Native.Files ToNative() {
      return new Native.Files { Load = Load, Store = Store, Erase = Erase };
    }

    private string PathOf(IntPtr name) {
      return Path.Combine(folder, Marshal.PtrToStringAnsi(name));
    }

    /// <summary>Returns -1 for a file that does not exist and -2 for one that cannot be read, because an exception must not pass through C code.</summary>
    private long Load(IntPtr context, IntPtr name, IntPtr buffer, UIntPtr size) {
      try {
        byte[] bytes = File.ReadAllBytes(PathOf(name));
        int length = (int)Math.Min((ulong)bytes.Length, (ulong)size);
        Marshal.Copy(bytes, 0, buffer, length);
        return length;
      } catch (Exception cause) when (cause is FileNotFoundException || cause is DirectoryNotFoundException) {
        return -1;
      } catch (Exception cause) when (cause is IOException || cause is UnauthorizedAccessException) {
        return -2;
      }
    }

    private int Erase(IntPtr context, IntPtr name) {
      try {
        File.Delete(PathOf(name));
        return 1;
      } catch (Exception cause) when (cause is IOException || cause is UnauthorizedAccessException) {
        return 0;
      }
    }

    /// <summary>Creates a file that must not exist. Waits half a second for another process that writes, and removes a file that a process left behind.</summary>
    private static FileStream Create(string path) {
      for (int attempt = 1; ; attempt++) {
        try {
          return new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        } catch (IOException) when (attempt < 50 && File.Exists(path)) {
          if (DateTime.UtcNow - File.GetLastWriteTimeUtc(path) > TimeSpan.FromMinutes(1)) File.Delete(path);
          Thread.Sleep(10);
        }
      }
    }

    /// <summary>Writes a temporary file, which then replaces the file, so that the file is never incomplete. The temporary file is also the lock of the file. Returns 0 if it
    /// cannot be written.</summary>
    private int Store(IntPtr context, IntPtr name, IntPtr bytes, UIntPtr length) {
      try {
        var written = new byte[(int)length];
        Marshal.Copy(bytes, written, 0, written.Length);
        Directory.CreateDirectory(folder);
        string path = PathOf(name), temporary = path + ".tmp";
        FileStream file = Create(temporary);
        try {
          using (file) {
            file.Write(written, 0, written.Length);
            file.Flush(true);
          }
          if (File.Exists(path)) File.Replace(temporary, path, null);
          else File.Move(temporary, path);
        } catch {
          File.Delete(temporary);
          throw;
        }
        return 1;
      } catch (Exception cause) when (cause is IOException || cause is UnauthorizedAccessException) {
        return 0;
      }
    }
  }
}
