import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Trx } from '#server/database/foundation.ts';
import type { TwoStepChange } from '#server/mail/letter.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { recordAction, type AuditWriter } from '#server/platform/audit/audit.ts';
import { toRecipient } from './factor.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { findFactors, findOwner, replaceRecoveryCodes } from './second-factor.repository.ts';

type FactorChange = {
  userId: number;
  change: TwoStepChange;
  action: AuditAction;
  /** Why staff made the change; absent for the users' own changes. */
  reason?: string;
};

export type ReportContext = AuditWriter & Pick<CallContext, 'queueLetter'>;

/** Records a change of second factors in the audit log, and notifies the owner of the account. */
export async function reportChange(
  trx: Trx,
  context: ReportContext,
  { userId, change, action, reason }: FactorChange,
): Promise<void> {
  const owner = await findOwner(trx, userId);
  await recordAction(trx, context, {
    action,
    subject: { kind: 'user', id: userId },
    after: { change, ...(reason !== undefined && { reason }) },
  });
  if (owner) await context.queueLetter(trx, { kind: 'twoStepChanged', ...toRecipient(owner), change, at: context.at });
}

/** Reports a change that users make to the second factors of their own account. */
export const reportOwnChange = (
  trx: Trx,
  context: ReportContext,
  change: Pick<FactorChange, 'change' | 'action'>,
): Promise<void> => reportChange(trx, context, { userId: context.actor.userId, ...change });

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
