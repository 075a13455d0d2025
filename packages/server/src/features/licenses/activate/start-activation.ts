import type { activation } from '@basics/contract/licenses/activation.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { toCodeProblem } from '#server/features/licenses/issue/refusal.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { findNetwork, findSite } from '#server/platform/http/request-origin.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { insertActivation } from './activations.repository.ts';
import { createUserCode } from './user-code.ts';
import { hashActivationCode, activationLifetimeMs } from './decide-activation.ts';

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
