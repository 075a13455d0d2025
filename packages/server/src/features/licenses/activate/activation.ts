import type { activation } from '@basics/contract/licenses/activation.ts';
import type { Reply, Body } from '@basics/contract/calls/endpoint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { findIdentityProblem, toCodeProblem } from '#server/features/licenses/issue/refusal.ts';
import { minutes, seconds, clockSkewMs } from '#server/platform/clock/clock.ts';
import { findNetwork, findSite } from '#server/platform/http/request-origin.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimAttempt, returnAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import {
  insertActivation,
  addToInterval,
  claimPoll,
  findActivation,
  findFileToFetch,
  markFetched,
  decideActivation,
  findDecision,
  setLicense,
} from './activations.repository.ts';
import { recordAudit, recordAction, type AuditWriter } from '#server/platform/audit/audit.ts';
import { problem } from '#server/platform/problem.ts';
import { storeInstalledAt } from '#server/features/licenses/licenses.repository.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createHash } from 'node:crypto';
import { issueLicense, type IssueContext, type IssueDecision } from '../issue/issue-license.ts';
import type { Activation } from './activations.repository.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';

/** An activation expires after this time. */
const activationLifetimeMs = minutes(15);

/** Limits how many wrong user codes one account can enter. */
const guessLimit: RateLimit = {
  freeAttempts: 10,
  windowMs: activationLifetimeMs,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/** An activation whose expiry is later than `latestEnd` was dated by a clock that was ahead. */
const createValidity = (now: number) => ({ now, latestEnd: now + activationLifetimeMs + clockSkewMs });

/** A fast hash is enough: the device code has 256 bits, and a user code expires after 15 minutes. */
const hashActivationCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Limits how many PCs of one network can start an activation. */
const networkRateLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: activationLifetimeMs,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};
/** Limits how many PCs of one site can start an activation. */
const siteRateLimit: RateLimit = { ...networkRateLimit, freeAttempts: 300 };
/**
 * Limits how many PCs in total can start an activation: the fewer PCs wait, the less likely is a guessed user code to be valid
 * (docs/threats.md).
 */
const portalRateLimit: RateLimit = {
  freeAttempts: 2000,
  windowMs: activationLifetimeMs,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(1),
};
/**
 * This many PCs of each site do not count for the limit of the whole portal, so that other sites cannot block a site.
 */
const uncountedPcsPerSite = 5;

const firstIntervalSeconds = 5;

type StartContext = Pick<CallContext<null>, 'db' | 'randomBytes' | 'publicUrl' | 'origin' | 'at'>;

/** Stores a PC that waits for a licence, and returns its two codes (RFC 8628, 3.2). */
export async function startActivation(
  { db, randomBytes, publicUrl, origin, at: now }: StartContext,
  verificationCode: string,
): Promise<Reply<typeof activation.requestActivation>> {
  const { address } = origin;
  await claimAttempt(db, `activation:${findNetwork(address)}`, networkRateLimit, now);
  const attemptsOfSite = await claimAttempt(db, `activation:site:${findSite(address)}`, siteRateLimit, now);
  const readResult = readVerificationCode(verificationCode, nodePrimitives);
  if (!readResult.ok) throw toCodeProblem(readResult.refusal);
  const identityProblem = findIdentityProblem(readResult.value.claims);
  if (identityProblem) throw identityProblem;
  if (attemptsOfSite > uncountedPcsPerSite) await claimAttempt(db, 'activation', portalRateLimit, now);
  const deviceCode = Buffer.from(randomBytes(32)).toString('base64url');
  const userCode = createUserCode(randomBytes);
  await insertActivation(db, {
    deviceHash: hashActivationCode(deviceCode),
    userHash: hashActivationCode(userCode),
    verificationCode: readResult.value.text,
    address,
    createdAt: now,
    expiresAt: now + activationLifetimeMs,
    state: 'waiting',
    intervalSeconds: firstIntervalSeconds,
  });
  const activationPage = new URL('/activate', publicUrl).href;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: activationPage,
    // The user code is in the fragment of the URL, which browsers do not send to a server, so that the code is in no
    // log.
    verification_uri_complete: `${activationPage}#c=${userCode}`,
    expires_in: activationLifetimeMs / seconds(1),
    interval: firstIntervalSeconds,
  };
}

/** A poll may be early by this many seconds, because the network can delay two polls differently. */
const toleranceSeconds = 1;
/** RFC 8628, 3.5: the interval grows by 5 seconds with each poll that is too early. */
const intervalIncreaseSeconds = 5;

/** Returns the text of the licence file, but only to the first poll after the confirmation. Throws the errors of RFC 8628, 3.5. */
export async function pollActivation(
  { database, origin, at: now }: Pick<CallContext<null>, 'database' | 'origin' | 'at'>,
  deviceCode: string,
): Promise<Reply<typeof activation.pollActivation>> {
  const key = { deviceHash: hashActivationCode(deviceCode) };
  const activationRow = await findActivation(database.kysely, key, createValidity(now));
  if (!activationRow || activationRow.state === 'fetched') throw problem('EXPIRED_TOKEN');
  if (activationRow.state === 'denied') throw problem('ACCESS_DENIED');
  const notPolledSince = now - seconds(activationRow.intervalSeconds - toleranceSeconds);
  if (!(await claimPoll(database.kysely, activationRow.id, { now, notPolledSince }))) {
    await addToInterval(database.kysely, activationRow.id, intervalIncreaseSeconds);
    throw problem('SLOW_DOWN');
  }
  const { licenseId } = activationRow;
  if (activationRow.state === 'waiting' || licenseId === null) throw problem('AUTHORIZATION_PENDING');
  return database.transact(async (trx) => {
    if (!(await markFetched(trx, activationRow.id))) throw problem('EXPIRED_TOKEN');
    const licence = await findFileToFetch(trx, licenseId);
    if (!licence) throw problem('ACCESS_DENIED');
    // The tool installs the file that it fetches.
    await storeInstalledAt(trx, licenseId, now);
    await recordAudit(trx, {
      at: now,
      actorId: null,
      requestId: origin.requestId,
      action: 'activation.fetch',
      subject: { kind: 'license', id: licenseId, personId: licence.userId },
      after: { address: origin.address },
    });
    return { licence_file: licence.licenceFile };
  });
}

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

/** The 20 letters that RFC 8628, 6.1 recommends: without vowels, so that no words appear, and without letters that look alike. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;
const alphabetSize = BigInt(alphabet.length);

/** Creates a code such as `WDJB-MJHT`. The number of possible codes is 20^8, which is 34.6 bits. */
export function createUserCode(randomBytes: (bytes: number) => Uint8Array): string {
  // A number of 64 bits makes all codes equally likely, with an error of one part in 700 million.
  let number = BigInt(`0x${bytesToHex(randomBytes(8))}`);
  let code = '';
  while (code.length < codeLength) {
    code += alphabet.charAt(Number(number % alphabetSize));
    number /= alphabetSize;
  }
  return formatUserCode(code);
}

/** Matches a code within other text. */
const codePattern = new RegExp(`(?<![A-Z])[${alphabet}]{4}[^A-Z]{0,3}[${alphabet}]{4}(?![A-Z])`);

/**
 * Converts what a person typed or pasted to the form in which a code is stored and shown: upper case, with one hyphen, without other
 * characters. Full-width letters count as letters.
 */
export function formatUserCode(typedCode: string): string {
  const text = typedCode.normalize('NFKC').toUpperCase();
  const letters = (codePattern.exec(text)?.[0] ?? text).replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`;
}
