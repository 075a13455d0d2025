import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { catchToolProblem } from './stored-twice.ts';
import { readStateFile, removeIfExists, writeAtomically, decodeText, parseFields } from './atomic-file.ts';
import { ToolProblem } from '../tool-problem.ts';
import { parseKeys, writeKeys, type TrustedKey } from '../trusted-keys.ts';

/**
 * The random seed of a stand-in identity (for a PC with too few facts of its own), and `placeHint`, the position of the file with the seed
 * in the file system. A copy of the file with the seed has another position.
 */
export type StandInIdentity = { seed: string; placeHint: string };

/** A session in a portal: the origin of the portal, the login of the user, and the token, which is a secret. */
export type StoredSession = { portal: string; login: string; token: string };

export type ToolState = {
  folder: string;
  /** Reads the installed licence: undefined if there is none, empty text if the file cannot be read. */
  readLicence(): string | undefined;
  writeLicence(text: string): void;
  removeLicence(): void;
  readKeys(): readonly TrustedKey[];
  writeKeys(keys: readonly TrustedKey[], source: string): void;
  /**
   * Reads the stand-in identity (the random identity of a PC with too few facts). A damaged file counts as missing, and
   * its identity is lost.
   */
  readStandIn(): StandInIdentity | undefined;
  writeStandIn(seed: string): StandInIdentity;
  readSession(): StoredSession | undefined;
  /** Stores the session in a file that only its owner can read and write. */
  writeSession(session: StoredSession): void;
  removeSession(): void;
};

/**
 * Returns functions that read and write the state files of a tool in one folder. Each file is written completely or not
 * at all.
 */
export function openToolState(folder: string): ToolState {
  const createPath = (name: string): string => join(folder, name);
  const read = (name: string): string | undefined => {
    const bytes = readStateFile(createPath(name));
    return bytes === undefined ? undefined : decodeText(bytes);
  };
  const write = (name: string, text: string): void => writeAtomically(createPath(name), text, true);
  return {
    folder,
    readLicence() {
      let text: string | undefined = '';
      catchToolProblem(() => {
        text = read('licence');
      });
      return text;
    },
    writeLicence: (text) => write('licence', text),
    removeLicence: () => removeIfExists(createPath('licence')),
    readKeys: () => parseFile(createPath('keys.json'), read('keys.json'), parseKeys) ?? [],
    writeKeys: (keys, source) => write('keys.json', writeKeys(keys, { source })),
    readStandIn() {
      const seed = parseFields(read('stand-in.json') ?? '')['seed'];
      return typeof seed === 'string' ? { seed, placeHint: readFilePosition(createPath('stand-in.json')) } : undefined;
    },
    writeStandIn(seed) {
      write('stand-in.json', `${JSON.stringify({ seed })}\n`);
      return { seed, placeHint: readFilePosition(createPath('stand-in.json')) };
    },
    // A damaged session file counts as missing, because the user can sign in again.
    readSession: () => parseSession(read('session.json') ?? ''),
    writeSession: (session) => write('session.json', `${JSON.stringify(session)}\n`),
    removeSession: () => removeIfExists(createPath('session.json')),
  };
}

/**
 * Returns the folder of the state files: the value of `BASICS_HOME`, or, without this variable, the folder in which the operating system
 * stores the state of the programs of a user.
 */
export function stateFolder(env: Environment, platform = process.platform): string {
  const homeFolder = readVariable(env, 'BASICS_HOME');
  if (homeFolder !== undefined) return homeFolder;
  if (platform === 'win32')
    return join(readVariable(env, 'LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local'), 'Basics');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Basics');
  return join(readVariable(env, 'XDG_STATE_HOME') ?? join(homedir(), '.local', 'state'), 'basics');
}

/**
 * Returns the folder for the second copies of state files. The folder for second copies is never inside the state folder, so that the
 * second copies remain when the state folder is deleted.
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
  const parsedContent = parse(text);
  if (parsedContent !== undefined) return parsedContent;
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
