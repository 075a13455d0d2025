import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { describeCause, ToolProblem } from '../tool-problem.ts';

/**
 * Replaces a file in one step: writes and syncs a temporary file in the same folder, then renames it over the old file. After a crash, or
 * if the disk is full, the old file is unchanged. The temporary file is also the lock of the file: only the process that creates it writes.
 * Throws the problem `FILE_NOT_WRITABLE` if the file cannot be written.
 */
export function writeAtomically(path: string, text: string, makeFolder = false): void {
  const temporaryPath = `${path}.tmp`;
  try {
    if (makeFolder) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fileDescriptor = createNew(temporaryPath);
    try {
      writeAndSync(fileDescriptor, text);
      renameSync(temporaryPath, path);
    } catch (cause) {
      rmSync(temporaryPath, { force: true });
      throw cause;
    }
    syncFolder(dirname(path));
  } catch (cause) {
    const nextStep = 'Check permissions and free space, or choose another place. Nothing was changed.';
    throw new ToolProblem('FILE_NOT_WRITABLE', `Cannot write ${path}: ${describeCause(cause)}.`, nextStep, cause);
  }
}

/**
 * Reads the bytes of a file. Returns undefined if the file does not exist. Throws the problem `FILE_NOT_READABLE` if
 * the file cannot be read.
 */
export function readIfExists(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw createUnreadableProblem(path, cause);
  }
}

/** Reads a file of the state in the same way. A pipe cannot be read, because the reading would wait for a writer. */
export function readStateFile(path: string): Uint8Array | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw createUnreadableProblem(path, new Error('it is not a file'));
  return readIfExists(path);
}

/** Removes a file, if it exists. Throws the problem `FILE_NOT_WRITABLE` if the file cannot be removed. */
export function removeIfExists(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (cause) {
    const nextStep = 'Check the permissions of that folder, or delete the file yourself.';
    throw new ToolProblem('FILE_NOT_WRITABLE', `Cannot delete ${path}: ${describeCause(cause)}.`, nextStep, cause);
  }
}

export function createUnreadableProblem(path: string, cause: unknown): ToolProblem {
  const nextStep = 'Check the file name and its permissions.';
  return new ToolProblem('FILE_NOT_READABLE', `Cannot read ${path}: ${describeCause(cause)}.`, nextStep, cause);
}

/**
 * Creates a file that must not exist. Waits half a second for another process that writes, and removes a file that a process left behind
 * more than a minute ago, or with another clock.
 */
function createNew(path: string): number {
  for (let attempt = 1; ; attempt++) {
    try {
      return openSync(path, 'wx', 0o600);
    } catch (cause) {
      const file = statSync(path, { throwIfNoEntry: false });
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
      if (!isTaken || attempt === 50 || file?.isFile() === false) throw cause;
      if (file !== undefined && Math.abs(Date.now() - file.mtimeMs) > 60_000) rmSync(path, { force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function writeAndSync(fileDescriptor: number, text: string): void {
  try {
    writeFileSync(fileDescriptor, text);
    fsyncSync(fileDescriptor);
  } finally {
    closeSync(fileDescriptor);
  }
}

/** Syncs a folder, so that a renamed file keeps its new name after a power failure. Windows has no call for this. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folderDescriptor = openSync(path, 'r');
  try {
    fsyncSync(folderDescriptor);
  } finally {
    closeSync(folderDescriptor);
  }
}

/**
 * Decodes the text of a file that an editor or a shell has written: UTF-8, or UTF-16 with a byte-order mark, which PowerShell writes. Bytes
 * in any other encoding become replacement characters, which no code and no licence file contains.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Parses a JSON object. For any other text, returns an object without fields, so that a damaged file counts as an empty file. */
export function parseFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
