import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readIfExists, removeIfExists, writeAtomically } from './atomic-file.ts';
import { decodeText } from './decode-text.ts';
import { ToolProblem } from './tool-problem.ts';
import { parseKeys, writeKeys, type TrustedKey } from './trusted-keys.ts';
import { parseFields } from './parse-fields.ts';

/**
 * The random seed of a stand-in identity (for a PC with too few facts of its own), and the position of its file in the file system. A copy
 * of the file has another position.
 */
export type StandInIdentity = { seed: string; placeHint: string };

/** A session at a portal: its origin, its user, and the token, which is a secret. */
export type StoredSession = { portal: string; login: string; token: string };

export type ToolState = {
  folder: string;
  readLicence(): string | undefined;
  writeLicence(text: string): void;
  removeLicence(): void;
  readKeys(): readonly TrustedKey[];
  writeKeys(keys: readonly TrustedKey[], source: string): void;
  /** Reads the stand-in identity. A file that cannot be read counts as missing; its identity is lost. */
  readStandIn(): StandInIdentity | undefined;
  writeStandIn(seed: string): StandInIdentity;
  readSession(): StoredSession | undefined;
  /** Stores the session in a file that only its owner can read and write. */
  writeSession(session: StoredSession): void;
  removeSession(): void;
};

/** The state files of a tool in one folder; each file is written completely or not at all. */
export function openState(folder: string): ToolState {
  const pathOf = (name: string): string => join(folder, name);
  const read = (name: string): string | undefined => {
    const bytes = readIfExists(pathOf(name));
    return bytes === undefined ? undefined : decodeText(bytes);
  };
  const write = (name: string, text: string): void => writeAtomically(pathOf(name), text, true);
  return {
    folder,
    readLicence: () => read('licence'),
    writeLicence: (text) => write('licence', text),
    removeLicence: () => removeIfExists(pathOf('licence')),
    readKeys: () => parseFile(pathOf('keys.json'), read('keys.json'), parseKeys) ?? [],
    writeKeys: (keys, source) => write('keys.json', writeKeys(keys, { source })),
    readStandIn() {
      const seed = parseFields(read('stand-in.json') ?? '')['seed'];
      return typeof seed === 'string' ? { seed, placeHint: readFilePosition(pathOf('stand-in.json')) } : undefined;
    },
    writeStandIn(seed) {
      write('stand-in.json', `${JSON.stringify({ seed })}\n`);
      return { seed, placeHint: readFilePosition(pathOf('stand-in.json')) };
    },
    // A damaged session file counts as missing, because the user can sign in again.
    readSession: () => parseSession(read('session.json') ?? ''),
    writeSession: (session) => write('session.json', `${JSON.stringify(session)}\n`),
    removeSession: () => removeIfExists(pathOf('session.json')),
  };
}

/** Returns the folder of the state files: `BASICS_HOME`, else the folder of the system for the state of programs of the user. */
export function stateFolder(env: Environment, platform = process.platform): string {
  const homeFolder = readVariable(env, 'BASICS_HOME');
  if (homeFolder !== undefined) return homeFolder;
  if (platform === 'win32')
    return join(readVariable(env, 'LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local'), 'Basics');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Basics');
  return join(readVariable(env, 'XDG_STATE_HOME') ?? join(homedir(), '.local', 'state'), 'basics');
}

/**
 * Returns the folder for second copies. The folder is never inside the state folder, so that deleting the state folder does not delete the
 * second copies.
 */
export function secondCopyFolder(env: Environment, platform = process.platform): string {
  if (platform === 'win32')
    return join(readVariable(env, 'APPDATA') ?? join(homedir(), 'AppData', 'Roaming'), 'Basics');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Preferences', 'Basics');
  return join(readVariable(env, 'XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'), 'basics');
}

type Environment = Readonly<Record<string, string | undefined>>;

const readVariable = (env: Environment, name: string): string | undefined => (env[name] === '' ? undefined : env[name]);

function parseFile<T>(path: string, text: string | undefined, parse: (text: string) => T | undefined): T | undefined {
  if (text === undefined) return undefined;
  const parsedFile = parse(text);
  if (parsedFile !== undefined) return parsedFile;
  throw new ToolProblem(
    'STATE_DAMAGED',
    `${path} is damaged.`,
    'Restore it from a backup, or delete it and install the licence again.',
  );
}

/**
 * Reads the inode number of a file and its creation time in nanoseconds. Programs that copy files can set neither the inode number nor the
 * creation time.
 */
function readFilePosition(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

function parseSession(text: string): StoredSession | undefined {
  const { portal, login, token } = parseFields(text);
  if (typeof portal !== 'string' || typeof login !== 'string' || typeof token !== 'string') return undefined;
  return { portal, login, token };
}
