import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { isDeepStrictEqual } from 'node:util';
import { lockUser, type Database } from '#server/database/database.ts';
import { type Trx } from '../database/foundation.ts';
import { hashVerificationCode } from '../features/licenses/license.ts';
import {
  countMachineLicenses,
  findMachines,
  insertLicense,
  insertMachine,
  replaceLicenses,
} from '#server/features/licenses/licenses.repository.ts';
import { findIdentityProblem } from '#server/features/licenses/issue/refusal.ts';
import {
  readFingerprints,
  toStoredParts,
  toStoredUuid,
} from '#server/features/licenses/seats/machine-parts.repository.ts';
import { findAccountByLogin } from '#server/features/session/passwords/password.repository.ts';
import {
  findKitKeyIds,
  findSigningKeys,
  insertSigningKey,
} from '#server/features/signing-keys/signing-keys.repository.ts';
import { reportLostSeen } from '#server/features/licenses/seats/notify-staff.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { StartFault } from '#server/platform/problem.ts';
import {
  countLicensesWithReason,
  findLicenseExpiringLast,
  findStoredLicense,
  insertKit,
  lockKit,
  storeImport,
} from './emergency-kits.repository.ts';
import { computeExpiry, writeEntry } from './issue-from-kit.ts';
import { isSignedBy, type Kit, type KitEntry } from './kit.ts';

type ImportContext = { actorId: number; now: number; queueLetter: QueueLetter };
/** `lostPcFailure`: why staff could not be notified of a PC that was reported lost. */
type ImportResult = { login: string; lostPcFailure?: string } & EntryResult;

/**
 * Stores the licences of a kit, each with an audit entry. A licence that is already stored is not changed. The limits on PCs do not apply,
 * because the licences are already in use. Staff are notified of a PC that was reported lost. Throws StartFault if no key of this portal
 * has signed the kit, or if the key of the kit is revoked.
 */
export async function importKit(database: Database, kit: Kit, importContext: ImportContext): Promise<ImportResult[]> {
  await database.transact((trx) => acceptKit(trx, kit));
  const results: ImportResult[] = [];
  for (const [index, entry] of kit.entries.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were issued
    const result = await database.transact((trx) => importEntry(trx, { kit, index, entry, ...importContext }));
    // Staff are also notified of licences that were imported before, because an earlier import may have stopped before the notification. Staff
    // are notified of each PC at most once a day.
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were issued
    const lostPcFailure = result.is === 'refused' ? null : await reportIfLost(database, entry, importContext);
    results.push({ login: entry.login, ...result, ...(lostPcFailure !== null && { lostPcFailure }) });
  }
  const importedCount = results.filter(({ is }) => is !== 'refused').length;
  await database.transact((trx) => storeImport(trx, kit.manifest.kit, { at: importContext.now, importedCount }));
  return results;
}

/**
 * The account and the code were checked when the licence was stored; the account may have been deleted since. Returns why the report failed, so
 * that the import continues with the other licences; null if it did not fail.
 */
async function reportIfLost(
  database: Database,
  entry: KitEntry,
  { now, queueLetter }: ImportContext,
): Promise<string | null> {
  const sentCode = readVerificationCode(entry.verificationCode, nodePrimitives);
  const user = await findAccountByLogin(database.kysely, foldLogin(entry.login));
  if (!sentCode.ok || !user) return null;
  const input = { userId: user.id, request: sentCode.value, now };
  try {
    await reportLostSeen({ database, queueLetter }, { input, requestId: null });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Checks the signature of the portal, and stores the kit and its key. The database may have been restored from a backup that is older than
 * the kit, so only the signature proves what the kit may do.
 */
async function acceptKit(trx: Trx, kit: Kit): Promise<void> {
  const keys = await findSigningKeys(trx);
  const { kit: id, keyId, publicKey, createdAt, until, licences, days: daysPerLicence } = kit.manifest;
  // The key of a kit must not sign other kits, because its holder could then sign a kit with a new key, which a revocation of the first key
  // would not stop.
  const kitKeyIds = new Set([keyId, ...(await findKitKeyIds(trx))]);
  const trustedKeys = keys.filter((key) => key.revokedAt === null && !kitKeyIds.has(key.keyId));
  if (!isSignedBy(kit, new Map(trustedKeys.map((key) => [key.keyId, key.publicKey]))))
    throw new StartFault('No valid licence key of this portal has signed this kit.');
  if (keys.some((key) => key.keyId === keyId && key.revokedAt !== null))
    throw new StartFault(`The key ${keyId} of the kit is revoked, and its licences with it.`);
  await insertSigningKey(trx, { keyId, publicKey, at: createdAt, status: 'retired' });
  await insertKit(trx, { id, keyId, createdAt, until, licences, days: daysPerLicence });
}

type EntryContext = ImportContext & { kit: Kit; index: number; entry: KitEntry };
type EntryResult = { is: 'imported' | 'known' } | { is: 'refused'; why: string };
const refuse = (why: string): EntryResult => ({ is: 'refused', why });

async function importEntry(trx: Trx, { kit, index, entry, actorId, now }: EntryContext): Promise<EntryResult> {
  const verifiedEntry = verifyEntry(kit, entry, now);
  if (typeof verifiedEntry === 'string') return refuse(verifiedEntry);
  const { request, payload, expiresAt } = verifiedEntry;
  const hash = hashVerificationCode(request);
  const user = await findAccountByLogin(trx, foldLogin(entry.login));
  if (!user) return refuse('there is no such user');
  await lockUser(trx, user.id);
  const storedLicense = await findStoredLicense(trx, hash);
  if (storedLicense) return compareStored(storedLicense, { licenceUid: payload.lid, userId: user.id });
  const overrideReason = `Emergency kit ${kit.manifest.kit}`;
  await lockKit(trx, kit.manifest.kit);
  // A kit file may have been copied, and each copy counts only its own licences. Therefore, the portal counts the licences of all copies.
  const issuedCount = Math.max(index, await countLicensesWithReason(trx, overrideReason));
  if (issuedCount >= kit.manifest.licences) return refuse('the kit has issued more than it may');
  const tool = await findToolByCode(trx, request.claims.toolId);
  if (!tool) return refuse('there is no such tool');
  const machineId = await findOrAddMachine(trx, { userId: user.id, toolId: tool.id, verifiedEntry, at: entry.at });
  const laterLicense = await findLaterLicense(trx, machineId, expiresAt);
  const { major, minor, patch } = request.claims.toolVersion;
  const licenseId = await insertLicense(trx, {
    licenceUid: payload.lid,
    userId: user.id,
    machineId,
    toolId: tool.id,
    brandId: entry.brand,
    verificationHash: hash,
    verificationCode: request.text,
    verificationReason: request.claims.reason,
    toolVersion: `${major}.${minor}.${patch}`,
    fingerprint: payload.machine.fp,
    entitlementBits: payload.ent.bits,
    configTools: JSON.stringify(entry.configTools),
    preferences: JSON.stringify(entry.preferences),
    seq: (await countMachineLicenses(trx, machineId)) + 1,
    keyId: kit.manifest.keyId,
    licenceCode: entry.licenceCode,
    licenceFile: entry.licenceFile,
    issuedAt: entry.at,
    notBefore: entry.at,
    expiresAt,
    graceDays: payload.graceDays,
    isTrial: 0,
    issuedBy: actorId,
    overrideReason,
    ...(laterLicense && { replacedAt: now, replacedBy: laterLicense.id }),
  });
  // The insert returns no id if the code already has a licence, which cannot happen here, because the user is locked.
  if (licenseId === null) throw new Error('a licence for this code was inserted while its user was locked');
  if (!laterLicense) await replaceLicenses(trx, [machineId], { licenseId, at: now });
  const subject = { kind: 'license', id: licenseId, personId: user.id } as const;
  const after = { kit: kit.manifest.kit, issuedBy: entry.by, issuedAt: new Date(entry.at).toISOString(), machineId };
  await recordAudit(trx, { at: now, actorId, requestId: null, action: 'license.importFromKit', subject, after });
  return { is: 'imported' };
}

type StoredLicense = NonNullable<Awaited<ReturnType<typeof findStoredLicense>>>;

/**
 * Compares the stored licence of a code with the licence that the kit issued for the code. The two licences differ if two copies of the
 * kit, or the kit and the portal, issued licences for the same code.
 */
function compareStored(
  storedLicense: StoredLicense,
  expectedEntry: { licenceUid: string; userId: number },
): EntryResult {
  if (storedLicense.licenceUid === expectedEntry.licenceUid && storedLicense.userId === expectedEntry.userId)
    return { is: 'known' };
  return refuse(
    `the portal has the licence ${storedLicense.licenceUid} of ${storedLicense.login} for the same code, and the kit issued ${expectedEntry.licenceUid}`,
  );
}

/**
 * Finds a licence of the PC that expires later than `expiresAt`. The PC continues to use that licence, so it remains the current licence.
 */
async function findLaterLicense(trx: Trx, machineId: number, expiresAt: number) {
  const licenseExpiringLast = await findLicenseExpiringLast(trx, machineId);
  return licenseExpiringLast && licenseExpiringLast.expiresAt > expiresAt ? licenseExpiringLast : null;
}

type VerifiedEntry = Exclude<ReturnType<typeof verifyEntry>, string>;

/**
 * Verifies an entry by issuing the licence again from the manifest and comparing the two licences. Returns the verified values of the
 * entry, or the reason why the entry is not accepted.
 */
function verifyEntry({ manifest, key }: Kit, entry: KitEntry, now: number) {
  const keys = [hexToBytes(manifest.publicKey)];
  const file = readLicenceFile(entry.licenceFile, keys, nodePrimitives);
  const reading = readVerificationCode(entry.verificationCode, nodePrimitives);
  if (!file.ok || !reading.ok) return 'its licence cannot be verified';
  const { payload } = file.value;
  const request = reading.value;
  const { at, by } = entry;
  if (findIdentityProblem(request.claims)) return 'its code identifies no PC';
  if (at > now + clockSkewMs) return 'it is dated in the future';
  const tool = manifest.tools.find(({ code }) => code === request.claims.toolId);
  const grant = manifest.grants.find(
    (daysPerLicence) =>
      daysPerLicence.login === entry.login &&
      daysPerLicence.brand.id === entry.brand &&
      daysPerLicence.tool === tool?.id,
  );
  const wasValidKit = at >= manifest.createdAt - clockSkewMs && at <= manifest.until;
  if (!tool || !grant || !wasValidKit) return notAllowedReason;
  const expiresAt = computeExpiry(manifest, grant, at);
  if (expiresAt <= at) return notAllowedReason;
  const expectedEntry = writeEntry(key, { tool, grant, request, expiresAt, uid: payload.lid, at, by });
  return isDeepStrictEqual(expectedEntry, entry) ? { request, payload, expiresAt } : notAllowedReason;
}

const notAllowedReason = 'the kit was not allowed to issue it';

type MachineContext = { userId: number; toolId: string; verifiedEntry: VerifiedEntry; at: number };

async function findOrAddMachine(trx: Trx, { userId, toolId, verifiedEntry, at }: MachineContext): Promise<number> {
  const { fingerprint, machineName, scheme, isVirtual, isStandIn } = verifiedEntry.request.claims;
  const relatedMachines = (await findMachines(trx, userId, toolId)).filter(
    (machine) => relateFingerprints(readFingerprints(machine).anchor, fingerprint) !== 'different',
  );
  // The user can have two rows of the same PC, if an account was joined into this account. The row in use is preferred.
  const knownMachine = relatedMachines.find(({ releasedAt }) => releasedAt === null) ?? relatedMachines[0];
  if (knownMachine) return knownMachine.id;
  const parts = toStoredParts(fingerprint);
  return insertMachine(trx, {
    userId,
    toolId,
    fingerprint: parts,
    anchor: parts,
    anchorUuid: toStoredUuid(fingerprint),
    anchoredAt: at,
    isVirtual: isVirtual === true ? 1 : 0,
    isStandIn: isStandIn === true ? 1 : 0,
    scheme,
    name: machineName,
    firstSeenAt: at,
    releasedAt: null,
  });
}
