import type { activation } from '@basics/contract/licenses/activation.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createHash } from 'node:crypto';
import { clockSkewMs, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { AuditWriter } from '#server/platform/writing.ts';
import { issueLicense } from '../issue/issue-license.ts';
import type { IssueContext, IssueDecision } from '../issue/issue-license.ts';
import { decideActivation, findActivation, findDecision, setLicense } from './activations.repository.ts';
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

type DecisionContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>;

/** Reads the PC that waits with the typed user code. Throws ACTIVATION_NOT_FOUND, TOO_MANY_ATTEMPTS. */
export async function readWaitingPc(
  context: DecisionContext,
  typedCode: string,
): Promise<Reply<typeof activation.findActivation>> {
  const { userCode, waitingPc } = await requireOpenActivation(context, typedCode);
  return {
    userCode,
    verificationCode: waitingPc.verificationCode,
    askedAt: new Date(waitingPc.createdAt).toISOString(),
    expiresAt: new Date(waitingPc.expiresAt).toISOString(),
    address: waitingPc.address,
    isSameNetwork: findNetwork(waitingPc.address) === findNetwork(context.origin.address),
  };
}

/**
 * Issues the licence by the same rules as for a pasted code, in one transaction with the decision, which is written first. If the same user
 * confirms again, the reply contains the same licence. Throws ACTIVATION_NOT_FOUND, TOO_MANY_ATTEMPTS, or the problem that refuses the code.
 */
export async function confirmActivation(
  context: IssueContext,
  { userCode, ...choice }: Body<typeof activation.confirmActivation>,
): Promise<License> {
  const { waitingPc } = await requireOpenActivation(context, userCode);
  const body = { verificationCode: waitingPc.verificationCode, ...choice };
  return issueLicense(context, context.actor.userId, body, createConfirmation(context, waitingPc));
}

/** Refuses to license a PC. Throws ACTIVATION_NOT_FOUND as a confirmation does. */
export async function denyActivation(context: DecisionContext, typedCode: string): Promise<undefined> {
  const { waitingPc } = await requireOpenActivation(context, typedCode);
  const { userId } = context.actor;
  await context.database.transact(async (trx) => {
    const { id, address } = waitingPc;
    if (!(await decideActivation(trx, id, { state: 'denied', decidedBy: userId, licenseId: null })))
      return requireSameDecision(await findDecision(trx, id), 'denied', userId);
    const subject = { kind: 'user', id: userId } as const;
    await recordAction(trx, context, { action: 'activation.deny', subject, after: { address } });
  });
  return undefined;
}

/**
 * Finds the activation with a user code that waits for a decision, or that this actor has already confirmed. Throws ACTIVATION_NOT_FOUND
 * for any other code, which counts as a guess, and TOO_MANY_ATTEMPTS after too many guesses.
 */
async function requireOpenActivation(
  { database, actor, at }: DecisionContext,
  typedCode: string,
): Promise<{ userCode: string; waitingPc: Activation }> {
  const db = database.kysely;
  const rateLimitKey = `user-code:${actor.userId}`;
  await claimAttempt(db, rateLimitKey, guessLimit, at);
  const userCode = formatUserCode(typedCode);
  const waitingPc = await findActivation(db, { userHash: hashActivationCode(userCode) }, createValidity(at));
  const isAllowed =
    waitingPc?.state === 'waiting' || (waitingPc?.decidedBy === actor.userId && waitingPc.state !== 'denied');
  if (!waitingPc || !isAllowed) throw problem('ACTIVATION_NOT_FOUND');
  await returnAttempt(db, rateLimitKey);
  return { userCode, waitingPc };
}

/**
 * Creates the decision to license a PC. The first decision about a PC counts; the same user may repeat it. Its transaction throws
 * ACTIVATION_NOT_FOUND if an earlier decision was different, or was made by someone else: then no licence is issued.
 */
function createConfirmation(writer: AuditWriter, { id, address }: Activation): IssueDecision {
  const { userId } = writer.actor;
  // A transaction can run again, so `claim` writes the variable again.
  let isFirst = false;
  return {
    claim: async (trx) => {
      isFirst = await decideActivation(trx, id, { state: 'confirmed', decidedBy: userId, licenseId: null });
      if (!isFirst) requireSameDecision(await findDecision(trx, id), 'confirmed', userId);
    },
    complete: async (trx, licenseId) => {
      if (!isFirst) return;
      await setLicense(trx, id, licenseId);
      const subject = { kind: 'license', id: licenseId, personId: userId } as const;
      await recordAction(trx, writer, { action: 'activation.confirm', subject, after: { address } });
    },
  };
}

/**
 * Throws if the first decision differs from the given decision, or was made by another user. The state `fetched` follows only `confirmed`,
 * so it counts as `confirmed`.
 */
function requireSameDecision(
  storedDecision: Pick<Activation, 'state' | 'decidedBy'> | undefined,
  state: 'confirmed' | 'denied',
  userId: number,
) {
  const firstState = storedDecision?.state === 'fetched' ? 'confirmed' : storedDecision?.state;
  if (firstState !== state || storedDecision?.decidedBy !== userId) throw problem('ACTIVATION_NOT_FOUND');
}
