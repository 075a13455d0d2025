import type { Db } from '#server/database/database.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { claimAttempt, returnAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';

const linkRateLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Counts an attempt to use a link from an e-mail, for the network of the caller. If the link is valid, call `giveBack`, which subtracts the
 * attempt again, so that only guessed links count.
 */
export async function claimLinkAttempt(db: Db, ipAddress: string, now: number): Promise<{ giveBack(): Promise<void> }> {
  const rateLimitKey = `link:address:${findNetwork(ipAddress)}`;
  await claimAttempt(db, rateLimitKey, linkRateLimit, now);
  return { giveBack: () => returnAttempt(db, rateLimitKey) };
}
