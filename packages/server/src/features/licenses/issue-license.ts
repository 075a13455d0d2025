import { bytesToHex } from '@basics/licensing/bytes.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { lockBits } from '#server/features/tools/tools.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { findAuditHead } from '#server/platform/audit-seal.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { parseObject, parseTexts } from '#server/platform/json-column.ts';
import { problem } from '#server/platform/problem.ts';
import { formatDay } from './calendar.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import { gatherLicenseContext } from './license-context.ts';
import type { LicenseContextInput, LicenseContext } from './license-context.ts';
import { findDenied } from './deny-list.repository.ts';
import type { LicenseKey } from './license-key.ts';
import { isTrial, planLicense } from './license.ts';
import type { Plan } from './license.ts';
import {
  countMachineLicenses,
  findLicenseByCode,
  insertLicense,
  insertMachine,
  insertMove,
  releaseMachine,
  replaceLicenses,
  updateMachine,
} from './licenses.repository.ts';
import type { SeenMachine } from './licenses.repository.ts';
import { toStoredParts, toStoredUuid } from './machine-fingerprints.ts';
import { reportDrift } from './part-changes.ts';
import { findPlanProblem } from './refusal.ts';
import { insertParts } from './seats.repository.ts';
import { writeLicense } from './write-license.ts';

export type IssueContext = {
  asked: LicenseContextInput;
  /** SHA-256 of the verification code's bytes in hex, which makes issuing idempotent. */
  hash: string;
  actorId: number;
  requestId: string;
  overrideReason: string | null;
  chance: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  key: LicenseKey;
};

/**
 * Issues a licence within a transaction. It locks the owner's row first, so that seats and moves are counted correctly
 * for simultaneous codes. Then it writes the PC, the licence, the replaced licences and the audit entry: all of them or
 * none.
 */
export async function issueLicense(trx: Trx, issuing: IssueContext): Promise<void> {
  const { asked, hash } = issuing;
  await lockUser(trx, asked.userId);
  if (await findLicenseByCode(trx, hash)) return;
  const gathered = await gatherLicenseContext(trx, asked);
  const plan = planLicense(gathered.situation);
  const standing = findPlanProblem(plan, gathered.situation);
  if (standing) throw standing;
  const machineId = await writeMachine(trx, { gathered, plan, issuing });
  const licenseId = await storeLicense(trx, { ...issuing, gathered, plan, machineId });
  // The owner's row is locked, so only another account can have used this code meanwhile.
  if (licenseId === null) throw problem('CODE_USED_BY_OTHER');
  await replaceOtherLicenses(trx, { ...issuing, gathered, plan, machineId, licenseId });
  if (plan.isBridge) await reportBridge(trx, issuing, { gathered, expiresAt: plan.expiresAt });
  const { actorId, requestId, overrideReason } = issuing;
  const subject = { kind: 'license', id: licenseId, personId: asked.userId } as const;
  const { relation, isBridge } = plan;
  const after = { userId: asked.userId, machineId, relation, overrideReason, ...(isBridge && { isBridge }) };
  const entry = { at: asked.now, actorId, requestId, action: 'license.issue', subject, after };
  await recordAudit(trx, entry, issuing.chance);
}

type IssuedBridge = { gathered: LicenseContext; expiresAt: number };

/** Notifies the people responsible for the customer. */
async function reportBridge(trx: Trx, { asked, queueLetter }: IssueContext, { gathered, expiresAt }: IssuedBridge) {
  const { owner, tool } = gathered;
  const { machineName } = asked.request.claims;
  for (const to of await findCaretakersOfOwner(trx, owner))
    await queueLetter(trx, {
      kind: 'bridgeIssued',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      expiryDate: formatDay(expiresAt),
    });
}

type MachineContext = { gathered: LicenseContext; plan: Plan; issuing: IssueContext };

/**
 * Writes the PC that the code describes: a new row, or the existing one with its new parts; changes are added to its
 * history.
 */
async function writeMachine(trx: Trx, { gathered, plan, issuing }: MachineContext): Promise<number> {
  const { asked, hash } = issuing;
  const { claims } = asked.request;
  const { anchor, anchoredAt } = plan.anchored;
  const fingerprint = toStoredParts(claims.fingerprint);
  const seen: SeenMachine = {
    fingerprint,
    name: claims.machineName,
    anchor: toStoredParts(anchor),
    anchorUuid: toStoredUuid(anchor),
    anchoredAt,
    isVirtual: claims.isVirtual === true ? 1 : 0,
    isStandIn: claims.isStandIn === true ? 1 : 0,
  };
  if (plan.machine) {
    const { machineId } = plan.machine;
    await updateMachine(trx, machineId, seen);
    if (toStoredParts(plan.machine.fingerprint) !== fingerprint) {
      await insertParts(trx, { machineId, at: asked.now, fingerprint, verificationHash: hash });
      await reportDrift(trx, issuing.queueLetter, { gathered, machineId, machineName: seen.name, now: asked.now });
    }
    return machineId;
  }
  return insertMachine(trx, {
    ...seen,
    userId: asked.userId,
    toolId: gathered.tool.id,
    scheme: claims.scheme,
    firstSeenAt: asked.now,
    releasedAt: null,
  });
}

type StoreContext = IssueContext & { gathered: LicenseContext; plan: Plan; machineId: number };

async function storeLicense(trx: Trx, storing: StoreContext): Promise<number | null> {
  const { asked, gathered, plan, machineId, key } = storing;
  const { owner, tool, grant, situation } = gathered;
  const { claims } = asked.request;
  const configTools = parseTexts(grant.configTools);
  const entitlements = { bits: await findEntitlementBits(trx, tool.id, configTools), names: configTools };
  const preferences = parseObject(owner.preferences);
  // A bridge ends after its days; only its code cannot say so.
  const graceDays = plan.isBridge ? 0 : situation.policy.graceDays;
  const seq = (await countMachineLicenses(trx, machineId)) + 1;
  const uid = bytesToHex(storing.chance(8));
  const { code, file } = writeLicense(
    {
      uid,
      userName: `${owner.firstName} ${owner.lastName} <${owner.login}>`,
      brand: { id: grant.brandId, name: grant.brandName, code: grant.brandCode },
      tool,
      request: asked.request,
      anchor: plan.anchored.anchor,
      entitlements,
      preferences,
      isTrial: isTrial(situation.policy),
      issuedAt: asked.now,
      expiresAt: plan.expiresAt,
      graceDays,
      isBridge: plan.isBridge,
      seq,
      deny: await findDenied(trx, { userId: asked.userId, toolId: tool.id, now: asked.now }),
      audit: (await findAuditHead(trx))?.hash ?? null,
    },
    key,
  );
  return insertLicense(trx, {
    licenceUid: uid,
    userId: asked.userId,
    machineId,
    toolId: tool.id,
    brandId: grant.brandId,
    verificationHash: storing.hash,
    verificationCode: asked.request.text,
    verificationReason: claims.reason,
    toolVersion: `${claims.toolVersion.major}.${claims.toolVersion.minor}.${claims.toolVersion.patch}`,
    fingerprint: toStoredParts(plan.anchored.anchor),
    entitlementBits: entitlements.bits,
    configTools: JSON.stringify(configTools),
    preferences: JSON.stringify(preferences),
    seq,
    keyId: key.keyId,
    licenceCode: code,
    licenceFile: file,
    issuedAt: asked.now,
    notBefore: asked.now,
    expiresAt: plan.expiresAt,
    graceDays,
    isBridge: plan.isBridge ? 1 : 0,
    isTrial: isTrial(situation.policy) ? 1 : 0,
    issuedBy: storing.actorId,
    overrideReason: storing.overrideReason,
  });
}

async function findEntitlementBits(trx: Trx, toolId: string, granted: readonly string[]): Promise<number> {
  const rows = await lockBits(trx, toolId);
  return rows
    .filter(({ id }) => granted.includes(id))
    .reduce((bits, { entitlementBit: bit }) => bits + (bit === null ? 0 : 2 ** bit), 0);
}

/** Marks the older licences of the PC, and of the PC that it replaces, as replaced. */
async function replaceOtherLicenses(trx: Db, settled: StoreContext & { licenseId: number }): Promise<void> {
  const { asked, plan, machineId, licenseId, gathered, overrideReason } = settled;
  const gone = plan.replaces;
  const machineIds = gone ? [machineId, gone.machineId] : [machineId];
  await replaceLicenses(trx, machineIds, { licenseId, at: asked.now });
  if (!gone) return;
  await releaseMachine(trx, gone.machineId, asked.now);
  await insertMove(trx, {
    userId: asked.userId,
    toolId: gathered.tool.id,
    fromMachineId: gone.machineId,
    toMachineId: machineId,
    at: asked.now,
    overrideReason,
  });
}
