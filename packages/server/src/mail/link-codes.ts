import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { session } from '@basics/contract/session/session.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Db, Trx } from '../database/foundation.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { claimLinkAttempt } from '#server/platform/security/link-limits.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { claimAttempt, returnAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findSealedLink, insertLinkCode } from './outbox.repository.ts';

/** The characters of codes (Crockford's Base32). The letters I, L, O and U are not used, because they look like other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;
const sealPurpose = 'link code';

const codedLink = z.strictObject({ path: z.string(), token: z.string() });
type CodedLink = z.infer<typeof codedLink>;

/** Creates a code of 40 random bits, such as `K7QF-2M9X`, for people whose mail program or mail gateway damages links. */
export function createLinkCode(randomBytes: (bytes: number) => Uint8Array): string {
  const characters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

type StoredCode = { code: string; address: string; link: CodedLink; userId: number | null; validUntil: number };

/** Stores the code of an e-mail, bound to the address of the e-mail. A copy of the database reveals neither the code nor the link. */
export const storeLinkCode = (
  trx: Trx,
  seal: Seal,
  { code, address, link, userId, validUntil }: StoredCode,
): Promise<void> =>
  insertLinkCode(trx, {
    hash: hashCode(seal, address, code),
    userId,
    sealed: seal.close(sealPurpose, JSON.stringify(link)),
    expiresAt: validUntil,
  });

/**
 * Limits the guesses for one address, from any number of networks. In an hour, 17 guesses are possible, so within the 48 hours of a
 * confirmation a code of 40 bits is found with a chance of 1 in a billion.
 */
const addressRateLimit: RateLimit = {
  freeAttempts: 10,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(15),
};

type LinkCodeContext = { db: Db; at: number; seal: Seal; origin: { address: string } };

/**
 * Returns the page and the token of the link in an e-mail to the address, for the code in the same e-mail. Whether the link is still valid
 * is decided by the calls of that page. For an unknown address, an address without a code and a wrong code, the call does the same work and
 * has the same answer. Throws LINK_CODE_NOT_VALID, TOO_MANY_ATTEMPTS.
 */
export async function openLinkByCode(
  { db, at, seal, origin }: LinkCodeContext,
  { email, code }: Body<typeof session.openLink>,
): Promise<Reply<typeof session.openLink>> {
  const networkAttempt = await claimLinkAttempt(db, origin.address, at);
  const addressHash = createHash('sha256').update(foldLogin(email)).digest('base64url');
  const addressKey = `link-code:mailbox:${addressHash}`;
  await claimAttempt(db, addressKey, addressRateLimit, at);
  const row = await findSealedLink(db, hashCode(seal, email, code), at);
  const opened = row ? await seal.open(sealPurpose, row.sealed) : null;
  if (opened === null) throw problem('LINK_CODE_NOT_VALID');
  await networkAttempt.giveBack();
  await returnAttempt(db, addressKey);
  return codedLink.parse(JSON.parse(opened));
}

/** Typed codes may contain other letters, other digits and other separators. */
function hashCode(seal: Seal, address: string, typedCode: string): string {
  const code = typedCode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return seal.mark(sealPurpose, `${foldLogin(address)}\n${code}`);
}
