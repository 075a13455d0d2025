import type { AuditAction } from '@basics/contract/audit-actions.ts';
import type { Trx } from '#server/database/database.ts';
import type { TwoStepChange } from '#server/mail/letter.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { toRecipient } from './factor.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { findFactors, findOwner, replaceRecoveryCodes } from './second-factor.repository.ts';

type FactorChange = {
  userId: number;
  actorId: number;
  change: TwoStepChange;
  action: AuditAction;
  requestId: string;
  at: number;
  /** Why staff made the change; absent for the users' own changes. */
  reason?: string;
};

/** Records a change of second factors in the audit log, and notifies the owner of the account. */
export async function reportChange(
  trx: Trx,
  queueLetter: QueueLetter,
  { userId, actorId, change, action, requestId, at, reason }: FactorChange,
): Promise<void> {
  const owner = await findOwner(trx, userId);
  const auditSubject = { kind: 'user', id: userId } as const;
  await recordAudit(trx, {
    at,
    actorId,
    requestId,
    action,
    subject: auditSubject,
    after: { change, ...(reason !== undefined && { reason }) },
  });
  if (owner) await queueLetter(trx, { kind: 'twoStepChanged', ...toRecipient(owner), change, at });
}

/** Returns the fields of a change that users make to the second factors of their own account. */
export const createOwnFactorChange = ({ userId }: Actor, requestId: string, at: number) => ({
  userId,
  actorId: userId,
  requestId,
  at,
});

type RandomBytes = (bytes: number) => Uint8Array;

/** Creates the recovery codes that a user gets with the first factor; null if the user already has another factor. */
export async function createFirstRecoveryCodes(
  trx: Trx,
  userId: number,
  randomBytes: RandomBytes,
): Promise<string[] | null> {
  return (await findFactors(trx, userId)).length > 1 ? null : renewRecoveryCodes(trx, userId, randomBytes);
}

/** Replaces all recovery codes with new ones, and stores only their hashes. */
export async function renewRecoveryCodes(trx: Trx, userId: number, randomBytes: RandomBytes): Promise<string[]> {
  const codes = createRecoveryCodes(randomBytes);
  await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
  return codes;
}
