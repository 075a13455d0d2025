import { bytesToHex } from '@basics/licensing/bytes.ts';
import { checkLicence, type Verdict, type VerdictCode } from '@basics/licensing/check-licence.ts';
import {
  fingerprintOf,
  fingerprintScheme,
  presentComponents,
  relateFingerprints,
  type MachineFacts,
} from '@basics/licensing/fingerprint.ts';
import { readLicence, type Licence, type LicenceRefusal } from '@basics/licensing/licence.ts';
import { machineNameOf } from '@basics/licensing/machine-name.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import {
  writeVerificationCode,
  type ToolVersion,
  type VerificationClaims,
  type VerificationReason,
} from '@basics/licensing/verification-code.ts';
import { randomBytes } from 'node:crypto';
import { thisMachine, type Machine } from './machine/machine.ts';
import { ToolProblem } from './tool-problem.ts';
import { openState, stateFolder, type Memory, type RandomFacts, type ToolState } from './tool-state.ts';
import { builtInKey, mergeKeys, parseKeys, type TrustedKey } from './trusted-keys.ts';

/** The identity of a tool and its surroundings; all except the first two have default values. */
export type ToolSettings = {
  toolId: number;
  version: ToolVersion;
  /** The name of the tool, because licence codes contain only its number. */
  toolName?: string;
  /** The raw public keys that are built into the tool: the current one and the next one. */
  publicKeys?: readonly Uint8Array[];
  /** The folder for licence, keys and state; see `stateFolder`. */
  folder?: string;
  /** The facts of the PC, read again at each use. */
  machine?: () => Machine;
  /** Unix seconds. */
  now?: () => number;
};

export type FindingCode = VerdictCode | LicenceRefusal | 'NO_LICENCE' | 'NO_KEYS';

/** The result for a licence, on this PC and now. `code` is stable; `finding-words.ts` has its text and the next step. */
export type Finding = {
  code: FindingCode;
  /** Whether the tool may run. */
  allowed: boolean;
  /** Present once the licence has been read and its signature is valid. */
  licence?: Licence;
  verdict?: Verdict;
  /** Why it could not be read, with the characters found and expected. */
  refusal?: Refusal<LicenceRefusal>;
};

/** `usesRandomFacts`: the PC has too few facts of its own, see `RandomFacts`. */
export type MadeCode = { text: string; claims: VerificationClaims; usesRandomFacts: boolean };

export type Tool = {
  folder: string;
  /** Creates a code that requests a licence for this PC. */
  makeVerificationCode(reason?: VerificationReason): MadeCode;
  /** Installs a licence code or the text of a licence file if it allows the tool to run; otherwise changes nothing. */
  install(text: string): Finding;
  /** The installed licence, and whether the tool may run. Updates the stored latest time. */
  status(): Finding;
  /** Checks any licence, for any PC and tool: its signature and its dates. `machine` in the verdict says whether it is for this PC. */
  check(text: string): Finding;
  /** All trusted keys: built in and pinned. */
  keys(): readonly TrustedKey[];
  /** Pins the keys of a portal in place of those pinned before; `KEYS_CHANGED` if they have none in common. */
  trust(published: string, source: string, mayReplace?: boolean): readonly TrustedKey[];
};

export function createTool(settings: ToolSettings): Tool {
  const state = openState(settings.folder ?? stateFolder(process.env));
  const builtIn = (settings.publicKeys ?? []).map((key) => builtInKey(key));
  const setting: Setting = {
    toolId: settings.toolId,
    toolVersion: settings.version,
    toolName: settings.toolName,
    state,
    machine: settings.machine ?? thisMachine,
    now: settings.now ?? (() => Math.floor(Date.now() / 1000)),
    keys: () => mergeKeys(builtIn, state.readKeys()),
  };
  return {
    folder: state.folder,
    makeVerificationCode: (reason = 'new') => makeVerificationCode(setting, reason),
    install: (text) => install(setting, text),
    status: () => status(setting),
    check: (text) => check(setting, text),
    keys: () => setting.keys(),
    trust: (published, source, mayReplace = false) => trust(state, { published, source, mayReplace }),
  };
}

type Setting = {
  toolId: number;
  toolVersion: ToolVersion;
  toolName: string | undefined;
  state: ToolState;
  machine(): Machine;
  now(): number;
  keys(): readonly TrustedKey[];
};

function makeVerificationCode(setting: Setting, reason: VerificationReason): MadeCode {
  const { toolId, toolVersion } = setting;
  const { machineName, fingerprint, usesRandomFacts } = identify(setting);
  const nonce = new Uint8Array(randomBytes(8));
  const createdAt = setting.now();
  const claims = { scheme: fingerprintScheme, reason, toolId, toolVersion, fingerprint, nonce, createdAt, machineName };
  return { text: writeVerificationCode(claims, nodePrimitives), claims, usesRandomFacts };
}

function install(setting: Setting, text: string): Finding {
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const memory = rememberTime(setting.state.readMemory(), licence, setting.now());
  const finding = judge(setting, licence, memory);
  if (!finding.allowed) return finding;
  setting.state.writeMemory(rememberLicence(memory, licence, setting.now()));
  setting.state.writeLicence(text);
  return finding;
}

function status(setting: Setting): Finding {
  const text = setting.state.readLicence();
  if (text === undefined) return { code: 'NO_LICENCE', allowed: false };
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const memory = setting.state.readMemory();
  const now = setting.now();
  if (now - memory.highWaterMark >= markStep) setting.state.writeMemory({ ...memory, highWaterMark: now });
  return judge(setting, reading.licence, memory);
}

/** The stored latest time changes in steps of so many seconds, so that frequent checks do not wear out the disk. */
const markStep = 600;

function check(setting: Setting, text: string): Finding {
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const verdict = checkLicence(licence, {
    now: setting.now(),
    fingerprint: licence.machine.fingerprint,
    toolId: licence.tool.id,
    toolVersion: { major: 0, minor: 0, patch: 0 },
    highWaterMark: 0,
    denyList: setting.state.readMemory().denied,
  });
  const machine = relateFingerprints(licence.machine.fingerprint, identify(setting).fingerprint);
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict: { ...verdict, machine } };
}

function trust(state: ToolState, offer: { published: string; source: string; mayReplace: boolean }): TrustedKey[] {
  const keys = parseKeys(offer.published);
  if (keys === undefined) throw keysNotReadable(offer.source);
  const pinned = state.readKeys();
  const isKnown = pinned.length === 0 || keys.some(({ kid }) => pinned.some((key) => key.kid === kid));
  if (!isKnown && !offer.mayReplace) throw keysChanged(offer.source);
  state.writeKeys(keys, offer.source);
  return keys;
}

/** The facts of the PC; if it has fewer than two, random ones stored in this folder are used for the rest. */
function identify(setting: Setting): { machineName: string; fingerprint: Uint8Array; usesRandomFacts: boolean } {
  const { name, facts } = setting.machine();
  const machineName = machineNameOf(name);
  const fingerprint = fingerprintOf(facts, nodePrimitives);
  if (presentComponents(fingerprint) >= 2) return { machineName, fingerprint, usesRandomFacts: false };
  const filled: MachineFacts = { ...randomFactsOf(setting.state), ...facts };
  return { machineName, fingerprint: fingerprintOf(filled, nodePrimitives), usesRandomFacts: true };
}

function randomFactsOf(state: ToolState): RandomFacts {
  const known = state.readRandomFacts();
  if (known !== undefined) return known;
  const [first, second] = [randomBytes(16), randomBytes(16)];
  const made = { 'machine-id': bytesToHex(first), 'board-id': bytesToHex(second) };
  state.writeRandomFacts(made);
  return made;
}

function read(setting: Setting, text: string): { ok: true; licence: Licence } | { ok: false; finding: Finding } {
  const keys = setting.keys().map((key) => key.publicKey);
  const reading = readLicence(text, keys, nodePrimitives);
  if (reading.ok) return { ok: true, licence: withOwnName(setting, reading.value) };
  const { refusal } = reading;
  const code = refusal.code === 'UNKNOWN_KEY' && keys.length === 0 ? 'NO_KEYS' : refusal.code;
  return { ok: false, finding: { code, allowed: false, refusal } };
}

/** The tool adds its own name, which a licence code does not contain. */
function withOwnName({ toolId, toolName }: Setting, licence: Licence): Licence {
  const { tool } = licence;
  return tool.id === toolId ? { ...licence, tool: { ...tool, name: tool.name ?? toolName } } : licence;
}

function judge(setting: Setting, licence: Licence, memory: Memory): Finding {
  const verdict = checkLicence(licence, {
    now: setting.now(),
    fingerprint: identify(setting).fingerprint,
    toolId: setting.toolId,
    toolVersion: setting.toolVersion,
    highWaterMark: memory.highWaterMark,
    denyList: memory.denied,
  });
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict };
}

/** A licence newer than any before proves the time at which it was issued: only this may set the stored latest time back. */
function rememberTime(memory: Memory, licence: Licence, now: number): Memory {
  if (licence.issuedAt <= memory.newestIssuedAt) return memory;
  return { ...memory, highWaterMark: Math.min(memory.highWaterMark, Math.max(licence.issuedAt, now)) };
}

function rememberLicence(memory: Memory, licence: Licence, now: number): Memory {
  return {
    highWaterMark: Math.max(memory.highWaterMark, now),
    newestIssuedAt: Math.max(memory.newestIssuedAt, licence.issuedAt),
    denied: [...new Set([...memory.denied, ...licence.deny])],
  };
}

function keysNotReadable(source: string): ToolProblem {
  const nextStep = 'Give the address of a portal, or a file saved from its /.well-known/basics-licence-keys.';
  return new ToolProblem('KEYS_NOT_READABLE', `${source} holds no licence keys.`, nextStep);
}

function keysChanged(source: string): ToolProblem {
  return new ToolProblem(
    'KEYS_CHANGED',
    `${source} shows other keys than those pinned, and none of them is known.`,
    'Ask the portal operator whether the keys have changed. If so, run: basics trust --replace <portal>',
  );
}
