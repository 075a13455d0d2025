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
import {
  findReasonOfStatus,
  findToolMode,
  type AfterGrace,
  type CreatedCode,
  type Finding,
  type Tool,
} from './tool.ts';
import {
  isRecent,
  createClockRecord,
  readClockRecord,
  rememberLicence,
  rememberTime,
  writeClockRecord,
  type ClockRecord,
} from './state/clock-record.ts';
import { identifyPc, identifyWithFreshFacts, createPcNotes, type ReadMachine } from './identify-pc.ts';
import { findLatestSystemChange } from './latest-system-change.ts';
import { readThisMachine } from './machine/machine.ts';
import { findNewestRevocations, readRevocations, type RevocationListResult } from './revocations.ts';
import { catchToolProblem, storeTwice, type StoredTwice } from './state/stored-twice.ts';
import { openToolState, secondCopyFolder, stateFolder, type ToolState } from './state/tool-state.ts';
import { createBuiltInKey, mergeKeys, type TrustedKey, parseKeys } from './trusted-keys.ts';
import { readReturnCode, writeReturnCode, type ReturnClaims } from '@basics/licensing/return-code.ts';
import { ToolProblem } from './tool-problem.ts';
import { watchLicence } from './watch-licence.ts';

/** The settings of a tool. All settings except `toolId` and `version` have default values. */
export type ToolSettings = {
  toolId: number;
  version: ToolVersion;
  /** The name of the tool. Licence codes contain only the number of the tool. */
  toolName?: string;
  /** The raw public keys that are built into the tool: the current key and the next key. */
  publicKeys?: readonly Uint8Array[];
  /** The folder for the licence, the keys and the state of the tool. The default is the result of `stateFolder`. */
  folder?: string;
  /** The folder for the second copy of the clock record. The default is the result of `secondCopyFolder`. */
  secondFolder?: string;
  /** Reads the hardware values of the PC. By default, these are the values of this computer. */
  readMachine?: ReadMachine;
  /** Returns the time in Unix seconds. */
  now?: () => number;
  /** Returns the time of the newest change in the folders of the operating system, in Unix seconds (latest-system-change.ts). */
  latestChange?: () => number;
  /** What the tool does after the grace period. By default, the tool stops. */
  afterGrace?: AfterGrace;
};

/** Creates a tool. Throws a TypeError for a setting that does not exist, because a wrong name would otherwise be ignored. */
export function createTool(settings: ToolSettings): Tool {
  const unknownName = Object.keys(settings).find((name) => !settingNames.has(name));
  if (unknownName !== undefined) throw new TypeError(`createTool has no setting ${unknownName}.`);
  const state = openToolState(settings.folder ?? stateFolder(process.env));
  const secondPath = settings.secondFolder ?? secondCopyFolder(process.env);
  const now = settings.now ?? (() => Math.floor(Date.now() / 1000));
  const builtInKeys = (settings.publicKeys ?? []).map((key) => createBuiltInKey(key));
  const context: ToolContext = {
    toolId: settings.toolId,
    toolVersion: settings.version,
    toolName: settings.toolName,
    state,
    clockRecords: storeTwice(join(state.folder, 'memory.json'), join(secondPath, `memory-${settings.toolId}.json`)),
    readMachine: settings.readMachine ?? ((isFresh) => readThisMachine(isFresh, { folder: state.folder, now })),
    now,
    latestChange: settings.latestChange ?? findLatestSystemChange,
    revocations: storeTwice(join(state.folder, 'revocations'), join(secondPath, `revocations-${settings.toolId}`)),
    returnedLicences: storeTwice(join(state.folder, 'returned'), join(secondPath, `returned-${settings.toolId}`)),
    allKeys: () => mergeKeys(builtInKeys, state.readKeys()),
  };
  const readStatus = (): Finding => {
    const finding = status(context);
    return { ...finding, mode: findToolMode(finding, settings.afterGrace ?? 'stop') };
  };
  return {
    toolId: settings.toolId,
    folder: state.folder,
    makeVerificationCode: (reason = findReasonOfStatus(status(context).code)) => makeVerificationCode(context, reason),
    install: (text) => install(context, text),
    status: readStatus,
    watch: (days, onChange) => watchLicence({ status: readStatus, now }, days, onChange),
    check: (text) => check(context, text),
    takeRevocations: (text) => takeRevocations(context, text),
    returnLicence: () => returnLicence(context),
    revocations: () => readNewestRevocations(context),
    keys: () => listAcceptedKeys(context),
    trust: (publishedText, source, mayReplace = false) => trustKeys(state, { publishedText, source, mayReplace }),
  };
}

const settingNames: ReadonlySet<string> = new Set([
  'toolId',
  'version',
  'toolName',
  'publicKeys',
  'folder',
  'secondFolder',
  'readMachine',
  'now',
  'latestChange',
  'afterGrace',
] satisfies (keyof ToolSettings)[]);

type ToolContext = {
  toolId: number;
  toolVersion: ToolVersion;
  toolName: string | undefined;
  state: ToolState;
  clockRecords: StoredTwice;
  readMachine: ReadMachine;
  now(): number;
  latestChange(): number;
  revocations: StoredTwice;
  /** The two copies of the list of returned licences (returned-licences.ts). */
  returnedLicences: StoredTwice;
  /** Returns all keys, including revoked keys. Revoked keys are still needed to verify the revocation list, and to find the reason why a licence is refused. */
  allKeys(): readonly TrustedKey[];
};

function makeVerificationCode(context: ToolContext, reason: VerificationReason): CreatedCode {
  const { toolId, toolVersion } = context;
  const stored = readStoredLicence(context);
  const licensedFingerprint = stored.ok ? stored.licence.machine.fingerprint : undefined;
  const identity = identifyWithFreshFacts(context, licensedFingerprint);
  const { machineName, fingerprint, isStandIn } = identity;
  const nonce = new Uint8Array(randomBytes(8));
  const createdAt = context.now();
  const claims = {
    ...toPcClaims({ fingerprint, nonce, isStandIn, isVirtual: identity.virtualMachine !== undefined }),
    reason,
    toolId,
    toolVersion,
    createdAt,
    machineName,
  };
  return {
    text: writeVerificationCode(claims, nodePrimitives),
    claims,
    pc: createPcNotes(identity, licensedFingerprint ?? fingerprint),
  };
}

function install(context: ToolContext, licenceText: string): Finding {
  const reading = readGenuineLicence(context, licenceText);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const now = context.now();
  const previous = findRecord(context, licence);
  const record = rememberTime(previous.record, licence, now);
  const finding = checkInstalled(context, licence, record);
  if (!finding.allowed) return finding;
  if (previous.isLost) return { ...finding, code: 'CLOCK_RECORD_LOST', allowed: false };
  const formerRecord = readStoredRecord(context);
  context.clockRecords.write(writeClockRecord(rememberLicence(record, licence, now)));
  const problem = catchToolProblem(() => context.state.writeLicence(licenceText));
  if (problem === undefined) return finding;
  // Otherwise the new record would deny the licence that is still installed.
  if (formerRecord !== undefined) context.clockRecords.write(writeClockRecord(formerRecord));
  throw problem;
}

function status(context: ToolContext): Finding {
  const reading = readStoredLicence(context);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const { record, isLost } = findRecord(context, licence);
  const finding = checkInstalled(context, licence, record);
  if (isLost) return finding.allowed ? { ...finding, code: 'CLOCK_RECORD_LOST', allowed: false } : finding;
  const now = context.now();
  const highWaterMark = now - record.highWaterMark >= timeStepSeconds ? now : record.highWaterMark;
  const problem = catchToolProblem(() => context.clockRecords.write(writeClockRecord({ ...record, highWaterMark })));
  if (problem === undefined) return finding;
  const storedAt = Math.max(record.highWaterMark, licence.issuedAt);
  const isLate = now - storedAt > secondsWithoutRecord;
  const refusal = finding.allowed && isLate ? { code: 'FILE_NOT_WRITABLE' as const, allowed: false } : {};
  return { ...finding, ...refusal, recordStored: false };
}

/** The tool may run for this number of seconds after its record was stored for the last time. */
const secondsWithoutRecord = 7 * 86_400;

function returnLicence(context: ToolContext): { ok: true; text: string } | { ok: false; finding: Finding } {
  const reading = readStoredLicence(context);
  if (!reading.ok) {
    const returnCode = readReturnedLicences(context.returnedLicences).at(-1)?.text;
    if (reading.finding.code === 'NO_LICENCE' && returnCode !== undefined) return { ok: true, text: returnCode };
    return reading;
  }
  const { licence } = reading;
  const { record } = findRecord(context, licence);
  const finding = checkInstalled(context, licence, record);
  if (finding.code === 'OTHER_MACHINE') return { ok: false, finding };
  const { licenceId } = licence;
  const { text } = storeReturnedLicence(context.returnedLicences, {
    toolId: context.toolId,
    licenceId,
    returnedAt: context.now(),
  });
  // The list also contains the id of the previous licence of this PC, because that licence may still be valid.
  const removedIds = record.licences.slice(record.licences.indexOf(licenceId));
  const deniedIds = [...new Set([...record.denied, ...removedIds])];
  // From here on, the PC refuses the licence, so the customer needs the code, whatever else fails.
  catchToolProblem(() => context.clockRecords.write(writeClockRecord({ ...record, denied: deniedIds })));
  catchToolProblem(() => context.state.removeLicence());
  return { ok: true, text };
}

/**
 * Returns the clock record of this PC. The record counts as lost if a licence is installed but there is no record. After the record was
 * lost, a licence is accepted only if it was issued recently (by the clock of the PC), or later than the installed licence.
 */
function findRecord(context: ToolContext, licence: Licence): { record: ClockRecord; isLost: boolean } {
  const stored = readStoredLicence(context);
  const installed = stored.ok ? stored.licence : undefined;
  const record = readStoredRecord(context);
  if (record !== undefined) return { record: addInstalled(context, record, installed), isLost: false };
  const now = context.now();
  const isNewer = installed !== undefined && licence.issuedAt > installed.issuedAt;
  const isLost = installed !== undefined && !isNewer && !isRecent(licence, now);
  return { record: createClockRecord(licence, now, () => context.latestChange()), isLost };
}

/** If two programs wrote at the same time, the record may lack the installed licence. Then it continues as if the licence was installed at its date of issue. */
function addInstalled(context: ToolContext, record: ClockRecord, installed: Licence | undefined): ClockRecord {
  if (installed === undefined || record.licences.includes(installed.licenceId)) return record;
  const { fingerprint } = installed.machine;
  const relation = relateFingerprints(fingerprint, identifyPc(context, fingerprint).fingerprint);
  return relation === 'different' ? record : rememberLicence(record, installed, installed.issuedAt);
}

const readStoredRecord = (context: ToolContext): ClockRecord | undefined =>
  readClockRecord(context.clockRecords.read(), (fingerprint) => identifyPc(context, fingerprint).fingerprint);

/** Reads the installed licence. The finding says why there is none. */
function readStoredLicence(context: ToolContext): LicenceReading {
  const licenceText = context.state.readLicence();
  if (licenceText === undefined) return { ok: false, finding: { code: 'NO_LICENCE', allowed: false } };
  const reading = readGenuineLicence(context, licenceText);
  const isEmpty = !reading.ok && reading.finding.refusal?.detail === 'empty';
  return isEmpty ? { ok: false, finding: { code: 'LICENCE_NOT_READABLE', allowed: false } } : reading;
}

/** The latest time is stored again only when it is this number of seconds later, so that frequent checks do not wear out the disk. */
const timeStepSeconds = 600;

function check(context: ToolContext, licenceText: string): Finding {
  const reading = readGenuineLicence(context, licenceText);
  if (!reading.ok) return reading.finding;
  const { licence } = reading;
  const verdict = checkLicence(licence, {
    now: context.now(),
    fingerprint: licence.machine.fingerprint,
    toolId: licence.tool.id,
    toolVersion: { major: 0, minor: 0, patch: 0 },
    highWaterMark: 0,
    deniedIds: readStoredRecord(context)?.denied ?? [],
    revokedLicenceIds: readNewestRevocations(context)?.ids ?? [],
  });
  const licensedFingerprint = licence.machine.fingerprint;
  const identity = identifyPc(context, licensedFingerprint);
  const machine = relateFingerprints(licensedFingerprint, identity.fingerprint);
  const pc = createPcNotes(identity, licensedFingerprint);
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict: { ...verdict, machine }, pc };
}

type LicenceReading = { ok: true; licence: Licence } | { ok: false; finding: Finding };

function readGenuineLicence(context: ToolContext, licenceText: string): LicenceReading {
  const keys = context.allKeys();
  const reading = readLicence(licenceText, toPublicKeys(keys), nodePrimitives);
  if (!reading.ok) {
    const { refusal } = reading;
    const findingCode = refusal.code === 'UNKNOWN_KEY' && keys.length === 0 ? 'NO_KEYS' : refusal.code;
    return { ok: false, finding: { code: findingCode, allowed: false, refusal } };
  }
  const isRevoked = readNewestRevocations(context)?.keys.includes(reading.value.keyId) === true;
  if (isRevoked) return { ok: false, finding: { code: 'KEY_REVOKED', allowed: false } };
  return { ok: true, licence: addOwnName(context, reading.value) };
}

const toPublicKeys = (keys: readonly TrustedKey[]): Uint8Array[] => keys.map((key) => key.publicKey);

function takeRevocations(context: ToolContext, listText: string): RevocationListResult {
  const { toolId } = context;
  const [keys, previousList] = [toPublicKeys(context.allKeys()), readNewestRevocations(context)];
  const result = readRevocations(listText, { toolId, keys, previousList });
  if (result.isTaken) context.revocations.write(listText);
  return result;
}

const readNewestRevocations = (context: ToolContext): RevocationList | undefined =>
  findNewestRevocations(context.revocations.read(), context.toolId, toPublicKeys(context.allKeys()));

/** Lists the public keys whose licences are accepted. */
function listAcceptedKeys(context: ToolContext): readonly TrustedKey[] {
  const revoked = readNewestRevocations(context)?.keys ?? [];
  return context.allKeys().filter(({ kid }) => !revoked.includes(kid));
}

/** Adds the name of this tool to a licence, because a licence code does not contain it. */
function addOwnName({ toolId, toolName }: ToolContext, licence: Licence): Licence {
  const { tool } = licence;
  return tool.id === toolId ? { ...licence, tool: { ...tool, name: tool.name ?? toolName } } : licence;
}

function checkInstalled(context: ToolContext, licence: Licence, record: ClockRecord): Finding {
  const licensedFingerprint = licence.machine.fingerprint;
  const identity = identifyPc(context, licensedFingerprint);
  const list = readNewestRevocations(context);
  const verdict = checkLicence(licence, {
    now: context.now(),
    fingerprint: identity.fingerprint,
    toolId: context.toolId,
    toolVersion: context.toolVersion,
    highWaterMark: Math.max(record.highWaterMark, list?.issuedAt ?? 0),
    deniedIds: record.denied,
    revokedLicenceIds: list?.ids ?? [],
  });
  const pc = createPcNotes(identity, licensedFingerprint);
  const returnedIds = readReturnedLicences(context.returnedLicences).map(({ licenceId }) => licenceId);
  const isReturned = returnedIds.includes(licence.licenceId);
  if (isReturned && verdict.machine !== 'different') return { code: 'RETURNED', allowed: false, licence, verdict, pc };
  return { code: verdict.code, allowed: verdict.allowed, licence, verdict, pc };
}

/** A licence that was removed from this PC, and its return code. */
type ReturnedLicence = { licenceId: string; text: string };

/**
 * Reads the licences that were returned on this PC, in the order of their return. Each line of the stored text is one return code. Damaged
 * lines are ignored.
 */
function readReturnedLicences(storedCodes: StoredTwice): ReturnedLicence[] {
  const lines = new Set(storedCodes.read().flatMap((text) => text.split('\n')));
  return [...lines].flatMap((line) => {
    const reading = readReturnCode(line, nodePrimitives);
    return reading.ok ? [{ licenceId: reading.value.claims.licenceId, text: reading.value.text }] : [];
  });
}

/**
 * Stores that a licence was returned, and returns its return code. A second call for the same licence returns the same
 * code.
 */
function storeReturnedLicence(storedCodes: StoredTwice, claims: ReturnClaims): ReturnedLicence {
  const previouslyReturned = readReturnedLicences(storedCodes);
  const { licenceId } = claims;
  const returnedLicence = previouslyReturned.find((previous) => previous.licenceId === licenceId) ?? {
    licenceId,
    text: writeReturnCode(claims, nodePrimitives),
  };
  const lines = new Set([...previouslyReturned, returnedLicence].map(({ text }) => text));
  storedCodes.write(`${[...lines].join('\n')}\n`);
  return returnedLicence;
}

/**
 * Pins the keys of a portal, which replace the keys that were pinned before. Throws the problem `KEYS_CHANGED` if no
 * key is in both lists.
 */
function trustKeys(
  state: ToolState,
  keyOffer: { publishedText: string; source: string; mayReplace: boolean },
): TrustedKey[] {
  const publishedKeys = parseKeys(keyOffer.publishedText);
  if (publishedKeys === undefined) throw createKeysNotReadableProblem(keyOffer.source);
  const pinnedKeys = state.readKeys();
  const hasKnownKey =
    pinnedKeys.length === 0 || publishedKeys.some(({ kid }) => pinnedKeys.some((key) => key.kid === kid));
  if (!hasKnownKey && !keyOffer.mayReplace) throw createKeysChangedProblem(keyOffer.source);
  state.writeKeys(publishedKeys, keyOffer.source);
  return publishedKeys;
}

function createKeysNotReadableProblem(source: string): ToolProblem {
  const nextStep = 'Give the address of a portal, or a file saved from its /.well-known/basics-licence-keys.';
  return new ToolProblem('KEYS_NOT_READABLE', `${source} holds no licence keys.`, nextStep);
}

function createKeysChangedProblem(source: string): ToolProblem {
  return new ToolProblem(
    'KEYS_CHANGED',
    `${source} shows other keys than those pinned, and none of them is known.`,
    'Ask the portal operator whether the keys have changed. If so, run: basics trust --replace <portal>',
  );
}
