import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { License, licenses } from '@basics/contract/licenses/licenses.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { lockAddOnBits } from '#server/features/tools/tools.repository.ts';
import { findAuditHead } from '#server/platform/audit/audit.repository.ts';
import { createAuditEntry, recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor, CallContext, Origin } from '#server/platform/http/call-context.ts';
import { parseObject, parseTexts } from '#server/database/columns.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { hashVerificationCode, isTrial, planLicense, type LicensePlan } from '../license.ts';
import { transactWithCurrentKey, type LicenseKey, type LicenseKeys } from '../license-key.ts';
import { gatherLicenseContext, type LicenseContextInput, type LicenseContext } from './license-context.ts';
import {
  countMachineLicenses,
  findLicenseByCode,
  insertLicense,
  insertMachine,
  insertMove,
  releaseMachine,
  replaceLicenses,
  updateMachine,
} from '../licenses.repository.ts';
import type { LicenseRow, MachineFields } from '../licenses.repository.ts';
import { lockSeats } from '../seats/company-seats.repository.ts';
import { insertParts, toStoredParts, toStoredUuid } from '../seats/machine-parts.repository.ts';
import { reportBridge, reportPartChange } from '../seats/notify-staff.ts';
import { toLicense } from '../read-license.ts';
import { findPlanProblem } from './refusal.ts';
import { findDeniedLicenseIds } from '../revoke/revocations.repository.ts';
import {
  isLicenseOfUser,
  limitTrialLookUps,
  readSentCode,
  reportIfDeclaredGone,
  requireOverrideReason,
} from './sent-code.ts';
import { writeLicense } from './write-license.ts';

/** What issues licences: parts of a call, and the keys that sign licences. Without keys, licences can be read, but not issued. */
export type IssueContext = Pick<CallContext, 'database' | 'queueLetter' | 'randomBytes' | 'actor' | 'origin' | 'at'> & {
  keys: LicenseKeys | null;
  /** Set if all work is rolled back, for a preview: `recordSentCode` was called before. */
  isRehearsal?: true;
};

/** A decision that leads to a licence: `claim` writes it before the licence is issued, and `complete` adds the licence to it. */
export type IssueDecision = {
  claim: (trx: Trx) => Promise<void>;
  complete: (trx: Trx, licenseId: number) => Promise<void>;
};

/**
 * Issues the licence for a code. A code always gets the same licence, for repeated and for simultaneous requests. `decision` runs in the
 * transaction that issues the licence, so that both are stored or none. Throws the problem that refuses the code.
 */
export async function issueLicense(
  context: IssueContext,
  userId: number,
  body: Body<typeof licenses.issue>,
  decision?: IssueDecision,
): Promise<License> {
  const { database, actor } = context;
  const input = await readSentCode(context, userId, body);
  const codeHash = hashVerificationCode(input.request);
  const existingLicense = await findLicenseByCode(database.kysely, codeHash);
  if (existingLicense) {
    const license = await requireLicenseOfUser(context, existingLicense, userId);
    if (decision) await database.transact((trx) => decideAbout(trx, decision, license));
    return license;
  }
  if (!context.isRehearsal) await limitTrialLookUps(context, userId);
  const overrideReason = requireOverrideReason(actor, userId, body.overrideReason);
  try {
    await issueAndDecide(context, { input, codeHash, overrideReason }, decision);
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    await reportIfDeclaredGone(context, thrown.code, input);
    // If another account used the same code at the same time, the licence of that account is found below, and the refusal is recorded.
    if (thrown.code !== 'CODE_USED_BY_OTHER') throw thrown;
  }
  const issuedLicense = await findLicenseByCode(database.kysely, codeHash);
  if (!issuedLicense) throw new Error('a licence that was just issued was not found');
  return requireLicenseOfUser(context, issuedLicense, userId);
}

async function requireLicenseOfUser(context: IssueContext, row: LicenseRow, userId: number): Promise<License> {
  if (await isLicenseOfUser(context, row, userId)) return toLicense(row, context.at);
  throw problem('CODE_USED_BY_OTHER');
}

/** Decides about a licence that the code got before. Throws LICENSE_ENDED if it is no longer valid. */
async function decideAbout(trx: Trx, decision: IssueDecision, { licenseId, status }: License): Promise<void> {
  await decision.claim(trx);
  if (status !== 'Active') throw problem('LICENSE_ENDED');
  await decision.complete(trx, licenseId);
}

/** Issues a licence in one transaction with the decision that leads to it. Throws CODE_USED_BY_OTHER. */
const issueAndDecide = (
  context: IssueContext,
  issue: Omit<LicenseIssue, 'key'>,
  decision: IssueDecision | undefined,
): Promise<void> =>
  transactWithCurrentKey(context, async (trx, key) => {
    await decision?.claim(trx);
    await issueInTransaction(trx, context, { ...issue, key });
    if (!decision) return;
    const row = await findLicenseByCode(trx, issue.codeHash);
    if (row?.userId !== issue.input.userId) throw problem('CODE_USED_BY_OTHER');
    await decision.complete(trx, row.id);
  });

export type LicenseIssue = {
  input: LicenseContextInput;
  /** SHA-256 of the verification code's bytes in hex, which makes issuing idempotent. */
  codeHash: string;
  overrideReason: string | null;
  key: LicenseKey;
};

type IssuerContext = Pick<IssueContext, 'queueLetter' | 'randomBytes'> & {
  actor: Pick<Actor, 'userId' | 'machine'>;
  origin: Pick<Origin, 'requestId'>;
};

/**
 * Issues a licence within a transaction. The rows of the owner and of the owner's company are locked first, so that seats and moves are counted correctly for simultaneous
 * codes. After the lock, the PC, the licence, the replaced licences and the audit entry are written: all of them or none.
 */
export async function issueInTransaction(trx: Trx, context: IssuerContext, issue: LicenseIssue): Promise<void> {
  const { actor, origin, queueLetter, randomBytes } = context;
  const { input, codeHash, overrideReason } = issue;
  const { userId, now, request } = input;
  await lockSeats(trx, userId);
  if (await findLicenseByCode(trx, codeHash)) return;
  const licenseContext = await gatherLicenseContext(trx, input);
  const plan = planLicense(licenseContext.situation);
  const planProblem = findPlanProblem(plan, licenseContext.situation);
  if (planProblem) throw planProblem;
  const plannedIssue = { ...issue, licenseContext, plan };
  const machineId = await writeMachine(trx, context, plannedIssue);
  const licenseId = await storeLicense(trx, context, { ...plannedIssue, machineId });
  // The owner's row is locked, so only another account can have used this code meanwhile.
  if (licenseId === null) throw problem('CODE_USED_BY_OTHER');
  await replaceOtherLicenses(trx, { ...plannedIssue, machineId, licenseId });
  const { relation, isBridge, expiresAt } = plan;
  if (isBridge)
    await reportBridge(trx, queueLetter, {
      licenseContext,
      machineName: request.claims.machineName,
      expiresAt,
      now,
    });
  const auditEntry = createAuditEntry(
    { actor, origin, at: now },
    {
      action: 'license.issue',
      subject: { kind: 'license', id: licenseId, personId: userId },
      after: { userId, machineId, relation, overrideReason, ...(isBridge && { isBridge }) },
    },
  );
  await recordAudit(trx, auditEntry, randomBytes);
}

type PlannedIssue = LicenseIssue & { licenseContext: LicenseContext; plan: LicensePlan };

/**
 * Inserts the PC that the code describes, or updates its row with its new parts and adds the change to its
 * history. Returns its id.
 */
async function writeMachine(
  trx: Trx,
  { queueLetter }: IssuerContext,
  { input, codeHash, licenseContext, plan }: PlannedIssue,
): Promise<number> {
  const { claims } = input.request;
  const { anchor, anchoredAt } = plan.nextAnchor;
  const fingerprint = toStoredParts(claims.fingerprint);
  const machineFields: MachineFields = {
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
    await updateMachine(trx, machineId, machineFields);
    if (toStoredParts(plan.machine.fingerprint) !== fingerprint) {
      await insertParts(trx, { machineId, at: input.now, fingerprint, verificationHash: codeHash });
      await reportPartChange(trx, queueLetter, {
        licenseContext,
        machineId,
        machineName: machineFields.name,
        now: input.now,
      });
    }
    return machineId;
  }
  return insertMachine(trx, {
    ...machineFields,
    userId: input.userId,
    toolId: licenseContext.tool.id,
    scheme: claims.scheme,
    firstSeenAt: input.now,
    releasedAt: null,
  });
}

type PlacedIssue = PlannedIssue & { machineId: number };

async function storeLicense(trx: Trx, context: IssuerContext, issue: PlacedIssue): Promise<number | null> {
  const { input, codeHash, overrideReason, key, licenseContext, plan, machineId } = issue;
  const { owner, tool, grant, situation } = licenseContext;
  const { claims } = input.request;
  const configTools = parseTexts(grant.configTools);
  const entitlements = { bits: await findEntitlementBits(trx, tool.id, configTools), names: configTools };
  const preferences = parseObject(owner.preferences);
  // A bridge licence (of a few days) has no grace period. The licence file contains the grace days; a licence code has no field for them.
  const graceDays = plan.isBridge ? 0 : situation.policy.graceDays;
  const seq = (await countMachineLicenses(trx, machineId)) + 1;
  const uid = bytesToHex(context.randomBytes(8));
  const { code, file } = writeLicense(
    {
      uid,
      userName: `${owner.firstName} ${owner.lastName} <${owner.login}>`,
      brand: { id: grant.brandId, name: grant.brandName, code: grant.brandCode },
      tool,
      request: input.request,
      anchor: plan.nextAnchor.anchor,
      entitlements,
      preferences,
      isTrial: isTrial(situation.policy),
      issuedAt: input.now,
      expiresAt: plan.expiresAt,
      graceDays,
      isBridge: plan.isBridge,
      seq,
      deny: await findDeniedLicenseIds(trx, { userId: input.userId, toolId: tool.id, now: input.now }),
      audit: (await findAuditHead(trx))?.hash ?? null,
    },
    key,
  );
  return insertLicense(trx, {
    licenceUid: uid,
    userId: input.userId,
    machineId,
    toolId: tool.id,
    brandId: grant.brandId,
    verificationHash: codeHash,
    verificationCode: input.request.text,
    verificationReason: claims.reason,
    toolVersion: `${claims.toolVersion.major}.${claims.toolVersion.minor}.${claims.toolVersion.patch}`,
    fingerprint: toStoredParts(plan.nextAnchor.anchor),
    entitlementBits: entitlements.bits,
    configTools: JSON.stringify(configTools),
    preferences: JSON.stringify(preferences),
    seq,
    keyId: key.keyId,
    licenceCode: code,
    licenceFile: file,
    issuedAt: input.now,
    notBefore: input.now,
    expiresAt: plan.expiresAt,
    graceDays,
    isBridge: plan.isBridge ? 1 : 0,
    isTrial: isTrial(situation.policy) ? 1 : 0,
    issuedBy: context.actor.userId,
    overrideReason,
  });
}

async function findEntitlementBits(trx: Trx, toolId: string, grantedIds: readonly string[]): Promise<number> {
  const rows = await lockAddOnBits(trx, toolId);
  return rows
    .filter(({ id }) => grantedIds.includes(id))
    .reduce((bits, { entitlementBit: bit }) => bits + (bit === null ? 0 : 2 ** bit), 0);
}

/** Marks the older licences of the PC, and of the PC that it replaces, as replaced. */
async function replaceOtherLicenses(trx: Db, issue: PlacedIssue & { licenseId: number }): Promise<void> {
  const { input, plan, machineId, licenseId, licenseContext, overrideReason } = issue;
  const replacedMachine = plan.replacedMachine;
  const machineIds = replacedMachine ? [machineId, replacedMachine.machineId] : [machineId];
  await replaceLicenses(trx, machineIds, { licenseId, at: input.now });
  if (!replacedMachine) return;
  await releaseMachine(trx, replacedMachine.machineId, input.now);
  await insertMove(trx, {
    userId: input.userId,
    toolId: licenseContext.tool.id,
    fromMachineId: replacedMachine.machineId,
    toMachineId: machineId,
    at: input.now,
    overrideReason,
  });
}
