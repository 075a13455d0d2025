import type { activation } from '@basics/contract/activation.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { toCodeProblem } from '#server/features/licenses/refusal.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import { findNetwork, findSite } from '#server/platform/http/network-of.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { insertActivation } from './activations.repository.ts';
import { createUserCode } from './user-code.ts';
import { hashOf, lifetimeMs } from './waiting-pc.ts';

/** PCs that begin to wait, from one network. */
const networkLimit: RateLimit = { free: 60, windowMs: lifetimeMs, firstWaitMs: seconds(5), longestWaitMs: minutes(5) };
/** PCs that begin to wait, from one site. */
const siteLimit: RateLimit = { free: 300, windowMs: lifetimeMs, firstWaitMs: seconds(5), longestWaitMs: minutes(5) };
/** PCs that begin to wait, from everywhere: the fewer wait, the less a guessed user code finds one (docs/threats.md). */
const portalLimit: RateLimit = {
  free: 2000,
  windowMs: lifetimeMs,
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(1),
};
/** The first PCs of each site do not count for the limit of the portal, so that others cannot use up what they need. */
const freeOfEachSite = 5;

const firstIntervalSeconds = 5;

type WaitingSetup = { db: Db; chance: (bytes: number) => Uint8Array; publicUrl: string; now: number };

/** Stores a PC that waits for a licence, and returns its two codes (RFC 8628, 3.2). */
export async function beginWaiting(
  { db, chance, publicUrl, now }: WaitingSetup,
  verificationCode: string,
  { address }: Origin,
): Promise<Reply<typeof activation.requestActivation>> {
  await claimAttempt(db, `activation:${findNetwork(address)}`, networkLimit, now);
  const begun = await claimAttempt(db, `activation:site:${findSite(address)}`, siteLimit, now);
  const reading = readVerificationCode(verificationCode, nodePrimitives);
  if (!reading.ok) throw toCodeProblem(reading.refusal);
  if (begun > freeOfEachSite) await claimAttempt(db, 'activation', portalLimit, now);
  const deviceCode = Buffer.from(chance(32)).toString('base64url');
  const userCode = createUserCode(chance);
  await insertActivation(db, {
    deviceHash: hashOf(deviceCode),
    userHash: hashOf(userCode),
    verificationCode: reading.value.text,
    address,
    createdAt: now,
    expiresAt: now + lifetimeMs,
    state: 'waiting',
    intervalSeconds: firstIntervalSeconds,
  });
  const page = new URL('/activate', publicUrl).href;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    // A fragment reaches no server and no log.
    verification_uri_complete: `${page}#c=${userCode}`,
    expires_in: lifetimeMs / seconds(1),
    interval: firstIntervalSeconds,
  };
}
