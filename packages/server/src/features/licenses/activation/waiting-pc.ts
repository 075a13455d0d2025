import { createHash } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import { clockSkewMs, minutes, seconds } from '#server/platform/clock.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { decideActivation, findActivation, findDecision } from './activations.repository.ts';
import type { Activation } from './activations.repository.ts';
import { formatUserCode } from './user-code.ts';

/** How long a PC waits at most. */
export const lifetimeMs = minutes(15);

/** User codes that one account enters and that are wrong. */
const guessLimit: RateLimit = { free: 10, windowMs: lifetimeMs, firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/** A row that lasts longer than a PC may wait was dated by a clock that was ahead. */
export const live = (now: number) => ({ now, latestEnd: now + lifetimeMs + clockSkewMs });

/** The device code has 256 bits, and a user code ends after 15 minutes: a slow hash would add nothing. */
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/**
 * The PC that waits with a user code, or that this person has confirmed before. Throws ACTIVATION_NOT_FOUND for another code, which counts
 * as a guess, and TOO_MANY_ATTEMPTS after too many.
 */
export async function requireWaiting(
  db: Db,
  actor: Actor,
  typed: string,
  now: number,
): Promise<{ userCode: string; waiting: Activation }> {
  const key = `user-code:${actor.userId}`;
  await claimAttempt(db, key, guessLimit, now);
  const userCode = formatUserCode(typed);
  const waiting = await findActivation(db, { userHash: hashOf(userCode) }, live(now));
  const isOpen = waiting?.state === 'waiting' || (waiting?.decidedBy === actor.userId && waiting.state !== 'denied');
  if (!waiting || !isOpen) throw problem('ACTIVATION_NOT_FOUND');
  await returnAttempt(db, key);
  return { userCode, waiting };
}

type Decision = { state: 'confirmed'; licenseId: number } | { state: 'denied'; licenseId: null };

/** Writes the first decision about a PC; the same person may repeat it. Throws ACTIVATION_NOT_FOUND after another decision, or another person's. */
export async function decide(
  { database, ...writer }: WriteContext,
  waiting: Activation,
  decision: Decision,
): Promise<void> {
  const { userId } = writer.actor;
  const { licenseId } = decision;
  await database.transact(async (trx) => {
    const isFirst = await decideActivation(trx, waiting.id, { ...decision, decidedBy: userId });
    if (!isFirst) return requireSame(await findDecision(trx, waiting.id), decision.state, userId);
    await recordAction(trx, writer, {
      action: licenseId === null ? 'activation.deny' : 'activation.confirm',
      subject: licenseId === null ? { kind: 'user', id: userId } : { kind: 'license', id: licenseId, personId: userId },
      after: { address: waiting.address },
    });
  });
}

/** A PC that has fetched its licence was confirmed before. */
function requireSame(
  first: Pick<Activation, 'state' | 'decidedBy'> | undefined,
  state: Decision['state'],
  userId: number,
) {
  const firstState = first?.state === 'fetched' ? 'confirmed' : first?.state;
  if (firstState !== state || first?.decidedBy !== userId) throw problem('ACTIVATION_NOT_FOUND');
}
