import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { hashRequest, writeLicenceCode, type LicenceTerms } from '@basics/licensing/licence-code.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import type { LicencePayload } from '@basics/licensing/licence-payload.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#desktop/main.ts';
import { createBuiltInKey, writeKeys } from '#desktop/trusted-keys.ts';
import type { Environment } from '#desktop/command/environment.ts';

export const signer = createSignerFromSeed(new Uint8Array(32).fill(3));
export const otherSigner = createSignerFromSeed(new Uint8Array(32).fill(4));

/** Returns the list of keys that a portal with these keys publishes. */
export const createKeyList = (...signers: Signer[]): string =>
  writeKeys(signers.map((one) => createBuiltInKey(one.publicKey)));

export const day = 86_400;
/** 2027-01-01. */
export const start = 1_798_761_600;

/** The facts of the simulated PC on which the commands run by default. */
export const officePc: MachineFacts = {
  'machine-id': '9d3c1f0e77aa',
  'board-id': 'PF2ABCDE',
  'system-disk': 'S4EVNX0R123456',
  'network-card': '8c:16:45:aa:bb:cc',
};
/** The facts of a second simulated PC. */
export const homePc: MachineFacts = {
  'machine-id': '1111deadbeef',
  'board-id': 'OTHER-BOARD',
  'system-disk': 'OTHER-DISK',
  'network-card': '00:1b:44:11:3a:b7',
};

export type CommandResult = { exitCode: number; output: string; errorOutput: string };

/** The questions that a command asked the user, and the addresses that it opened in a browser. */
export type TerminalRecord = { askedQuestions: { question: string; isHidden: boolean }[]; openedAddresses: string[] };

/**
 * The PC, the time and the input with which a command runs. By default, it runs on the office PC at the time `start`.
 */
type RunOptions = {
  /** Is called instead of waiting, whenever the command would wait. */
  whileWaiting: (seconds: number) => void | Promise<void>;
} & { now: number; latestChange: number; facts: MachineFacts; virtualMachine: string; input: string } & Pick<
    Environment,
    'env' | 'terminal'
  > &
  TestPerson;

/**
 * How a simulated user answers the questions of a command, and whether a browser exists. Without answers, there is no
 * terminal.
 */
type TestPerson = { answers: readonly string[]; hasBrowser: boolean };

export type TestBench = {
  home: string;
  /** A file with the keys of `signer`, in the format of a portal. */
  keysFile: string;
  /** Runs one command in this process. */
  basics(args: readonly string[], options?: Partial<RunOptions>): Promise<CommandResult & TerminalRecord>;
  trust(): Promise<CommandResult>;
  /** Runs `basics install` with a licence text, and returns the exit code. */
  install(text: string, now?: number): Promise<number>;
  installedText(): string;
  remove(): void;
};

/** Creates a new state folder, and functions that run commands with this state folder. */
export function createTestBench(): TestBench {
  const home = mkdtempSync(join(tmpdir(), 'basics-desktop-'));
  const keysFile = join(home, 'portal-keys.json');
  writeFileSync(keysFile, createKeyList(signer));
  const basics: TestBench['basics'] = async (args, options = {}) => {
    const printedLines: string[] = [];
    const errorOutput: string[] = [];
    const terminalRecord: TerminalRecord = { askedQuestions: [], openedAddresses: [] };
    const answers = [...(options.answers ?? [])];
    const ask: Environment['ask'] = async (question, isHidden) => {
      terminalRecord.askedQuestions.push({ question, isHidden });
      return answers.shift();
    };
    const exitCode = await run(args, {
      env: {
        BASICS_HOME: join(home, 'state'),
        ...createSecondFolderVariables(home),
        BASICS_PORTAL_URL: 'http://127.0.0.1:9',
        ...options.env,
      },
      now: () => options.now ?? start,
      machine: () => ({ name: 'OFFICE-PC', facts: options.facts ?? officePc, virtualMachine: options.virtualMachine }),
      simulatedPc: undefined,
      latestChange: () => options.latestChange ?? 0,
      print: (text) => void printedLines.push(text),
      note: (text) => void errorOutput.push(text),
      readStandardInput: async () => options.input ?? '',
      terminal: options.terminal,
      ask: options.answers === undefined ? undefined : ask,
      wait: async (seconds) => {
        await options.whileWaiting?.(seconds);
      },
      openBrowser: async (address) => {
        terminalRecord.openedAddresses.push(address);
        return options.hasBrowser ?? true;
      },
    });
    return { exitCode, output: printedLines.join('\n'), errorOutput: errorOutput.join('\n'), ...terminalRecord };
  };
  return {
    home,
    keysFile,
    basics,
    trust: async () => basics(['trust', keysFile]),
    install: async (text, now = start) => (await basics(['install', '-'], { input: text, now })).exitCode,
    installedText: () => readFileSync(join(home, 'state', 'licence'), 'utf8'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/**
 * Returns the environment variables with which the tool writes second copies of its files into the given folder. On macOS, these
 * environment variables have no effect.
 */
export const createSecondFolderVariables = (home: string) => ({
  XDG_DATA_HOME: join(home, 'data'),
  APPDATA: join(home, 'data'),
});

/** Creates a licence file that a portal has issued at the time `start`, valid for a year. */
export function createLicenceFile(licenceFields: Partial<LicencePayload> = {}, fileSigner: Signer = signer): string {
  const payload: LicencePayload = {
    v: 1,
    lid: '00112233445566aa',
    user: 'anna@office.example',
    brand: 'product',
    tool: { id: 7, name: 'basics', maxMajor: 1 },
    machine: { fp: bytesToHex(createFingerprint(officePc, nodePrimitives)), scheme: 1, name: 'OFFICE-PC' },
    vc: 'ab'.repeat(32),
    ent: { bits: 3, names: ['design', 'export'] },
    prefs: {},
    iat: start,
    nbf: start,
    exp: start + 365 * day,
    graceDays: 14,
    seq: 1,
    ...licenceFields,
  };
  return writeLicenceFile(payload, fileSigner, nodePrimitives);
}

/** Creates the licence code for a verification code. */
export function createLicenceCode(verificationCode: string, licenceFields: Partial<LicenceTerms> = {}): string {
  const codeReading = readVerificationCode(verificationCode, nodePrimitives);
  if (!codeReading.ok) throw new Error(codeReading.refusal.code);
  const { claims, bytes } = codeReading.value;
  const terms: LicenceTerms = {
    licenceId: new Uint8Array(8).fill(5),
    toolId: claims.toolId,
    maxMajor: 1,
    scheme: claims.scheme,
    brand: 0,
    trial: false,
    entitlements: 3,
    issuedAt: claims.createdAt,
    expiresAt: claims.createdAt + 365 * day,
    fingerprint: claims.fingerprint,
    requestHash: hashRequest(bytes, nodePrimitives, claims.scheme),
    ...licenceFields,
  };
  return writeLicenceCode(terms, signer, nodePrimitives);
}
