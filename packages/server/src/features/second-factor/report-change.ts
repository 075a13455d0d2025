import type { Trx } from '#server/database/database.ts';
import type { TwoStepChange } from '#server/mail/letter.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { recipientOf } from './factor.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { findFactors, findOwner, replaceRecoveryCodes } from './second-factor.repository.ts';

type Change = { userId: number; actorId: number; change: TwoStepChange; action: string; requestId: string; at: number };

/** The audit entry of a change, and the notice to the owner of the account. */
export async function reportChange(
  trx: Trx,
  queueLetter: QueueLetter,
  { userId, actorId, change, action, requestId, at }: Change,
): Promise<void> {
  const owner = await findOwner(trx, userId);
  const subject = { kind: 'user', id: userId } as const;
  await recordAudit(trx, { at, actorId, requestId, action, subject, after: { change } });
  if (owner) await queueLetter(trx, { kind: 'twoStepChanged', ...recipientOf(owner), change, at });
}

export const ownChange = ({ userId }: Actor, requestId: string, at: number) => ({
  userId,
  actorId: userId,
  requestId,
  at,
});

type Chance = (bytes: number) => Uint8Array;

/** The recovery codes that a first factor brings; null if the user already has some. */
export async function firstRecoveryCodes(trx: Trx, userId: number, chance: Chance): Promise<string[] | null> {
  return (await findFactors(trx, userId)).length > 1 ? null : freshRecoveryCodes(trx, userId, chance);
}

/** Replaces all codes with new ones; stores only their hashes. */
export async function freshRecoveryCodes(trx: Trx, userId: number, chance: Chance): Promise<string[]> {
  const codes = newRecoveryCodes(chance);
  await replaceRecoveryCodes(trx, userId, codes.map(recoveryCodeHash));
  return codes;
}
