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

/** An activation expires after this time. */
export const activationLifetimeMs = minutes(15);

/** Limits how many wrong user codes one account can enter. */
const guessLimit: RateLimit = {
  freeAttempts: 10,
  windowMs: activationLifetimeMs,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/** An activation whose expiry is later than `latestEnd` was dated by a clock that was ahead. */
export const createValidity = (now: number) => ({ now, latestEnd: now + activationLifetimeMs + clockSkewMs });

/** A fast hash is enough: the device code has 256 bits, and a user code expires after 15 minutes. */
export const hashActivationCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/**
 * Finds the activation with a user code that waits for a decision, or that this actor has already confirmed. Throws ACTIVATION_NOT_FOUND
 * for any other code, which counts as a guess, and TOO_MANY_ATTEMPTS after too many guesses.
 */
export async function requireOpenActivation(
  db: Db,
  actor: Actor,
  typedCode: string,
  now: number,
): Promise<{ userCode: string; activation: Activation }> {
  const rateLimitKey = `user-code:${actor.userId}`;
  await claimAttempt(db, rateLimitKey, guessLimit, now);
  const userCode = formatUserCode(typedCode);
  const activation = await findActivation(db, { userHash: hashActivationCode(userCode) }, createValidity(now));
  const isAllowed =
    activation?.state === 'waiting' || (activation?.decidedBy === actor.userId && activation.state !== 'denied');
  if (!activation || !isAllowed) throw problem('ACTIVATION_NOT_FOUND');
  await returnAttempt(db, rateLimitKey);
  return { userCode, activation };
}

type Decision = { state: 'confirmed'; licenseId: number } | { state: 'denied'; licenseId: null };

/**
 * Writes the first decision about a PC; the same user may repeat this decision. Throws ACTIVATION_NOT_FOUND if an
 * earlier decision was different, or was made by someone else.
 */
export async function recordDecision(
  { database, ...writer }: WriteContext,
  pendingActivation: Activation,
  decision: Decision,
): Promise<void> {
  const { userId } = writer.actor;
  const { licenseId } = decision;
  await database.transact(async (trx) => {
    const isFirst = await decideActivation(trx, pendingActivation.id, { ...decision, decidedBy: userId });
    if (!isFirst) return requireSameDecision(await findDecision(trx, pendingActivation.id), decision.state, userId);
    await recordAction(trx, writer, {
      action: licenseId === null ? 'activation.deny' : 'activation.confirm',
      subject: licenseId === null ? { kind: 'user', id: userId } : { kind: 'license', id: licenseId, personId: userId },
      after: { address: pendingActivation.address },
    });
  });
}

/**
 * Throws if the first decision differs from the given decision, or was made by another user. The state `fetched` follows only `confirmed`,
 * so it counts as `confirmed`.
 */
function requireSameDecision(
  storedDecision: Pick<Activation, 'state' | 'decidedBy'> | undefined,
  state: Decision['state'],
  userId: number,
) {
  const firstState = storedDecision?.state === 'fetched' ? 'confirmed' : storedDecision?.state;
  if (firstState !== state || storedDecision?.decidedBy !== userId) throw problem('ACTIVATION_NOT_FOUND');
}
