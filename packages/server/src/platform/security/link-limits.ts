import { createHash } from 'node:crypto';
import type { Db } from '#server/database/foundation.ts';
import { minutes, seconds, hours } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { findNetwork, findSite } from '#server/platform/http/request-origin.ts';
import {
  claimAttempt,
  returnAttempt,
  toFalseIfLimited,
  type RateLimit,
} from '#server/platform/security/throttle.repository.ts';

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

/** Limits the e-mails with a link that one site can request for one address to three an hour, because anyone can type any address. */
const siteMailLimit: RateLimit = {
  freeAttempts: 3,
  windowMs: hours(1),
  firstWaitMs: hours(1),
  longestWaitMs: hours(1),
};
/**
 * Limits the e-mails with a link to one address, from all sites together: after six e-mails, one every 20 minutes. The newest link is then
 * at most 20 minutes old and still valid, so requests by others never leave the owner of the address without a link.
 */
const mailboxLimit: RateLimit = {
  freeAttempts: 6,
  windowMs: hours(1),
  firstWaitMs: minutes(20),
  longestWaitMs: minutes(20),
};

type LinkRequest = { purpose: 'forgot' | 'register' | 'login'; address: string; ipAddress: string; at: number };

/**
 * Counts an e-mail with a link to an address that a client typed. Returns false if the address gets no other e-mail now. Throws
 * TOO_MANY_ATTEMPTS if the site of the client has used up its own limit, so that nobody can use up the limit of somebody else.
 */
export async function claimLinkMail(db: Db, { purpose, address, ipAddress, at }: LinkRequest): Promise<boolean> {
  const addressHash = createHash('sha256').update(foldLogin(address)).digest('base64url');
  await claimAttempt(db, `${purpose}:site:${addressHash}:${findSite(ipAddress)}`, siteMailLimit, at);
  return claimAttempt(db, `${purpose}:mailbox:${addressHash}`, mailboxLimit, at).then(() => true, toFalseIfLimited);
}
