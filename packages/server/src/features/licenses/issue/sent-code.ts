import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { licenses } from '@basics/contract/licenses/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { toPolicyProfile, type LicenseContextInput } from './license-context.ts';
import { hashVerificationCode } from '../license.ts';
import { findLicenseByCode, findOwner, hasTrialPolicy, type LicenseRow } from '../licenses.repository.ts';
import { reportDeclaredGone, reportLostSeen, reportMisuse } from '../seats/notify-staff.ts';
import { toCodeProblem } from './refusal.ts';

/** What a preview and issuing both do with a code that was sent: they read it, limit trials, and notify staff of what looks wrong. */
type CodeContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'>;

/**
 * Does what a preview writes about a code: it counts the attempt, and notifies staff of a code of another account. Call this function outside
 * a transaction that is rolled back. Throws USER_NOT_FOUND, TOO_MANY_ATTEMPTS, or the refusal of an unreadable code.
 */
export async function recordSentCode(
  context: CodeContext,
  userId: number,
  body: Body<typeof licenses.issue>,
): Promise<LicenseContextInput> {
  const input = await readSentCode(context, userId, body);
  await limitTrialLookUps(context, userId);
  const existingLicense = await findLicenseByCode(context.database.kysely, hashVerificationCode(input.request));
  if (existingLicense) await isLicenseOfUser(context, existingLicense, userId);
  return input;
}

/** Reads the code, and notifies staff if its PC was reported lost. Throws USER_NOT_FOUND or the refusal of an unreadable code. */
export async function readSentCode(
  context: CodeContext,
  userId: number,
  { verificationCode, overrideReason, tool, brand, bridge }: Body<typeof licenses.issue>,
): Promise<LicenseContextInput> {
  const { database, actor, origin, at } = context;
  await requireInScope(database.kysely, actor, userId, 'issuing');
  const readResult = readVerificationCode(verificationCode, nodePrimitives);
  if (!readResult.ok) throw toCodeProblem(readResult.refusal);
  const isOverridden = requireOverrideReason(actor, userId, overrideReason) !== null;
  const input = {
    userId,
    request: readResult.value,
    tool,
    brand,
    isOverridden,
    requestsBridge: bridge,
    viewer: actor,
    now: at,
  };
  await reportLostSeen(context, { input, requestId: origin.requestId });
  return input;
}

/**
 * Returns the reason with which staff override the limits on PCs and moves for another user; null if it is missing or only white space.
 * Throws NOT_PERMITTED for the actor's own account.
 */
export function requireOverrideReason(
  actor: Pick<Actor, 'userId' | 'permissions'>,
  userId: number,
  reason: string | undefined,
): string | null {
  if (reason === undefined) return null;
  if (actor.userId === userId || !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  return reason.trim() === '' ? null : reason;
}

/**
 * The limit is higher than the number of codes that a person checks by hand in 15 minutes; each code is checked twice, for the preview and
 * for issuing.
 */
const trialRateLimit: RateLimit = {
  freeAttempts: 40,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Limits how often an account that gets trials can check codes, because the answer shows whether the PC of a code had a trial, and codes can
 * be forged. Throws TOO_MANY_ATTEMPTS. Staff who act for a user are not limited, managers of a company are. Call this function outside a transaction, because a rollback
 * would delete the recorded attempt.
 */
export async function limitTrialLookUps(
  { database, actor, at }: Pick<CodeContext, 'database' | 'actor' | 'at'>,
  userId: number,
): Promise<void> {
  if (actor.userId !== userId && actor.permissions.includes('users.edit')) return;
  const owner = await findOwner(database.kysely, userId);
  if (owner && (await hasTrialPolicy(database.kysely, toPolicyProfile(owner.profileId))))
    await claimAttempt(database.kysely, `trial:${actor.userId}`, trialRateLimit, at);
}

/** Returns whether the account owns the licence of the code. If another account owns the licence, staff are notified by e-mail. */
export async function isLicenseOfUser(context: CodeContext, row: LicenseRow, userId: number): Promise<boolean> {
  if (row.userId === userId) return true;
  await reportMisuse(context, { row, userId });
  return false;
}

/** Notifies staff if a customer requests a licence for a PC that was declared gone. */
export async function reportIfDeclaredGone(
  context: CodeContext,
  code: string | undefined,
  input: LicenseContextInput,
): Promise<void> {
  if (code === 'PC_DECLARED_GONE' && context.actor.userId === input.userId) await reportDeclaredGone(context, input);
}
