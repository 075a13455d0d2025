import { limits } from '@basics/contract/limits.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import type { Row } from '#server/database/schema.ts';
import { hours, minutes, seconds } from '#server/platform/clock.ts';

export type Purpose = Row<'oneTimeTokens'>['purpose'];

const { confirmHours, activationHours, resetMinutes, handoffSeconds, passkeyMinutes } = limits.link;

/** How long a token of each purpose can be used, in milliseconds. */
const lifetimes: Record<Purpose, number> = {
  confirm: hours(confirmHours),
  activate: hours(activationHours),
  reset: minutes(resetMinutes),
  handoff: seconds(handoffSeconds),
  passkey: minutes(passkeyMinutes),
};

/** What is mailed: of these only the newest one of a person is good. */
const links: readonly Purpose[] = ['confirm', 'activate', 'reset'];

type Issue = {
  purpose: Purpose;
  /** null: nobody yet, as with a passkey that is to say who it is. */
  userId: number | null;
  path?: string;
  challenge?: string;
  /** Unix milliseconds. */
  now: number;
};

export type OneTimeToken = Pick<Row<'oneTimeTokens'>, 'purpose' | 'userId' | 'path' | 'challenge' | 'expiresAt'>;

/**
 * A token of 256 random bits in base64url (43 characters) that can be used once before `validUntil` (Unix milliseconds). Only its
 * SHA-256 is stored: it is too long to be guessed, so a slow hash would add nothing. A new link ends the person's older ones of its
 * purpose; whoever issues one has locked the person, or two that are asked for at once would both be good.
 */
export async function issueOneTimeToken(
  trx: Db,
  { purpose, userId, path, challenge, now }: Issue,
): Promise<{ token: string; validUntil: number }> {
  const token = randomBytes(32).toString('base64url');
  const validUntil = now + lifetimes[purpose];
  if (userId !== null && links.includes(purpose)) await endOneTimeTokens(trx, { purposes: [purpose], userId, now });
  await trx
    .insertInto('oneTimeTokens')
    .values({
      hash: hashOf(token),
      purpose,
      userId,
      path: path ?? null,
      challenge: challenge ?? null,
      createdAt: now,
      expiresAt: validUntil,
      usedAt: null,
    })
    .execute();
  return { token, validUntil };
}

type Use = { purposes: readonly Purpose[]; token: string; now: number };

/**
 * Uses a token up and gives what it stands for; null when it was used, has run out, or is none of these purposes. One conditional
 * UPDATE, so that of any number who come at once exactly one has it.
 */
export async function useOneTimeToken(trx: Db, { purposes, token, now }: Use): Promise<OneTimeToken | null> {
  const used = await trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('hash', '=', hashOf(token))
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['purpose', 'userId', 'path', 'challenge', 'expiresAt'])
    .executeTakeFirst();
  return used ?? null;
}

/** What a token stands for, without using it up; null when it could not be used. */
export async function readOneTimeToken(db: Db, { purposes, token, now }: Use): Promise<OneTimeToken | null> {
  const found = await db
    .selectFrom('oneTimeTokens')
    .select(['purpose', 'userId', 'path', 'challenge', 'expiresAt'])
    .where('hash', '=', hashOf(token))
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found ?? null;
}

/** Whose mailbox a link went to, whether or not it has been used or has run out; null for one that is none. */
export async function ownerOfLink(
  db: Db,
  { purpose, token }: { purpose: 'confirm'; token: string },
): Promise<number | null> {
  const found = await db
    .selectFrom('oneTimeTokens')
    .select('userId')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return found?.userId ?? null;
}

/** Ends what a person has not used yet of these purposes. */
export async function endOneTimeTokens(
  trx: Db,
  { purposes, userId, now }: { purposes: readonly Purpose[]; userId: number; now: number },
): Promise<void> {
  await trx
    .updateTable('oneTimeTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', 'in', [...purposes])
    .where('usedAt', 'is', null)
    .execute();
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
