// SPDX-License-Identifier: Apache-2.0
package basics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The files of a tool. All but `licence` have a second copy, so that nothing is lost when one copy is deleted or edited. */
record StateFiles(int toolId, Path folder, Path secondFolder) {
  /** The texts of all copies that exist and can be read. */
  List<String> copies(String name) {
    return Stream.of(paths(name)).map(StateFiles::load).filter(text -> text != null && !text.isEmpty()).toList();
  }

  /** Writes each copy that has another text. One copy is enough: throws IOException if no copy has the text then. */
  void writeTwice(String name, String text) throws IOException {
    int failures = 0;
    for (Path path : paths(name)) {
      try {
        if (!text.equals(load(path))) write(path, text);
      } catch (IOException cause) {
        if (++failures == 2) throw cause;
      }
    }
  }

  private Path[] paths(String name) {
    String suffix = name.endsWith(".json") ? ".json" : "";
    String stem = name.substring(0, name.length() - suffix.length());
    return new Path[] {folder.resolve(name), secondFolder.resolve(stem + "-" + toolId + suffix)};
  }

  /** The folder for the second copies: a folder for the data of this user, which is never inside the folder of a tool. */
  static Path defaultSecondFolder() {
    Path home = Path.of(System.getProperty("user.home"));
    Map<String, String> variables = System.getenv();
    String system = System.getProperty("os.name");
    if (system.startsWith("Windows")) return Path.of(variables.getOrDefault("APPDATA", home.resolve("AppData/Roaming").toString()), "Basics");
    if (system.startsWith("Mac")) return home.resolve("Library/Preferences/Basics");
    String data = variables.getOrDefault("XDG_DATA_HOME", "");
    return Path.of(data.isEmpty() ? home.resolve(".local/share").toString() : data, "basics");
  }

  /** Null if there is no such file; empty if it cannot be read. */
  static String load(Path path) {
    try {
      // The reading of a pipe would wait for a writer.
      boolean isFile = Files.readAttributes(path, BasicFileAttributes.class).isRegularFile();
      return isFile ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8) : "";
    } catch (NoSuchFileException cause) {
      return null;
    } catch (IOException cause) {
      return "";
    }
  }

  interface FileStep {
    void run() throws IOException;
  }

  static void ignoreFailure(FileStep step) {
    try {
      step.run();
    } catch (IOException cause) {
      // The caller says why this step may fail.
    }
  }

  /** Writes a temporary file and renames it, so that the file is never incomplete. The temporary file is also the lock of the file. */
  static void write(Path target, String text) throws IOException {
    Path path = target.toAbsolutePath();
    Files.createDirectories(path.getParent(), onlyForOwner(path, "rwx------"));
    Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
    FileChannel file = create(temporary);
    try {
      try (file) {
        ByteBuffer bytes = ByteBuffer.wrap(Basics.utf8(text));
        while (bytes.hasRemaining()) file.write(bytes);
        file.force(true);
      }
      Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException cause) {
      ignoreFailure(() -> Files.delete(temporary));
      throw cause;
    }
    ignoreFailure(() -> { // Windows has no call for this.
      try (FileChannel directory = FileChannel.open(path.getParent())) {
        directory.force(true);
      }
    });
  }

  /** Windows has no such permissions: there, the folder of a user is only for this user. */
  private static FileAttribute<?>[] onlyForOwner(Path path, String permissions) {
    boolean hasPermissions = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return hasPermissions ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))} : new FileAttribute<?>[0];
  }

  /** Creates a file that must not exist. Waits half a second for another process that writes, and removes a file that a process left behind, perhaps with another clock. */
  private static FileChannel create(Path path) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), onlyForOwner(path, "rw-------"));
      } catch (FileAlreadyExistsException cause) {
        if (attempt == 50 || Files.isDirectory(path)) throw cause;
      }
      ignoreFailure(() -> {
        if (Math.abs(System.currentTimeMillis() - Files.getLastModifiedTime(path).toMillis()) > 60_000) Files.delete(path);
      });
      LockSupport.parkNanos(10_000_000);
    }
  }
}
