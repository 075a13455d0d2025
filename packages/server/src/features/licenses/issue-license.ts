import { bytesToHex } from '@basics/licensing/bytes.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { lockAddOnBits } from '#server/features/tools/tools.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { findAuditHead } from '#server/platform/audit-seal.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { parseObject, parseTexts } from '#server/platform/json-column.ts';
import { problem } from '#server/platform/problem.ts';
import { formatDay } from './calendar.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import { gatherLicenseContext } from './license-context.ts';
import type { LicenseContextInput, LicenseContext } from './license-context.ts';
import { findDeniedLicenseIds } from './deny-list.repository.ts';
import type { LicenseKey } from './license-key.ts';
import { isTrial, planLicense } from './license.ts';
import type { LicensePlan } from './license.ts';
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
import type { MachineFields } from './licenses.repository.ts';
import { toStoredParts, toStoredUuid } from './machine-fingerprints.ts';
import { reportPartChange } from './part-changes.ts';
import { findPlanProblem } from './refusal.ts';
import { insertParts } from './seats.repository.ts';
import { writeLicense } from './write-license.ts';

export type IssueContext = {
  input: LicenseContextInput;
  /** SHA-256 of the verification code's bytes in hex, which makes issuing idempotent. */
  codeHash: string;
  actorId: number;
  requestId: string;
  overrideReason: string | null;
  randomBytes: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  key: LicenseKey;
};

/**
 * Issues a licence within a transaction. The owner's row is locked first, so that seats and moves are counted correctly for simultaneous
 * codes. After the lock, the PC, the licence, the replaced licences and the audit entry are written: all of them or none.
 */
export async function issueLicense(trx: Trx, context: IssueContext): Promise<void> {
  const { input, codeHash } = context;
  await lockUser(trx, input.userId);
  if (await findLicenseByCode(trx, codeHash)) return;
  const licenseContext = await gatherLicenseContext(trx, input);
  const plan = planLicense(licenseContext.situation);
  const planProblem = findPlanProblem(plan, licenseContext.situation);
  if (planProblem) throw planProblem;
  const machineId = await writeMachine(trx, { licenseContext, plan, context });
  const licenseId = await storeLicense(trx, { ...context, licenseContext, plan, machineId });
  // The owner's row is locked, so only another account can have used this code meanwhile.
  if (licenseId === null) throw problem('CODE_USED_BY_OTHER');
  await replaceOtherLicenses(trx, { ...context, licenseContext, plan, machineId, licenseId });
  if (plan.isBridge) await reportBridge(trx, context, { licenseContext, expiresAt: plan.expiresAt });
  const { actorId, requestId, overrideReason } = context;
  const auditSubject = { kind: 'license', id: licenseId, personId: input.userId } as const;
  const { relation, isBridge } = plan;
  const auditValues = { userId: input.userId, machineId, relation, overrideReason, ...(isBridge && { isBridge }) };
  const auditEntry = {
    at: input.now,
    actorId,
    requestId,
    action: 'license.issue',
    subject: auditSubject,
    after: auditValues,
  } as const;
  await recordAudit(trx, auditEntry, context.randomBytes);
}

type IssuedBridge = { licenseContext: LicenseContext; expiresAt: number };

/** Notifies the customer's salesmen, else the administrators, by e-mail that a bridge licence (of a few days) was issued. */
async function reportBridge(
  trx: Trx,
  { input, queueLetter }: IssueContext,
  { licenseContext, expiresAt }: IssuedBridge,
) {
  const { owner, tool } = licenseContext;
  const { machineName } = input.request.claims;
  for (const to of await findCaretakersOfOwner(trx, owner, input.now))
    await queueLetter(trx, {
      kind: 'bridgeIssued',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      expiryDate: formatDay(expiresAt),
    });
}

type MachineInput = { licenseContext: LicenseContext; plan: LicensePlan; context: IssueContext };

/**
 * Inserts the PC that the code describes, or updates its row with its new parts and adds the change to its
 * history. Returns its id.
 */
async function writeMachine(trx: Trx, { licenseContext, plan, context }: MachineInput): Promise<number> {
  const { input, codeHash } = context;
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
      await reportPartChange(trx, context.queueLetter, {
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

type StoreContext = IssueContext & { licenseContext: LicenseContext; plan: LicensePlan; machineId: number };

async function storeLicense(trx: Trx, context: StoreContext): Promise<number | null> {
  const { input, licenseContext, plan, machineId, key } = context;
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
    verificationHash: context.codeHash,
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
    issuedBy: context.actorId,
    overrideReason: context.overrideReason,
  });
}

async function findEntitlementBits(trx: Trx, toolId: string, grantedIds: readonly string[]): Promise<number> {
  const rows = await lockAddOnBits(trx, toolId);
  return rows
    .filter(({ id }) => grantedIds.includes(id))
    .reduce((bits, { entitlementBit: bit }) => bits + (bit === null ? 0 : 2 ** bit), 0);
}

/** Marks the older licences of the PC, and of the PC that it replaces, as replaced. */
async function replaceOtherLicenses(trx: Db, context: StoreContext & { licenseId: number }): Promise<void> {
  const { input, plan, machineId, licenseId, licenseContext, overrideReason } = context;
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
