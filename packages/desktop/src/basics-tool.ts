import { checkLicence } from '@basics/licensing/check-licence.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicence, type Licence } from '@basics/licensing/licence.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { RevocationList } from '@basics/licensing/revocation-list.ts';
import {
  toPcClaims,
  writeVerificationCode,
  type ToolVersion,
  type VerificationReason,
} from '@basics/licensing/verification-code.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findMode, type AfterGrace } from './after-grace.ts';
import {
  belongTo,
  isRecent,
  newClockRecord,
  readClockRecord,
  rememberLicence,
  rememberTime,
  writeClockRecord,
  type ClockRecord,
} from './clock-record.ts';
import { identify, identifyAnew, notePc, type ReadMachine } from './identify.ts';
import { latestChange } from './latest-change.ts';
import { readThisMachine } from './machine/machine.ts';
import { readReturned, rememberReturned } from './returned-licences.ts';
import { newestRevocations, readRevocations, type RevocationsTaken } from './revocations.ts';
import { storeTwice, type StoredTwice } from './stored-twice.ts';
import { openState, secondFolder, stateFolder, type ToolState } from './tool-state.ts';
import type { CreatedCode, Finding, Tool } from './tool.ts';
import { trustKeys } from './trust-keys.ts';
import { createBuiltInKey, mergeKeys, type TrustedKey } from './trusted-keys.ts';

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
  /** The folder for the second copy of the clock record; see `secondFolder`. */
  secondFolder?: string;
  /** See `ReadMachine`. */
  machine?: ReadMachine;
  /** Unix seconds. */
  now?: () => number;
  /** See `latest-change.ts`; Unix seconds. */
  latestChange?: () => number;
  /** By default the tool stops after the grace period. */
  afterGrace?: AfterGrace;
};

export function createTool(settings: ToolSettings): Tool {
  const state = openState(settings.folder ?? stateFolder(process.env));
  const second = settings.secondFolder ?? secondFolder(process.env);
  const now = settings.now ?? (() => Math.floor(Date.now() / 1000));
  const builtIn = (settings.publicKeys ?? []).map((key) => createBuiltInKey(key));
  const setting: ToolContext = {
    toolId: settings.toolId,
    toolVersion: settings.version,
    toolName: settings.toolName,
    state,
    clockRecords: storeTwice(join(state.folder, 'memory.json'), join(second, `memory-${settings.toolId}.json`)),
    machine: settings.machine ?? ((isFresh) => readThisMachine(isFresh, { folder: state.folder, now })),
    now,
    latestChange: settings.latestChange ?? latestChange,
    revocations: storeTwice(join(state.folder, 'revocations'), join(second, `revocations-${settings.toolId}`)),
    returned: storeTwice(join(state.folder, 'returned'), join(second, `returned-${settings.toolId}`)),
    allKeys: () => mergeKeys(builtIn, state.readKeys()),
  };
  return {
    toolId: settings.toolId,
    folder: state.folder,
    makeVerificationCode: (reason = 'new') => makeVerificationCode(setting, reason),
    install: (text) => install(setting, text),
    status: () => {
      const finding = status(setting);
      return { ...finding, mode: findMode(finding, settings.afterGrace ?? 'stop') };
    },
    check: (text) => check(setting, text),
    takeRevocations: (text) => takeRevocations(setting, text),
    returnLicence: () => returnLicence(setting),
    revocations: () => revocationsOf(setting),
    keys: () => keysOf(setting),
    trust: (published, source, mayReplace = false) => trustKeys(state, { published, source, mayReplace }),
  };
}

type ToolContext = {
  toolId: number;
  toolVersion: ToolVersion;
  toolName: string | undefined;
  state: ToolState;
  clockRecords: StoredTwice;
  machine: ReadMachine;
  now(): number;
  latestChange(): number;
  revocations: StoredTwice;
  /** See `returned-licences.ts`. */
  returned: StoredTwice;
  /** Also keys that the revocation list names: they verify the list itself, and a licence to name the reason of its refusal. */
  allKeys(): readonly TrustedKey[];
};

function makeVerificationCode(setting: ToolContext, reason: VerificationReason): CreatedCode {
  const { toolId, toolVersion } = setting;
  const licensed = installedLicence(setting)?.machine.fingerprint;
  const identity = identifyAnew(setting, licensed);
  const { machineName, fingerprint, isStandIn } = identity;
  const nonce = new Uint8Array(randomBytes(8));
  const createdAt = setting.now();
  const claims = {
    ...toPcClaims({ fingerprint, nonce, isStandIn, isVirtual: identity.virtualMachine !== undefined }),
    reason,
    toolId,
    toolVersion,
    createdAt,
    machineName,
  };
  return { text: writeVerificationCode(claims, nodePrimitives), claims, pc: notePc(identity, licensed ?? fingerprint) };
}

function install(setting: ToolContext, text: string): Finding {
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const now = setting.now();
  const before = recordFor(setting, licence);
  const record = rememberTime(before.record, licence, now);
  const finding = judge(setting, licence, record);
  if (!finding.allowed) return finding;
  if (before.isLost) return { ...finding, code: 'CLOCK_RECORD_LOST', allowed: false };
  setting.clockRecords.write(writeClockRecord(rememberLicence(record, licence, now)));
  setting.state.writeLicence(text);
  return finding;
}

function status(setting: ToolContext): Finding {
  const text = setting.state.readLicence();
  if (text === undefined) return { code: 'NO_LICENCE', allowed: false };
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const { record, isLost } = recordFor(setting, licence);
  const finding = judge(setting, licence, record);
  if (isLost) return finding.allowed ? { ...finding, code: 'CLOCK_RECORD_LOST', allowed: false } : finding;
  const now = setting.now();
  const highWaterMark = now - record.highWaterMark >= timeStepSeconds ? now : record.highWaterMark;
  setting.clockRecords.write(writeClockRecord({ ...record, highWaterMark }));
  return finding;
}

function returnLicence(setting: ToolContext): { ok: true; text: string } | { ok: false; finding: Finding } {
  const installed = setting.state.readLicence();
  if (installed === undefined) {
    const text = readReturned(setting.returned).at(-1)?.text;
    return text === undefined ? { ok: false, finding: { code: 'NO_LICENCE', allowed: false } } : { ok: true, text };
  }
  const reading = read(setting, installed);
  if (!reading.ok) return reading;
  const { licence } = reading;
  const { record } = recordFor(setting, licence);
  const finding = judge(setting, licence, record);
  if (finding.code === 'OTHER_MACHINE') return { ok: false, finding };
  const { licenceId } = licence;
  // First what remembers the return: after a power failure the licence is not accepted, and returning it again ends the work.
  const { text } = rememberReturned(setting.returned, {
    toolId: setting.toolId,
    licenceId,
    returnedAt: setting.now(),
  });
  const denied = [...new Set([...record.denied, licenceId])];
  setting.clockRecords.write(writeClockRecord({ ...record, denied }));
  setting.state.removeLicence();
  return { ok: true, text };
}

/**
 * What the tool remembers on this PC. The record is lost if a licence is in place and its record is not: then only a licence counts
 * that was issued a short time ago by the clock of the PC, or later than the one in place.
 */
function recordFor(setting: ToolContext, licence: Licence): { record: ClockRecord; isLost: boolean } {
  const installed = installedLicence(setting);
  const record = storedRecord(setting);
  const isKept = installed === undefined || record?.licences.includes(installed.licenceId) === true;
  if (record !== undefined && isKept) return { record, isLost: false };
  const now = setting.now();
  const isNewer = installed !== undefined && licence.issuedAt > installed.issuedAt;
  return {
    record:
      record === undefined ? newClockRecord(licence, now, () => setting.latestChange()) : belongTo(licence, record),
    isLost: installed !== undefined && !isNewer && !isRecent(licence, now),
  };
}

const storedRecord = (setting: ToolContext): ClockRecord | undefined =>
  readClockRecord(setting.clockRecords.read(), (licensed) => identify(setting, licensed).fingerprint);

/** The licence in place; undefined if there is none, or if it was changed. */
function installedLicence(setting: ToolContext): Licence | undefined {
  const text = setting.state.readLicence();
  const reading = text === undefined ? undefined : read(setting, text);
  return reading?.ok === true ? reading.licence : undefined;
}

/** The stored latest time changes in steps of so many seconds, so that frequent checks do not wear out the disk. */
const timeStepSeconds = 600;

function check(setting: ToolContext, text: string): Finding {
  const reading = read(setting, text);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const verdict = checkLicence(licence, {
    now: setting.now(),
    fingerprint: licence.machine.fingerprint,
    toolId: licence.tool.id,
    toolVersion: { major: 0, minor: 0, patch: 0 },
    highWaterMark: 0,
    denyList: storedRecord(setting)?.denied ?? [],
    revoked: revocationsOf(setting)?.ids ?? [],
  });
  const licensed = licence.machine.fingerprint;
  const identity = identify(setting, licensed);
  const machine = relateFingerprints(licensed, identity.fingerprint);
  const pc = notePc(identity, licensed);
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict: { ...verdict, machine }, pc };
}

function read(setting: ToolContext, text: string): { ok: true; licence: Licence } | { ok: false; finding: Finding } {
  const keys = setting.allKeys();
  const reading = readLicence(text, publicKeysOf(keys), nodePrimitives);
  if (!reading.ok) {
    const { refusal } = reading;
    const code = refusal.code === 'UNKNOWN_KEY' && keys.length === 0 ? 'NO_KEYS' : refusal.code;
    return { ok: false, finding: { code, allowed: false, refusal } };
  }
  const isRevoked = revocationsOf(setting)?.keys.includes(reading.value.keyId) === true;
  if (isRevoked) return { ok: false, finding: { code: 'KEY_REVOKED', allowed: false } };
  return { ok: true, licence: addOwnName(setting, reading.value) };
}

const publicKeysOf = (keys: readonly TrustedKey[]): Uint8Array[] => keys.map((key) => key.publicKey);

function takeRevocations(setting: ToolContext, text: string): RevocationsTaken {
  const { toolId } = setting;
  const before = revocationsOf(setting);
  const taken = readRevocations(text, { toolId, now: setting.now(), keys: publicKeysOf(setting.allKeys()), before });
  if (taken.isTaken) setting.revocations.write(text);
  return taken;
}

const revocationsOf = (setting: ToolContext): RevocationList | undefined =>
  newestRevocations(setting.revocations.read(), setting.toolId, publicKeysOf(setting.allKeys()));

/** The keys whose licences are accepted. */
function keysOf(setting: ToolContext): readonly TrustedKey[] {
  const revoked = revocationsOf(setting)?.keys ?? [];
  return setting.allKeys().filter(({ kid }) => !revoked.includes(kid));
}

/** The tool adds its own name, which a licence code does not contain. */
function addOwnName({ toolId, toolName }: ToolContext, licence: Licence): Licence {
  const { tool } = licence;
  return tool.id === toolId ? { ...licence, tool: { ...tool, name: tool.name ?? toolName } } : licence;
}

function judge(setting: ToolContext, licence: Licence, record: ClockRecord): Finding {
  const licensed = licence.machine.fingerprint;
  const identity = identify(setting, licensed);
  const verdict = checkLicence(licence, {
    now: setting.now(),
    fingerprint: identity.fingerprint,
    toolId: setting.toolId,
    toolVersion: setting.toolVersion,
    highWaterMark: record.highWaterMark,
    denyList: record.denied,
    revoked: revocationsOf(setting)?.ids ?? [],
  });
  const pc = notePc(identity, licensed);
  const isReturned = readReturned(setting.returned).some(({ licenceId }) => licenceId === licence.licenceId);
  if (isReturned && verdict.machine !== 'different') return { code: 'RETURNED', allowed: false, licence, verdict, pc };
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict, pc };
}
