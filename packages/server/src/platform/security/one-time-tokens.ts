import { limits } from '@basics/contract/calls/limits.ts';
import { createHash, randomBytes } from 'node:crypto';
import { together } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import {
  endOneTimeTokens,
  findToken,
  findTokenOwner,
  insertToken,
  isTokenReplaced,
  markTokenUsed,
} from './one-time-tokens.repository.ts';
import type { OneTimeToken, Purpose } from './one-time-tokens.repository.ts';

const { confirmHours, activationHours, resetMinutes, handoffSeconds, passkeyMinutes } = limits.link;

/** How long a token of each purpose is valid, in milliseconds. */
const lifetimes: Record<Purpose, number> = {
  confirm: hours(confirmHours),
  activate: hours(activationHours),
  reset: minutes(resetMinutes),
  handoff: seconds(handoffSeconds),
  passkey: minutes(passkeyMinutes),
};

/** The purposes of tokens that are sent by e-mail. A user has at most one valid token of each of these purposes: the newest. */
const linkPurposes: readonly Purpose[] = ['confirm', 'activate', 'reset'];

type NewToken = {
  purpose: Purpose;
  /** The user of the token; null if the user is not known yet, as for a passkey that identifies the user only later. */
  userId: number | null;
  path?: string;
  challenge?: string;
  /** Whether the user's older tokens of the same purpose stay valid, for links that several processes print at their starts. */
  keepsOlder?: boolean;
  /** Unix milliseconds. */
  now: number;
};

/**
 * Creates a token of 256 random bits in base64url (43 characters). The token can be used once before `validUntil` (Unix milliseconds). The
 * database stores only the SHA-256 of a token. A slow hash is not needed, because the token cannot be guessed. A new token of an e-mailed
 * link ends the user's older tokens of the same purpose. The caller must lock the row of the user first; otherwise two links that are
 * created at the same time would both be valid.
 */
export async function issueOneTimeToken(
  trx: Db,
  { purpose, userId, path, challenge, keepsOlder = false, now }: NewToken,
): Promise<{ token: string; validUntil: number }> {
  const token = randomBytes(32).toString('base64url');
  const hash = hashToken(token);
  const validUntil = now + lifetimes[purpose];
  // No user has the id 0. The statement runs even without a user, so that a password reset for an address without an account takes the same
  // time.
  await together(
    linkPurposes.includes(purpose) && !keepsOlder
      ? endOneTimeTokens(trx, { purposes: [purpose], userId: userId ?? 0, keptHash: hash, now })
      : Promise.resolve(),
    insertToken(trx, {
      hash,
      purpose,
      userId,
      path: path ?? null,
      challenge: challenge ?? null,
      createdAt: now,
      expiresAt: validUntil,
      usedAt: null,
    }),
  );
  return { token, validUntil };
}

type TokenUse = { purposes: readonly Purpose[]; token: string; now: number };

/**
 * Uses a token and returns its content; null if it was used, has expired, or has another purpose. The token is marked as used by a
 * conditional UPDATE, so that only one of several simultaneous uses succeeds.
 */
export async function useOneTimeToken(trx: Db, { purposes, token, now }: TokenUse): Promise<OneTimeToken | null> {
  return (await markTokenUsed(trx, { purposes, hash: hashToken(token), now, lifetimes })) ?? null;
}

/** Returns the content of a token without using the token up; null if the token cannot be used. */
export async function readOneTimeToken(db: Db, { purposes, token, now }: TokenUse): Promise<OneTimeToken | null> {
  return (await findToken(db, { purposes, hash: hashToken(token), now, lifetimes })) ?? null;
}

/** Returns whether the user of a link has got a newer link of the same purpose, which ended this link. */
export const isLinkReplaced = (
  db: Db,
  { purposes, token }: { purposes: readonly Purpose[]; token: string },
): Promise<boolean> => isTokenReplaced(db, purposes, hashToken(token));

/** Finds the owner of a link, even if it was used or has expired; null for an unknown link. */
export async function findLinkOwner(
  db: Db,
  { purpose, token }: { purpose: 'confirm'; token: string },
): Promise<number | null> {
  return (await findTokenOwner(db, purpose, hashToken(token)))?.userId ?? null;
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
